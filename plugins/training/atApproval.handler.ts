/** A sign-up was approved (flow training.place): the person is notified, and the order of the fee is made. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCourse } from './course.ts'
import { chargeFee } from './courseOrder.ts'
import { type Enrolment, tell } from './enrolment.ts'

export default defineHandler('training.atApproval', async ({ row }, context) => {
  const enrolment = row as Enrolment
  const course = await readCourse(enrolment.courseId, context)
  await tell(enrolment, course, 'training.enrolled', context)
  await chargeFee(enrolment, course, context)
})
