/** Job: a place of a course became free. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockCourse } from './course.ts'
import { moveUp } from './enrolment.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'training.moveUp': { id: string }
  }
}

export default defineHandler('training.moveUp', async (input, context) => {
  const { id } = await lockCourse(input.id, context)
  await moveUp(id, context)
  return null
})
