/** Every minute: expired orders, reminders about orders, bulk refunds whose process was lost, and invoices that their provider has not issued yet. Each gets a job of its own, so that one cannot delay the
 *  others. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wordsOf } from './orders/createOrder.ts'
import { readOrder } from './orders/order.ts'

const BATCH = 200
/** Before the end of an order that no competition's settings are for. */
const DEFAULT_REMINDER_HOURS = 24
/** A bulk refund without progress for this time has lost its process. Ordering it again does no harm. */
const LOST_MS = 300_000

export default defineHandler('pay.queueDue', async (_input, context) => {
  const { db, now } = context
  const moment = now.toISOString()
  const pending = db
    .selectFrom('pay_order as o')
    .select('o.id')
    .where('o.state', '=', 'pending')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('pay_remittance as r').select('r.id').where(sql<boolean>`r.open = o.id::text`))),
    )
  const over = await pending.where('o.expiresAt', '<=', moment).orderBy('o.expiresAt').limit(BATCH).execute()
  for (const { id } of over) await context.jobs.enqueue('pay.expire', { id })
  const soon = await pending
    .leftJoin('pay_setting as s', 's.competitionId', 'o.competitionId')
    .where('o.remindedAt', 'is', null)
    .where('o.expiresAt', '>', moment)
    .where(
      sql<boolean>`o."expiresAt" <= ${moment}::timestamptz + make_interval(hours => CASE WHEN o."competitionId" IS NULL THEN ${DEFAULT_REMINDER_HOURS} ELSE s."reminderHours" END)`,
    )
    .limit(BATCH)
    .forUpdate('o')
    .skipLocked()
    .execute()
  for (const { id } of soon) {
    const order = await readOrder(id, context)
    await context.rows.save('pay.order', { id }, { remindedAt: moment })
    await context.messages.send('pay.reminder', { userId: order.userId }, wordsOf(order, context))
  }
  const lost = new Date(now.getTime() - LOST_MS).toISOString()
  const stuck = await db
    .selectFrom('pay_run')
    .select('id')
    .where('state', '=', 'running')
    .where('steppedAt', '<', lost)
    .limit(BATCH)
    .execute()
  for (const { id } of stuck) await context.jobs.enqueue('pay.runRefunds', { id })
  const issuing = await db
    .selectFrom('pay_invoice')
    .select('id')
    .where('state', '=', 'issuing')
    .where('updatedAt', '<', lost)
    .limit(BATCH)
    .execute()
  for (const { id } of issuing) await context.jobs.enqueue('pay.issueInvoice', { id })
  return { expired: over.length, reminded: soon.length, resumed: stuck.length, asked: issuing.length }
})
