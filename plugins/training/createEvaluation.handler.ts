/** The questionnaire by which people evaluate a course: a draft that the organiser edits and publishes. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCourse, readCourse } from './course.ts'

export default defineHandler('training.createEvaluation', async ({ id }, context) => {
  await context.call('training.managed', { id })
  const course = await readCourse(id, context)
  if (course.questionnaireId !== null) return context.fail('TRAINING_EVALUATED')
  const title = context.text('training.evaluation', { course: course.title })
  const place = { for: `competition:${course.competitionId}`, mode: 'named', start: 'questionnaire.course' } as const
  const made = await context.call('questionnaire.create', { title, ...place })
  await changeCourse(course, { questionnaireId: made.id }, context)
  return { id: made.id }
})
