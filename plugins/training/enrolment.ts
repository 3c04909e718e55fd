/** A person's sign-up for a course, and the places of the course. The caller holds the lock of the course. */
import type { HandlerContext, TemplateName } from '../../runtime/core/contracts.ts'
import { wordsFor } from '../../runtime/core/knownNames.ts'
import { payCause } from '../generated/enums.ts'
import type { Row } from '../generated/tables.ts'
import { type Course, isOver, lockCourse, readCourse } from './course.ts'
import { chargeFee, endOrder } from './courseOrder.ts'
import { courseWords } from './courseWords.ts'

export type Enrolment = Row<'training_enrolment'>

const FLOW = 'training.place'
const WITHDRAWN = payCause['training.withdrawn']

/** @throws NOT_FOUND */
export async function readEnrolment(id: string, { rows }: Pick<HandlerContext, 'rows'>): Promise<Enrolment> {
  return rows.get('training.enrolment', id)
}

/** Reads it and its course under the lock of the course. @throws NOT_FOUND */
export async function lockEnrolment(id: string, context: HandlerContext): Promise<{ enrolment: Enrolment; course: Course }> {
  const course = await lockCourse((await readEnrolment(id, context)).courseId, context)
  return { enrolment: await readEnrolment(id, context), course }
}

/** Gives a person who asked, or who waits, a place, and makes the order of the fee. @throws TRAINING_FULL */
export async function takePlace(
  enrolment: Enrolment,
  course: Course,
  context: HandlerContext,
): Promise<{ state: string; orderId: string | null }> {
  const { state } = await context.rows.transition(FLOW, course.reviewed ? 'ask' : 'enrol', enrolment.id)
  const isReviewed = state === 'review'
  const hasWaited = enrolment.state === 'waiting'
  await tell(enrolment, course, hasWaited ? 'training.promoted' : isReviewed ? 'training.received' : 'training.enrolled', context)
  const order = isReviewed ? null : await chargeFee(enrolment, course, context)
  return { state, orderId: order?.id ?? null }
}

export interface Ending {
  transition: 'withdraw' | 'decline'
  reason: string | null
  /** What became of the fee; `run`: a bulk refund handles it. */
  fee: 'refunded' | 'kept' | 'run'
}

/** Ends a sign-up that is active, and gives its place to the next. */
export async function endEnrolment(
  enrolment: Enrolment,
  { transition, reason, fee }: Ending,
  context: HandlerContext,
): Promise<{ id: string; state: string }> {
  const isWaiting = enrolment.state === 'waiting'
  const { state } = await context.rows.transition(FLOW, isWaiting ? 'leave' : transition, enrolment.id, { reason })
  if (fee !== 'run') await endOrder(enrolment.id, fee === 'refunded' ? { reason: reason ?? WITHDRAWN } : null, context)
  if (!isWaiting) await moveUp(enrolment.courseId, context)
  return { id: enrolment.id, state }
}

/** Moves people of the waiting list up while places are free, those who waited longest first. */
export async function moveUp(courseId: string, context: HandlerContext): Promise<void> {
  const course = await readCourse(courseId, context)
  if (course.state === 'cancelled' || isOver(course, context)) return
  for (let free = await freePlaces(course, context); free > 0; free--) {
    const next = await nextWaiting(courseId, context)
    if (!next) return
    await takePlace(next, course, context)
  }
}

/** Counted from the sign-ups: the counter of the course follows at the end of the transaction. */
export async function freePlaces({ id, capacity }: Course, { db }: HandlerContext): Promise<number> {
  if (capacity === null) return Number.POSITIVE_INFINITY
  const placed = db.selectFrom('training_enrolment').select(({ fn }) => fn.countAll().as('count'))
  const { count } = await placed.where('courseId', '=', id).where('state', 'in', ['review', 'enrolled']).executeTakeFirstOrThrow()
  return capacity - Number(count)
}

/** Sends a message about a course to a participant. @param more  further words of the template */
export async function tell(
  { userId }: Pick<Enrolment, 'userId'>,
  course: Course,
  template: TemplateName,
  context: HandlerContext,
  more: Record<string, string> = {},
): Promise<void> {
  await context.messages.send(template, { userId }, wordsFor(template, { ...courseWords(course, context), ...more }, context.platform))
}

async function nextWaiting(courseId: string, { db }: HandlerContext): Promise<Enrolment | undefined> {
  const waiting = db.selectFrom('training_enrolment').selectAll().where('courseId', '=', courseId).where('state', '=', 'waiting')
  return (await waiting.orderBy('signedUpAt').orderBy('id').limit(1).executeTakeFirst()) as Enrolment | undefined
}
