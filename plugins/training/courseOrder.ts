/** The order of a training sign-up: made with its place, ended with the sign-up. The caller holds the lock of the course. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import { refundOrder } from '../pay/money/refundOrder.ts'
import { closeOrder } from '../pay/orders/closeOrder.ts'
import { createOrder } from '../pay/orders/createOrder.ts'
import { lockOrder, type Order } from '../pay/orders/order.ts'
import { paySetting } from '../pay/prices/readRules.ts'
import { type Course, placeOf } from './course.ts'
import { DEFAULT_HOLD_HOURS, trainingSeat } from './courseFee.ts'

type Enrolment = Row<'training_enrolment'>

const HOUR_MS = 3_600_000

/** Null for a course without a fee. */
export async function chargeFee(enrolment: Enrolment, course: Course, context: HandlerContext): Promise<Order | null> {
  const fee = Number(course.fee)
  if (fee === 0) return null
  const hours = (await paySetting(course.competitionId, context))?.holdHours ?? DEFAULT_HOLD_HOURS
  const { zh, en } = course.title
  const of = { purpose: 'training' as const, ...placeOf(course), courseId: course.id, enrolmentId: enrolment.id }
  const whose = {
    userId: enrolment.userId,
    payer: enrolment.name,
    title: { zh, en: en || zh },
    seat: trainingSeat(enrolment.id),
    holdsPlace: true,
  }
  const expiresAt = new Date(context.now.getTime() + hours * HOUR_MS).toISOString()
  const price = { total: fee, positions: [{ line: 'training' as const, quantity: 1, price: fee, amount: fee }] }
  return createOrder({ ...of, ...whose, expiresAt }, price, context)
}

/** Closes an order that is not paid; what was paid goes back where it is to be refunded. */
export async function endOrder(enrolmentId: string, refund: { reason: string } | null, context: HandlerContext): Promise<void> {
  const open = await context.db.selectFrom('pay_order').select('id').where('seat', '=', trainingSeat(enrolmentId)).executeTakeFirst()
  if (!open) return
  const { id, state, paid, refunded } = { ...open, ...(await lockOrder(open.id, context)) }
  if (state === 'pending') return closeOrder(await lockOrder(id, context), { lapse: false }, context)
  const amount = Number(paid) - Number(refunded)
  if (refund && amount > 0) await refundOrder(id, { amount, reason: refund.reason, byId: context.session.userId, approved: true }, context)
}
