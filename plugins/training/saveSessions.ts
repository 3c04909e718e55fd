/** The sessions of a course: those that are missing in the answers are removed, unless people attended them. */
import type { EntityTypes, FormTypes, HandlerContext } from '../../runtime/core/contracts.ts'
import { type Course, placeOf, type Session, sessionsOf } from './course.ts'

type SessionAnswer = NonNullable<FormTypes['training.edit']['sessions']>[number]

/** Answers whether people have to be notified: a session was added or removed, or is at another time or place. @throws TRAINING_SESSION_USED */
export async function saveSessions(course: Course, answers: readonly SessionAnswer[], context: HandlerContext): Promise<boolean> {
  const of = { courseId: course.id, ...placeOf(course) }
  const list = answers.map(({ teacher = null, place = null, liveLink = null, ...session }) => ({ ...session, teacher, place, liveLink }))
  const known = new Set((await sessionsOf(course.id, context)).map(({ id }) => id))
  let moved = list.some(({ id }) => id === undefined || !known.has(id))
  await context.rows.keep('training.session', of, list, {
    async beforeChange(before, after) {
      moved ||= isElsewhere(before, after)
      // who was reminded of another time is reminded again
      return before.startsAt === after.startsAt ? {} : { remindedAt: null }
    },
    async beforeRemove({ attended, title }) {
      moved = true
      if (attended > 0) context.fail('TRAINING_SESSION_USED', { title: title[context.lang] || title.zh })
    },
  })
  return moved
}

function isElsewhere(before: Session, after: EntityTypes['training.session']['change']): boolean {
  const { startsAt, endsAt, liveLink } = before
  return startsAt !== after.startsAt || endsAt !== after.endsAt || liveLink !== after.liveLink || before.place?.zh !== after.place?.zh
}
