/** A person gives up the own place, or leaves the waiting list. Once the course has begun, the organiser decides. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { endEnrolment, lockEnrolment } from './enrolment.ts'

export default defineHandler('training.withdraw', async ({ id }, context) => {
  const { enrolment, course } = await lockEnrolment(id, context)
  if (enrolment.userId !== context.session.userId) return context.fail('NOT_FOUND', { entity: 'training.enrolment', id })
  const now = context.now.toISOString()
  if (course.startsAt !== null && course.startsAt <= now) return context.fail('TRAINING_STARTED')
  const fee = course.refundUntil === null || now < course.refundUntil ? 'refunded' : 'kept'
  return endEnrolment(enrolment, { transition: 'withdraw', reason: null, fee }, context)
})
