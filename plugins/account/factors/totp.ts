/** Codes of authenticator apps: TOTP of RFC 6238 as all apps take it (SHA-1, 6 digits, 30 seconds), and base32 of RFC 4648 for its keys. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** Number of steps before and after the present one whose codes are accepted: clocks of phones are not exact. */
const TOLERANCE = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Number of the 30-second step that holds a moment, counted from 1970. */
export function timeStep(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

/** The code of one time step. */
export function codeAt(key: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step that a code belongs to, or null. All steps are always compared, so that the time taken reveals nothing. */
export function stepOfCode(key: Buffer, code: string, now: Date): number | null {
  const present = timeStep(now)
  let found: number | null = null
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
    const expected = Buffer.from(codeAt(key, step))
    const given = Buffer.from(code)
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** Bytes as upper-case base32 without padding. */
export function encodeBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Bytes of base32 as `encodeBase32` writes it: upper case, no padding. */
export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
