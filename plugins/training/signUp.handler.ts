/** A person signs up for a course. The call holds the lock of the course, and the flow takes the place in one guarded statement, so the last place cannot go
 *  to two. A full course with a waiting list takes the person onto it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type Course, placeOf, readCourse } from './course.ts'
import { freePlaces, readEnrolment, takePlace, tell } from './enrolment.ts'

export default defineHandler('training.signUp', async ({ courseId, formHash, answers: sent }, context) => {
  const { fail, session } = context
  const course = await readCourse(courseId, context)
  if (course.state === 'draft') return fail('NOT_FOUND', { entity: 'training.course', id: courseId })
  assertOpen(course, context)
  const hash = await publishedForm(course, context)
  if (hash !== formHash) return fail('FORM_CHANGED', { hash })
  const seat = `${courseId}:${session.userId}`
  if (await isTaken(seat, context)) return fail('TRAINING_SIGNED_UP')
  const isFull = (await freePlaces(course, context)) <= 0
  if (isFull && !course.waitingList) return fail('TRAINING_FULL')
  const { answers } = await context.documents.forms.submit({ hash: formHash }, sent)
  const of = { courseId, ...placeOf(course), userId: session.userId! }
  const named = await namesOf(answers, context)
  const id = await context.rows.create('training.enrolment', {
    ...of,
    ...named,
    seat,
    formHash,
    answers,
    signedUpAt: context.now.toISOString(),
  })
  const enrolment = await readEnrolment(id, context)
  if (!isFull) return { id, ...(await takePlace(enrolment, course, context)) }
  const { state } = await context.rows.transition('training.place', 'queue', id)
  await tell(enrolment, course, 'training.queued', context)
  return { id, state, orderId: null }
})

function assertOpen({ state, signupStart, signupEnd }: Course, { now, fail }: HandlerContext): void {
  const moment = now.toISOString()
  if (state !== 'published' || moment < signupStart || moment > signupEnd) fail('TRAINING_NOT_OPEN')
}

async function publishedForm({ formId }: Course, { documents }: HandlerContext): Promise<string | null> {
  return formId === null ? null : ((await documents.store.published('form', formId))?.hash ?? null)
}

async function isTaken(seat: string, { db }: HandlerContext): Promise<boolean> {
  return (await db.selectFrom('training_enrolment').select('id').where('seat', '=', seat).executeTakeFirst()) !== undefined
}

/** The fields fullName and school of the form name the person in lists; without them the account does. */
async function namesOf(
  answers: Record<string, unknown>,
  { session, rows }: HandlerContext,
): Promise<{ name: string; school: string | null }> {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null)
  const account = await rows.get('account.user', session.userId!)
  return { name: text(answers.fullName) ?? account.name ?? '', school: text(answers.school) }
}
