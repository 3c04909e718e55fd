/** An assignment as its expert sees it: with its round and its work. Others' ones, withdrawn ones, those of works that the pool check rejected and those of
 *  experts who were removed from the panel do not exist. Ids of works, registrations and people stay on the server. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { type ReviewPhase, workPoolState } from '../../generated/enums.ts'
import { phaseOf, type RoundTimes } from '../round.ts'

export interface OwnAssignment extends RoundTimes {
  id: string
  number: number
  state: string
  userId: string
  /** When the expert first read others' reviews of the work. */
  lookedAt: string | null
  roundId: string
  competitionId: string
  organisationId: string
  workId: string
  eventId: string
  registrationId: string
  round: LocalText
  competition: LocalText
  event: LocalText
  note: LocalText | null
  seeOthers: string
  showExperts: boolean
  discussion: boolean
  changeable: boolean
  hideAuthor: boolean
  hideSchool: boolean
  hideTeam: boolean
  sheetId: string | null
  phase: ReviewPhase
}

/** Rows of assignments with their rounds that are shown to their experts. */
export function shownAssignments({ db }: Pick<HandlerContext, 'db'>, userId: string) {
  return db
    .selectFrom('review_assignment as a')
    .innerJoin('review_round as r', 'r.id', 'a.roundId')
    .innerJoin('work_work as w', 'w.id', 'a.workId')
    .leftJoin('review_expert as x', (join) => join.onRef('x.competitionId', '=', 'a.competitionId').onRef('x.userId', '=', 'a.userId'))
    .where('a.userId', '=', userId)
    .where('a.state', '!=', 'withdrawn')
    .where('r.removedAt', 'is', null)
    .where('w.removedAt', 'is', null)
    .where('w.poolState', '!=', workPoolState.rejected)
    .where((where) => where.or([where('x.state', 'is', null), where('x.state', 'in', ['invited', 'accepted'])]))
}

/** @throws NOT_FOUND for what is not the asker's, REVIEW_NOT_OPEN before the round opens */
export async function ownAssignment(id: string, context: HandlerContext): Promise<OwnAssignment> {
  const { session } = context
  return session.userId === null ? context.fail('NOT_FOUND', notFound(id)) : assignmentOf(id, session.userId, context)
}

/** As `ownAssignment`, for the person that an address was signed for. */
export async function assignmentOf(id: string, userId: string, context: HandlerContext): Promise<OwnAssignment> {
  const row = await shownAssignments(context, userId)
    .innerJoin('competition_competition as c', 'c.id', 'a.competitionId')
    .innerJoin('competition_event as e', 'e.id', 'w.eventId')
    .select(['a.id', 'a.number', 'a.state', 'a.userId', 'a.roundId', 'a.competitionId', 'a.organisationId', 'a.workId', 'a.lookedAt'])
    .select(['w.registrationId', 'w.eventId', 'c.title as competition', 'e.title as event'])
    .select(['r.title as round', 'r.note', 'r.opensAt', 'r.closesAt', 'r.graceMinutes', 'r.frozenAt', 'r.seeOthers', 'r.showExperts'])
    .select(['r.discussion', 'r.changeable', 'r.hideAuthor', 'r.hideSchool', 'r.hideTeam', 'r.sheetId'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', notFound(id))
  const phase = phaseOf(row, context.now)
  if (phase === 'planned') return context.fail('REVIEW_NOT_OPEN')
  return { ...row, phase }
}

/** Whether the round hides anything about whose the works are: files then go out as copies without their properties. */
export function isBlind({ hideAuthor, hideSchool, hideTeam }: Pick<OwnAssignment, 'hideAuthor' | 'hideSchool' | 'hideTeam'>): boolean {
  return hideAuthor || hideSchool || hideTeam
}

const notFound = (id: string) => ({ entity: 'review.assignment', id })
