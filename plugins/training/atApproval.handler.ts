/** A sign-up was approved (flow training.place): the person is told. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCourse } from './course.ts'
import { type Enrolment, tell } from './enrolment.ts'

export default defineHandler('training.atApproval', async ({ row }, context) => {
  const enrolment = row as unknown as Enrolment
  await tell(enrolment, await readCourse(enrolment.courseId, context), 'training.enrolled', context)
})
