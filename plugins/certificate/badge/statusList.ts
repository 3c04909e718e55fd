/** Bitstring Status List: one bit for each certificate, by its id; set for what is no longer valid. */
import { gunzipSync, gzipSync } from 'node:zlib'

/** Bits of one list: the smallest that the specification allows, so that a list does not tell whose certificate is looked up. */
export const LIST_BITS = 131_072
const BITS = 8

/** Number of the list and place in it. */
export function statusPlace(id: string): { list: number; index: number } {
  const number = Number(id)
  return { list: Math.floor(number / LIST_BITS), index: number % LIST_BITS }
}

/** @param set  places of set bits */
export function encodeBits(set: readonly number[]): string {
  const bytes = Buffer.alloc(LIST_BITS / BITS)
  for (const index of set) bytes[index >> 3]! |= 0x80 >> (index & 7)
  return `u${gzipSync(bytes).toString('base64url')}`
}

/** Whether a certificate is no longer valid. @param encoded  list of a status credential: base64url of gzip */
export function isBitSet(encoded: string, index: number): boolean {
  const bytes = gunzipSync(Buffer.from(encoded.slice(1), 'base64url'), { maxOutputLength: LIST_BITS * BITS })
  return ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}
