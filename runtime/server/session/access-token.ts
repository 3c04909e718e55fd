/** Access tokens: JWT signed with HS256, valid for minutes. A token only names a session; whether that session still lives, and with which rights,
 *  is looked up on each request (`session-cache.ts`). Verified tokens are remembered until they expire. */
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
      const verified = await verifyToken(token, key())
      if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value!)
      remembered.set(token, verified)
      return verified
    },
  }
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
