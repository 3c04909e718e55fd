/** Signed values: `<value, base64url>.<code>`. One key for all processes; the purpose is part of what is signed. A value has one spelling: base64url can be
 *  written in several ways, and who counts or ends what he was handed must not meet it again as another text. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database, SignedValues } from '../../core/contracts.ts'
import { platformSecret } from './platformSecret.ts'

const KEY_NAME = 'signedValues'
/** 128 bits: short enough for a QR code, long enough for guessing to be hopeless. */
const CODE_BYTES = 16

export function createSignedValues({ db }: { db: Database }): SignedValues {
  let key: Promise<Buffer> | null = null
  async function code(kind: 'sign' | 'derive', purpose: string, value: string): Promise<Buffer> {
    key ??= platformSecret(db, KEY_NAME)
    const secret = await key.catch((error: unknown) => {
      key = null
      throw error
    })
    return createHmac('sha256', secret)
      .update(JSON.stringify([kind, purpose, value]))
      .digest()
      .subarray(0, CODE_BYTES)
  }
  async function signed(purpose: string, value: string): Promise<string> {
    return `${Buffer.from(value).toString('base64url')}.${(await code('sign', purpose, value)).toString('base64url')}`
  }
  return {
    async sign(purpose, value) {
      return signed(purpose, value)
    },
    async read(purpose, token) {
      const value = Buffer.from(token.split('.')[0]!, 'base64url').toString()
      const expected = Buffer.from(await signed(purpose, value))
      const given = Buffer.from(token)
      return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
    },
    async derive(purpose, value) {
      return (await code('derive', purpose, value)).toString('base64url')
    },
  }
}
