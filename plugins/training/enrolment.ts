/** A person's sign-up for a course, and the places of the course. The caller holds the lock of the course. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import { type Course, isOver, lockCourse, readCourse } from './course.ts'
import { courseWords } from './courseWords.ts'

export type Enrolment = Row<'training_enrolment'>

const FLOW = 'training.place'
const ENTITY = 'training.enrolment'

/** @throws NOT_FOUND */
export async function readEnrolment(id: string, { db, fail }: Pick<HandlerContext, 'db' | 'fail'>): Promise<Enrolment> {
  const row = await db.selectFrom('training_enrolment').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as Enrolment | undefined) ?? fail('NOT_FOUND', { entity: ENTITY, id })
}

/** Reads it and its course under the lock of the course. @throws NOT_FOUND */
export async function lockEnrolment(id: string, context: HandlerContext): Promise<{ enrolment: Enrolment; course: Course }> {
  const course = await lockCourse((await readEnrolment(id, context)).courseId, context)
  return { enrolment: await readEnrolment(id, context), course }
}

/** Gives a person who asked, or who waits, a place. Answers the status. @throws TRAINING_FULL */
export async function takePlace(enrolment: Enrolment, course: Course, template: string, context: HandlerContext) {
  const { state } = await context.transition(FLOW, course.reviewed ? 'ask' : 'enrol', enrolment.id)
  const isReviewed = state === 'review'
  await tell(enrolment, course, isReviewed && template === 'training.enrolled' ? 'training.received' : template, context)
  return state
}

/** Ends a sign-up that is active, and gives its place to the next. */
export async function endEnrolment(
  enrolment: Enrolment,
  { transition, reason }: { transition: 'withdraw' | 'decline'; reason: string | null },
  context: HandlerContext,
): Promise<{ id: string; state: string }> {
  const isWaiting = enrolment.state === 'waiting'
  const { state } = await context.transition(FLOW, isWaiting ? 'leave' : transition, enrolment.id, { reason })
  if (!isWaiting) await moveUp(enrolment.courseId, context)
  return { id: enrolment.id, state }
}

/** Moves people of the waiting list up while places are free, those who waited longest first. */
export async function moveUp(courseId: string, context: HandlerContext): Promise<void> {
  const course = await readCourse(courseId, context)
  if (course.state === 'cancelled' || isOver(course, context)) return
  while (!(await context.limitReached(FLOW, 'enrol', { courseId }))) {
    const next = await nextWaiting(courseId, context)
    if (!next) return
    await takePlace(next, course, 'training.promoted', context)
  }
}

export async function tell(
  { userId }: Pick<Enrolment, 'userId'>,
  course: Course,
  template: string,
  context: HandlerContext,
  more: Record<string, string> = {},
): Promise<void> {
  await context.send(template, { userId }, { ...courseWords(course, context), ...more })
}

async function nextWaiting(courseId: string, { db }: HandlerContext): Promise<Enrolment | undefined> {
  const waiting = db.selectFrom('training_enrolment').selectAll().where('courseId', '=', courseId).where('state', '=', 'waiting')
  return (await waiting.orderBy('signedUpAt').orderBy('id').limit(1).executeTakeFirst()) as Enrolment | undefined
}
