/** The sessions of a course: those that are missing in the answers are removed. */
import type { EntityTypes, FormTypes, HandlerContext } from '../../runtime/core/contracts.ts'
import { type Course, placeOf, type Session, sessionsOf } from './course.ts'

type SessionAnswer = NonNullable<FormTypes['training.edit']['sessions']>[number]

/** Answers whether people have to be notified: a session was added or removed, or is at another time or place. @throws TRAINING_SESSION_USED */
export async function saveSessions(course: Course, answers: readonly SessionAnswer[], context: HandlerContext): Promise<boolean> {
  const of = { courseId: course.id, ...placeOf(course) }
  const list = answers.map(({ teacher = null, place = null, liveLink = null, ...session }) => ({ ...session, teacher, place, liveLink }))
  const before = await sessionsOf(course.id, context)
  await context.rows.keep('training.session', of, list)
  const known = new Map(before.map((session) => [session.id, session]))
  const after = new Set(list.map(({ id }) => id))
  const isNew = ({ id, ...session }: (typeof list)[number]) => {
    const found = known.get(id ?? '')
    return !found || isElsewhere(found, session)
  }
  return list.some(isNew) || before.some(({ id }) => !after.has(id))
}

function isElsewhere(before: Session, after: EntityTypes['training.session']['change']): boolean {
  const { startsAt, endsAt, liveLink } = before
  return startsAt !== after.startsAt || endsAt !== after.endsAt || liveLink !== after.liveLink || before.place?.zh !== after.place?.zh
}
