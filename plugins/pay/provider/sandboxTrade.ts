/** A trade of the sandbox by the token in its address. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { TRADE } from './sandbox.provider.ts'

/** @throws NOT_FOUND */
export async function tradeOf(token: string, { db, people, fail }: HandlerContext) {
  const number = await people.signed.read(TRADE, token)
  const trade =
    number === null ? undefined : await db.selectFrom('pay_sandboxTrade').selectAll().where('number', '=', number).executeTakeFirst()
  return trade ?? fail('NOT_FOUND', { entity: 'pay.sandboxTrade', id: '' })
}
