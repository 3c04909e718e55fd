/** A person gives up the own place, or leaves the waiting list. Once the course has begun, the organiser decides. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { endEnrolment, lockEnrolment } from './enrolment.ts'

export default defineHandler('training.withdraw', async ({ id }, context) => {
  const { enrolment, course } = await lockEnrolment(id, context)
  if (enrolment.userId !== context.session.userId) return context.fail('NOT_FOUND', { entity: 'training.enrolment', id })
  if (course.startsAt !== null && course.startsAt <= context.now.toISOString()) return context.fail('TRAINING_STARTED')
  return endEnrolment(enrolment, { transition: 'withdraw', reason: null }, context)
})
