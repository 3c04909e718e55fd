/** Publishes a course. It has a session that is still to come; a sign-up form that was never published is published with it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { isOver, readCourse } from './course.ts'

export default defineHandler('training.publish', async ({ id }, context) => {
  await context.call('training.managed', { id })
  const course = await readCourse(id, context)
  if (course.sessionCount === 0) return context.fail('TRAINING_NO_SESSIONS')
  if (isOver(course, context)) return context.fail('TRAINING_ENDED')
  const { published } = await context.documents.designs.read(course.formId)
  if (!published) await context.call('training.publishForm', { id })
  const { state } = await context.rows.transition('training.life', 'publish', id)
  return { id, state }
})
