/** Secrets and signatures of webhooks, as Standard Webhooks writes them (standardwebhooks.com): `v1,` and the HMAC-SHA256 of id, time and body. */
import { createHmac } from 'node:crypto'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

const MARK = 'whsec_'

/** 32 bytes that follow from the endpoint and the number of its secret: they are stored nowhere. */
export async function secretOf(
  { id, secretNumber }: { id: string; secretNumber: number },
  { people }: Pick<HandlerContext, 'people'>,
): Promise<string> {
  const halves = await Promise.all([1, 2].map((half) => people.signed.derive('webhook.secret', `${id}:${secretNumber}:${half}`)))
  return `${MARK}${Buffer.concat(halves.map((half) => Buffer.from(half, 'base64url'))).toString('base64')}`
}

export interface Signed {
  key: string
  /** Seconds since 1970. */
  time: number
  body: string
}

/** Headers of a delivery, signed as Standard Webhooks ask. */
export function headersOf({ key, time, body }: Signed, secret: string): Record<string, string> {
  const hmac = createHmac('sha256', Buffer.from(secret.slice(MARK.length), 'base64')).update(`${key}.${time}.${body}`)
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Agon-Webhooks/1',
    'webhook-id': key,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  }
}
