/** The refresh token's form: `<session id>.<random>.<mac>`, opaque to clients. The mac tells a token that was once ours (used twice: theft) from an
 *  invented one (refused, nothing ends). A token's successor follows from the token and a key only the servers hold, so that several tabs that
 *  refresh at the same moment receive the same new token. Only hashes are stored. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface RefreshToken {
  sessionId: string
  random: Buffer
}

const RANDOM_BYTES = 32
const MAC_BYTES = 16

/** A new family's first secret; its token is written by `formatRefreshToken` as soon as the session has an id. */
export function createRefreshRandom(): Buffer {
  return randomBytes(RANDOM_BYTES)
}

/** The token that follows on this one. */
export function nextRefreshToken(key: Buffer, token: RefreshToken): RefreshToken {
  return { sessionId: token.sessionId, random: createHmac('sha256', key).update('next').update(token.random).digest() }
}

/** A refresh token as text, with its signature. */
export function formatRefreshToken(key: Buffer, token: RefreshToken): string {
  return `${token.sessionId}.${token.random.toString('base64url')}.${mac(key, token).toString('base64url')}`
}

/** Null for everything that these servers never issued. */
export function parseRefreshToken(key: Buffer, text: string): RefreshToken | null {
  const match = /^(\d{1,18})\.([\w-]{43})\.([\w-]{22})$/.exec(text)
  if (!match) return null
  const token = { sessionId: match[1]!, random: Buffer.from(match[2]!, 'base64url') }
  const expected = Buffer.from(formatRefreshToken(key, token))
  return expected.length === text.length && timingSafeEqual(Buffer.from(text), expected) ? token : null
}

/** What is stored in place of the token: 64 hexadecimal digits. */
export function hashRefreshToken(token: RefreshToken): string {
  return createHash('sha256').update(token.random).digest('hex')
}

function mac(key: Buffer, { sessionId, random }: RefreshToken): Buffer {
  return createHmac('sha256', key).update(`refresh ${sessionId} `).update(random).digest().subarray(0, MAC_BYTES)
}
