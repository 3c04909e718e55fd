/** A person who attended enough sessions asks for the certificate. The organiser issues it with the next batch. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockEnrolment } from './enrolment.ts'

const WHOLE = 100

export default defineHandler('training.requestCertificate', async ({ id }, context) => {
  const { fail, session, now } = context
  const { enrolment, course } = await lockEnrolment(id, context)
  if (enrolment.userId !== session.userId) return fail('NOT_FOUND', { entity: 'training.enrolment', id })
  if (course.seriesId === null || enrolment.state !== 'enrolled') return fail('TRAINING_NO_CERTIFICATE')
  if (enrolment.certificateAt !== null) return fail('TRAINING_REQUESTED')
  const { attended } = enrolment
  const { sessionCount: total, certificateShare: share } = course
  if (total === 0 || attended * WHOLE < share * total) return fail('TRAINING_SHARE', { attended, total, share })
  const { competitionId, organisationId } = course
  await context.rows.save('training.enrolment', enrolment, { certificateAt: now.toISOString() }, { of: { competitionId, organisationId } })
  return { id }
})
