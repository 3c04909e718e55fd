/** Saves a course with its sessions and materials. People who signed up are notified of new times and places; with more places the waiting list moves up. */
import { defineHandler, type FormTypes, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type Course, changeCourse, readCourse, sessionsOf } from './course.ts'
import { moveUp } from './enrolment.ts'
import { saveMaterials } from './saveMaterials.ts'
import { saveSessions } from './saveSessions.ts'

type Answers = FormTypes['training.edit']

export default defineHandler('training.update', async ({ id, answers: sent }, context) => {
  await context.call('training.managed', { id })
  const before = await readCourse(id, context)
  if (before.state === 'cancelled') return context.fail('TRAINING_ENDED')
  const { answers } = await context.documents.forms.submit({ id: 'training.edit' }, sent, {}, { cover: before.cover ? [before.cover] : [] })
  const { sessions = [], materials = [], ...rest } = answers
  if (before.state !== 'draft' && sessions.length === 0) return context.fail('TRAINING_NO_SESSIONS')
  const moved = await saveSessions(before, sessions, context)
  await saveMaterials(before, materials, context)
  await changeCourse(before, { ...columnsOf(rest), ...(await timesOf(id, context)) }, context)
  await moveUp(id, context)
  if (moved && before.state !== 'draft') await context.jobs.enqueue('training.tell', { id, template: 'training.changed' })
  return { id }
})

function columnsOf(answers: Answers): Partial<Course> {
  const { title, summary = null, teacher = null, venue = null, description = null } = answers
  const { cover, signupStart, signupEnd, capacity = null, waitingList = false, reviewed = false, fee = 0, refundUntil = null } = answers
  const texts = { title, summary, teacher, venue, description }
  const signup = { signupStart, signupEnd, capacity, waitingList, reviewed, fee, refundUntil }
  return { ...texts, cover: cover?.[0] ?? null, ...signup } as Partial<Course>
}

/** From the first session to the last. */
async function timesOf(id: string, context: HandlerContext): Promise<Pick<Course, 'startsAt' | 'endsAt' | 'sessionCount'>> {
  const sessions = await sessionsOf(id, context)
  const ends = sessions.map(({ endsAt }) => endsAt).toSorted()
  return { startsAt: sessions[0]?.startsAt ?? null, endsAt: ends.at(-1) ?? null, sessionCount: sessions.length }
}
