/** Where the person evaluates a course: the own link to its questionnaire. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { pathOf, personalToken } from '../questionnaire/links.ts'
import { isAdmitted } from './attendance.ts'
import { isOver, readCourse } from './course.ts'
import { readEnrolment } from './enrolment.ts'

export default defineHandler('training.evaluation', async ({ id }, context) => {
  const { db, session, fail } = context
  const enrolment = await readEnrolment(id, context)
  const { userId } = enrolment
  if (userId !== session.userId) return fail('NOT_FOUND', { entity: 'training.enrolment', id })
  const course = await readCourse(enrolment.courseId, context)
  const { questionnaireId } = course
  const questions = db.selectFrom('questionnaire_questionnaire').select(['id', 'mode', 'onePerPerson', 'link', 'state'])
  const found = questionnaireId === null ? undefined : await questions.where('id', '=', questionnaireId).executeTakeFirst()
  if (found?.state !== 'open' || !isOver(course, context) || !isAdmitted(enrolment)) return fail('TRAINING_NO_EVALUATION')
  const sent = { questionnaireId: found.id, userId, sentAt: context.now.toISOString() }
  await context.rows.createMissing('questionnaire.invitation', ['questionnaireId', 'userId'], [sent])
  const invitations = db.selectFrom('questionnaire_invitation').select('id').where('questionnaireId', '=', found.id)
  const invitation = await invitations.where('userId', '=', userId).executeTakeFirstOrThrow()
  return { path: pathOf(found.id, await personalToken(found, { id: invitation.id, userId }, context)) }
})
