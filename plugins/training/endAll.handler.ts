/** Job: ends some sign-ups of a cancelled course and tells the people, then orders itself again. A step that is interrupted is done again. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockCourse } from './course.ts'
import { type Enrolment, endEnrolment, tell } from './enrolment.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'training.endAll': { id: string }
  }
}

/** Sign-ups of a step. */
const STEP = 20

export default defineHandler('training.endAll', async ({ id }, context) => {
  const course = await lockCourse(id, context)
  if (course.state !== 'cancelled') return { ended: 0 }
  const active = context.db.selectFrom('training_enrolment').selectAll().where('courseId', '=', id).where('seat', 'is not', null)
  const some = (await active.orderBy('id').limit(STEP).execute()) as Enrolment[]
  const reason = course.cancelReason ?? ''
  for (const enrolment of some) {
    await endEnrolment(enrolment, { transition: 'withdraw', reason, fee: 'run' }, context)
    await tell(enrolment, course, 'training.cancelled', context, { reason })
  }
  if (some.length === STEP) await context.jobs.enqueue('training.endAll', { id })
  return { ended: some.length }
})
