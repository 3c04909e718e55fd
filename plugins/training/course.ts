/** A course as the handlers of training read and write it. All changes of a course and of its sign-ups hold the lock `trainingCourse` of its id. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

export type Course = Row<'training_course'>
export type Session = Row<'training_session'>

export const COURSE = 'training.course'

/** @throws NOT_FOUND */
export async function readCourse(id: string, { rows }: Pick<HandlerContext, 'rows'>): Promise<Course> {
  return rows.get('training.course', id)
}

/** Reads the course under its lock. @throws NOT_FOUND */
export async function lockCourse(id: string, context: HandlerContext): Promise<Course> {
  await context.lock('trainingCourse', id)
  return readCourse(id, context)
}

/** Writes columns and logs them. */
export async function changeCourse(before: Course, change: Partial<Course>, context: HandlerContext): Promise<Course> {
  await context.rows.save(COURSE, before, change, { of: placeOf(before) })
  return { ...before, ...change }
}

/** Whose grants reach what belongs to a course. */
export function placeOf({ competitionId, organisationId }: Course): { competitionId: string; organisationId: string } {
  return { competitionId, organisationId }
}

/** Its sessions, the first one first. */
export function sessionsOf(courseId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Session[]> {
  const query = db.selectFrom('training_session').selectAll().where('courseId', '=', courseId)
  return query.orderBy('startsAt').orderBy('id').execute() as Promise<Session[]>
}

/** Whether its last session is over. */
export function isOver({ endsAt }: Pick<Course, 'endsAt'>, { now }: Pick<HandlerContext, 'now'>): boolean {
  return endsAt !== null && endsAt <= now.toISOString()
}
