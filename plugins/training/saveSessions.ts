/** The sessions of a course: those that are missing in the answers are removed, unless people attended them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { type Course, placeOf, type Session, sessionsOf } from './course.ts'

export interface SessionAnswer {
  id?: string
  titleZh: string
  titleEn?: string
  startsAt: string
  endsAt: string
  teacherZh?: string
  teacherEn?: string
  placeZh?: string
  placeEn?: string
  liveLink?: string
}

/** Answers whether people have to be told: a session was added or removed, or is at another time or place. @throws TRAINING_SESSION_USED */
export async function saveSessions(course: Course, answers: readonly SessionAnswer[], context: HandlerContext): Promise<boolean> {
  const before = await sessionsOf(course.id, context)
  let moved = false
  for (const session of before)
    if (!answers.some(({ id }) => id === session.id)) {
      await removeSession(course, session, context)
      moved = true
    }
  for (const answer of answers) {
    const known = before.find(({ id }) => id === answer.id)
    const columns = columnsOf(answer)
    moved ||= !known || isElsewhere(known, columns)
    // who was reminded of another time is reminded again
    const again = known && known.startsAt !== columns.startsAt ? { remindedAt: null } : {}
    if (known) await context.rows.save('training.session', known, { ...columns, ...again }, { of: placeOf(course) })
    else await context.rows.create('training.session', { courseId: course.id, ...placeOf(course), ...columns })
  }
  return moved
}

async function removeSession(course: Course, session: Session, context: HandlerContext): Promise<void> {
  if (session.attended > 0) context.fail('TRAINING_SESSION_USED', { title: session.title[context.lang] || session.title.zh })
  await context.rows.remove('training.session', session, { of: placeOf(course) })
}

function columnsOf(answer: SessionAnswer) {
  const { titleZh, titleEn, startsAt, endsAt, teacherZh, teacherEn, placeZh, placeEn, liveLink = null } = answer
  const words = {
    title: wholeText(titleZh, titleEn)!,
    teacher: wholeText(teacherZh, teacherEn),
    place: wholeText(placeZh, placeEn),
  }
  return { ...words, startsAt, endsAt, liveLink }
}

function isElsewhere(before: Session, after: ReturnType<typeof columnsOf>): boolean {
  const { startsAt, endsAt, liveLink } = before
  return startsAt !== after.startsAt || endsAt !== after.endsAt || liveLink !== after.liveLink || before.place?.zh !== after.place?.zh
}
