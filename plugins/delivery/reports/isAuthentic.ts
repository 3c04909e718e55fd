/** Whether a report comes from who has the secret: signed as Standard Webhooks write it (standardwebhooks.com), or with the secret as the password of Basic
 *  authentication, for services that sign in a way of their own. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

const MARK = 'whsec_'
/** Signatures that are older, or of the future, are refused: no one sends a report again later. */
const SECONDS = 300

type Asked = Pick<HandlerContext, 'request' | 'now'>

/** False for a request that is older than five minutes, and for one whose body was changed. */
export function isAuthentic(secret: string, { request, now }: Asked): boolean {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const basic = /^Basic (\S+)$/.exec(header('authorization') ?? '')?.[1]
  if (basic !== undefined)
    return isSame(
      Buffer.from(basic, 'base64')
        .toString()
        .replace(/^[^:]*:/, ''),
      secret,
    )
  const of = (name: string) => header(`webhook-${name}`) ?? header(`svix-${name}`)
  const [id, time, signatures] = [of('id'), of('timestamp'), of('signature')]
  if (!id || !time || !signatures || request.signedText === undefined) return false
  if (!(Math.abs(now.getTime() / 1000 - Number(time)) <= SECONDS)) return false
  const key = Buffer.from(secret.replace(MARK, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.${request.signedText}`).digest('base64')
  return signatures.split(' ').some((signature) => isSame(signature, `v1,${expected}`))
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
