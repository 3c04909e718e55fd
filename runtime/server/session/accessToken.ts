/** Access tokens: JWT signed with HS256, valid for minutes. A token only names a session; whether that session still lives, and with which rights,
 *  is looked up on each request (`sessionCache.ts`). Verified tokens are remembered until they expire. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { AgonError } from '../../core/errors.ts'

export interface AccessTokens {
  /** @param seconds life of the token */
  sign(subject: { userId: string; sessionId: string }, seconds: number): Promise<string>
  /** @throws SESSION_INVALID with details.reason: malformed, signature, expired */
  verify(token: string): Promise<{ userId: string; sessionId: string }>
}

const ISSUER = 'agon'
const TYPE = 'at+jwt'
const REMEMBERED = 10_000
const MAX_TOKEN_LENGTH = 2048

interface Verified {
  userId: string
  sessionId: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export function createAccessTokens(key: () => Buffer): AccessTokens {
  const remembered = new Map<string, Verified>()
  return {
    sign({ userId, sessionId }, seconds) {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key())
    },
    async verify(token) {
      const known = remembered.get(token)
      if (known && known.expiresAt > Date.now()) return known
      remembered.delete(token)
      const verified = ownToken(token, key()) ?? (await verifyToken(token, key()))
      if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value!)
      remembered.set(token, verified)
      return verified
    },
  }
}

/** The first part of every token that `sign` makes. */
const HEADER = `${Buffer.from(JSON.stringify({ alg: 'HS256', typ: TYPE })).toString('base64url')}.`

/** A token exactly as `sign` makes it, still valid; null for everything else, about which `verifyToken` decides. It spares each new token a turn through
 *  the thread pool, half a millisecond on a busy machine. */
function ownToken(token: string, key: Buffer): Verified | null {
  const end = token.lastIndexOf('.')
  if (token.length > MAX_TOKEN_LENGTH || !token.startsWith(HEADER) || end < HEADER.length) return null
  // compared as texts: one signature is written in one way
  const expected = Buffer.from(createHmac('sha256', key).update(token.slice(0, end)).digest('base64url'))
  const given = Buffer.from(token.slice(end + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { iss, sub, sid, exp } = JSON.parse(Buffer.from(token.slice(HEADER.length, end), 'base64url').toString()) as Record<string, unknown>
  if (iss !== ISSUER || typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null
  return exp * 1000 > Date.now() ? { userId: sub, sessionId: sid, expiresAt: exp * 1000 } : null
}

async function verifyToken(token: string, key: Buffer): Promise<Verified> {
  if (token.length > MAX_TOKEN_LENGTH) throw new AgonError('SESSION_INVALID', { reason: 'malformed' })
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      typ: TYPE,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    return { userId: String(payload.sub), sessionId: String(payload.sid), expiresAt: payload.exp! * 1000 }
  } catch (error) {
    throw new AgonError('SESSION_INVALID', { reason: refusal(error) })
  }
}

function refusal(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed) return 'signature'
  return 'malformed'
}
