/** Rounds in which the asker has works: what can be marked now first, then by deadline. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { missingAgreement } from '../../agreement/currentAgreement.ts'
import type { ReviewPhase } from '../../generated/enums.ts'
import { phaseOf, type RoundTimes } from '../round.ts'
import { graceUntil } from './graceUntil.ts'
import { shownAssignments } from './ownAssignment.ts'

interface RoundRow extends RoundTimes {
  id: string
  title: LocalText
  competition: LocalText
  note: LocalText | null
}
const ORDER: readonly ReviewPhase[] = ['grace', 'open', 'planned', 'closed', 'frozen']

export default defineHandler('review.desk', async (_, context) => {
  const { db, session, now } = context
  const userId = session.userId!
  const rows = await shownAssignments(context, userId)
    .innerJoin('competition_competition as c', 'c.id', 'a.competitionId')
    .select([
      'r.id',
      'r.title',
      'r.note',
      'r.opensAt',
      'r.closesAt',
      'r.graceMinutes',
      'r.frozenAt',
      'c.title as competition',
      'c.id as competitionId',
    ])
    .select(['a.id as assignmentId', 'a.state', 'a.number'])
    .orderBy('a.number')
    .orderBy('a.id')
    .execute()
  const unaccepted = new Set<string>()
  for (const id of new Set(rows.map(({ competitionId }) => competitionId)))
    if (await missingAgreement('expert', { competitionId: id }, context)) unaccepted.add(id)
  const rounds = [...Map.groupBy(rows, ({ id }) => id).values()].map((works) => ({
    ...describe(works, now),
    withheld: unaccepted.has(works[0]!.competitionId),
  }))
  const panels = await db
    .selectFrom('review_expert')
    .select('state')
    .where('userId', '=', userId)
    .where('state', 'in', ['invited', 'accepted'])
    .execute()
  const invitations = panels.filter(({ state }) => state === 'invited').length
  const sorted = rounds.toSorted(
    (one, other) =>
      ORDER.indexOf(one.phase as ReviewPhase) - ORDER.indexOf(other.phase as ReviewPhase) || one.closesAt.localeCompare(other.closesAt),
  )
  return { now: now.toISOString(), invitations, panels: panels.length - invitations, rounds: sorted }
})

type Row = RoundRow & { assignmentId: string; state: string }
type Context = Pick<HandlerContext, 'now'>

function describe(works: readonly Row[], now: Context['now']) {
  const { id, title, competition, note, opensAt, closesAt, ...times } = works[0]!
  const phase = phaseOf({ opensAt, closesAt, ...times }, now)
  const inState = (state: string) => works.filter((work) => work.state === state).length
  const [submitted, abstained, recused] = [inState('submitted'), inState('abstained'), inState('recused')]
  const isShown = phase === 'open' || phase === 'grace'
  return {
    id,
    title,
    competition,
    note,
    phase,
    opensAt: new Date(opensAt).toISOString(),
    closesAt: new Date(closesAt).toISOString(),
    graceUntil: graceUntil({ closesAt, ...times }),
    total: works.length - recused,
    done: submitted + abstained,
    submitted,
    abstained,
    recused,
    next: (isShown && works.find(({ state }) => state === 'assigned')?.assignmentId) || null,
  }
}
