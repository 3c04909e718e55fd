/** An approved sign-up for a course: the person is notified, and the order of the fee is made. */
import { defineRules } from '../../runtime/core/contracts.ts'
import { readCourse } from './course.ts'
import { chargeFee } from './courseOrder.ts'
import { tell } from './enrolment.ts'

export default defineRules('training.enrolment', {
  afterTransition: {
    async approve(enrolment, context) {
      const course = await readCourse(enrolment.courseId, context)
      await tell(enrolment, course, 'training.enrolled', context)
      await chargeFee(enrolment, course, context)
    },
  },
})
