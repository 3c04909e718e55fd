/** A second person approves a bulk refund, or someone cancels it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertReach } from './orders/assertReach.ts'

export default defineHandler('pay.decideRun', async ({ id, approve }, context) => {
  const { db, fail } = context
  const run = await db.selectFrom('pay_run').selectAll().where('id', '=', id).executeTakeFirst()
  if (!run) return fail('NOT_FOUND', { entity: 'pay.run', id })
  assertReach(run, 'editRefund', context)
  await context.lock('payRun', id)
  const { state } = await context.rows.transition('pay.runLife', approve ? 'approve' : 'cancel', id)
  if (approve) await context.jobs.enqueue('pay.runRefunds', { id })
  return { id, state }
})
