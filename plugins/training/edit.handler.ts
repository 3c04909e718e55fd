/** A course with its sessions and materials, as the form training.edit takes it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { languagesOf } from '../competition/competition.ts'
import { readCourse, sessionsOf } from './course.ts'
import { materialsOf } from './saveMaterials.ts'

export default defineHandler('training.edit', async ({ id }, context) => {
  await context.call('training.managed', { id })
  const course = await readCourse(id, context)
  const { title, summary, teacher, venue, description, cover, signupStart, signupEnd, capacity, waitingList, reviewed, fee, refundUntil } =
    course
  const sessions = (await sessionsOf(id, context)).map((session) => ({
    ...{ id: session.id, startsAt: session.startsAt, endsAt: session.endsAt, liveLink: session.liveLink },
    ...{ ...languagesOf('title', session.title), ...languagesOf('teacher', session.teacher), ...languagesOf('place', session.place) },
  }))
  const materials = (await materialsOf(id, context)).map((material) => ({
    ...{ id: material.id, file: [material.file] },
    ...languagesOf('title', material.title),
  }))
  const words = { title, summary, teacher, venue, description }
  const signup = { signupStart, signupEnd, capacity, waitingList, reviewed, fee: Number(fee), refundUntil }
  const lists = { sessions: sessions.map(withoutGaps), materials: materials.map(withoutGaps) }
  return { id, answers: withoutGaps({ ...words, cover: cover ? [cover] : null, ...signup, ...lists }) }
})

function withoutGaps(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined && value !== null))
}
