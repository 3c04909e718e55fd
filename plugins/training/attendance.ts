/** Who attended which session. The caller holds the lock of the course; each person counts once for a session. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { TrainingWay } from '../generated/enums.ts'
import type { Session } from './course.ts'
import type { Enrolment } from './enrolment.ts'

/** Check-in is open from so long before a session until so long after it. */
export const MARGIN_MS = 1_800_000

/** @throws NOT_FOUND */
export async function readSession(id: string, { rows }: HandlerContext): Promise<Session> {
  return rows.get('training.session', id)
}

/** Whether the person has a place, and has paid where there is a fee. */
export function isAdmitted({ state, payState }: Pick<Enrolment, 'state' | 'payState'>): boolean {
  return state === 'enrolled' && (payState === 'none' || payState === 'paid')
}

/** Answers whether it was not recorded before. */
export async function recordAttendance(
  session: Session,
  enrolment: Enrolment,
  way: TrainingWay,
  context: HandlerContext,
): Promise<boolean> {
  if (await attendanceOf(session, enrolment, context)) return false
  const { competitionId, organisationId } = session
  const of = { sessionId: session.id, enrolmentId: enrolment.id, competitionId, organisationId }
  await context.rows.create('training.attendance', { ...of, way, byId: way === 'hand' ? context.session.userId : null })
  await count(session, enrolment, 1, context)
  return true
}

/** Removes the attendance of one person at a session, and counts it off. Does nothing without one. */
export async function removeAttendance(session: Session, enrolment: Enrolment, context: HandlerContext): Promise<void> {
  const { competitionId, organisationId } = session
  const found = await attendanceOf(session, enrolment, context)
  if (!found) return
  await context.rows.remove('training.attendance', found, { of: { competitionId, organisationId } })
  await count(session, enrolment, -1, context)
}

function attendanceOf({ id }: Session, enrolment: Enrolment, { db }: HandlerContext) {
  const query = db.selectFrom('training_attendance').selectAll().where('sessionId', '=', id)
  return query.where('enrolmentId', '=', enrolment.id).executeTakeFirst()
}

async function count(session: Session, enrolment: Enrolment, by: number, { rows }: HandlerContext): Promise<void> {
  await rows.count('training.session', { id: session.id }, { attended: by })
  await rows.count('training.enrolment', { id: enrolment.id }, { attended: by })
}
