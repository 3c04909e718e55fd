/** Someone signs up again who had withdrawn: their registration begins anew, with its history. */
import type { EntityTypes, HandlerContext } from '../../runtime/core/contracts.ts'
import { assertPaysAnew } from '../pay/orders/leaveOrder.ts'

/** @throws WITHDRAWN_PAID */
export async function continueWithdrawn(
  id: string,
  asked: Partial<EntityTypes['signup.registration']['add']>,
  context: HandlerContext,
): Promise<string> {
  await context.lock('registration', id)
  await assertPaysAnew(id, context)
  await context.rows.transition('signup.review', 'again', id)
  await context.rows.save('signup.registration', await context.rows.get('signup.registration', id), asked)
  return id
}
