/** Orders for the fee of a course. The place goes to the next person when the order is not paid in time, and comes back with a late payment while there is one. */
import { defineExtension, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type OrderFacts, standingOf } from '../pay/orders/standingOf.ts'
import { paySetting } from '../pay/prices/readRules.ts'
import type { Order } from '../pay/purposes/Purpose.ts'
import { DEFAULT_HOLD_HOURS, trainingSeat } from './courseFee.ts'

export default defineExtension('pay.purpose', 'training', {
  async lock({ courseId }, context) {
    if (courseId !== null) await context.lock('trainingCourse', courseId)
  },
  assertPayer: ({ id }, context) => context.fail('NOT_FOUND', { entity: 'pay.order', id }),
  seat: ({ enrolmentId }) => (enrolmentId === null ? null : trainingSeat(enrolmentId)),
  revive: hasPlace,
  async lapse({ enrolmentId }, context) {
    const enrolment = await enrolmentOf(enrolmentId, context)
    if (enrolment?.state !== 'enrolled') return {}
    await context.rows.transition('training.place', 'lapse', enrolment.id)
    await context.jobs.enqueue('training.moveUp', { id: enrolment.courseId })
    return {}
  },
  async settle({ enrolmentId }, context) {
    if (enrolmentId !== null) await settleStanding(enrolmentId, context)
  },
  async transferAccount({ competitionId }, context) {
    const setting = await paySetting(competitionId!, context)
    return setting?.remittance ? (setting.remittanceAccount ?? '') : null
  },
  holdHours: async ({ competitionId }, context) => (await paySetting(competitionId!, context))?.holdHours ?? DEFAULT_HOLD_HOURS,
})

async function enrolmentOf(id: string | null, { db }: HandlerContext) {
  if (id === null) return undefined
  return db.selectFrom('training_enrolment').select(['id', 'state', 'courseId', 'userId']).where('id', '=', id).executeTakeFirst()
}

async function settleStanding(enrolmentId: string, context: HandlerContext): Promise<void> {
  const { db } = context
  const orders = await db
    .selectFrom('pay_order')
    .select(['state', 'lapsedFrom', 'paid', 'refunded'])
    .where('enrolmentId', '=', enrolmentId)
    .orderBy('id')
    .execute()
  const standing = standingOf(orders as OrderFacts[])
  const isLapsed = standing === 'none' && (await enrolmentOf(enrolmentId, context))?.state === 'lapsed'
  const payState = isLapsed ? ('overdue' as const) : standing
  await context.rows.save('training.enrolment', { id: enrolmentId }, { payState })
}

/** Whether the sign-up holds its place and has no other order; one that lost it over this order gets it again while there is one. */
async function hasPlace({ enrolmentId }: Order, context: HandlerContext): Promise<boolean> {
  const { db } = context
  const enrolment = await enrolmentOf(enrolmentId, context)
  if (!enrolment) return false
  const { id, courseId, userId, state } = enrolment
  const course = await context.rows.get('training.course', courseId)
  const isOver = course.endsAt !== null && course.endsAt <= context.now.toISOString()
  if (course.state === 'cancelled' || isOver) return false
  const other = await db.selectFrom('pay_order').select('id').where('seat', '=', trainingSeat(id)).executeTakeFirst()
  if (other) return false
  if (state === 'enrolled') return true
  const active = await db.selectFrom('training_enrolment').select('id').where('seat', '=', `${courseId}:${userId}`).executeTakeFirst()
  if (state !== 'lapsed' || active) return false
  if (await context.rows.limitReached('training.place', 'revive', { courseId })) return false
  await context.rows.transition('training.place', 'revive', id)
  return true
}
