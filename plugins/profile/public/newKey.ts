import { randomBytes } from 'node:crypto'

const KEY_BYTES = 12

/** Last part of the address of a public profile: no one finds it by trying. */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url')
}
