/** Before a work changes: rounds that have begun with it keep its present text as what they judge. Called under the lock of the work. Since only a change
 *  makes a difference, nothing is stored for works that stay as they are. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { workPoolState, workState } from '../../generated/enums.ts'
import type { ChangedWork } from '../../work/judged/judging.ts'
import { keepVersion } from '../../work/judged/keepVersion.ts'
import type { Round } from '../round.ts'
import { worksOfRound } from '../worksOfRound.ts'

/** @throws WORK_JUDGED while the organiser has not allowed changes */
export async function pinWork(work: ChangedWork, context: HandlerContext): Promise<void> {
  const { takes, keeps } = await begunRounds(work, context)
  if (takes[0] && work.releasedAt === null) context.fail('WORK_JUDGED', { round: (takes[0].title as LocalText)[context.lang] })
  if (keeps.length === 0) return
  const versionId = await keepVersion(work, context)
  const { id: workId, competitionId } = work
  const pins = keeps.map(({ id: roundId }) => ({ roundId, workId, competitionId, versionId }))
  await context.rows.createMissing('review.pin', ['roundId', 'workId'], pins)
}

/** Rounds that have begun with the work. `takes`: by their rules now, those in their order; `keeps`: whose experts judge it or have judged it, also of removed rounds,
 *  which can be restored. A work that the pool check sent back to its author is judged anew, but for reviews that were given. */
export async function begunRounds(work: ChangedWork, context: HandlerContext): Promise<{ takes: Round[]; keeps: Round[] }> {
  const { db, now } = context
  const begun = (await db
    .selectFrom('review_round')
    .selectAll()
    .where('competitionId', '=', work.competitionId)
    .where('opensAt', '<=', now.toISOString())
    .orderBy('opensAt', 'desc')
    .orderBy('id')
    .execute()) as Round[]
  if (begun.length === 0) return { takes: [], keeps: [] }
  const isSentBack = work.poolState === workPoolState.rejected
  const known = new Set(await (isSentBack ? reviewedIn(work.id, context) : assignedIn(work.id, context)))
  const takes: Round[] = []
  for (const round of begun)
    if (!isSentBack && work.state === workState.submitted && round.removedAt === null && (await takesWork(round, work, context)))
      takes.push(round)
  return { takes, keeps: begun.filter((round) => known.has(round.id) || takes.includes(round)) }
}

async function takesWork(round: Round, { id, eventId, label }: ChangedWork, context: HandlerContext): Promise<boolean> {
  if (round.takes === 'top') return (await worksOfRound(round, context)).some((work) => work.id === id)
  const isOfEvent = round.eventIds === null || round.eventIds.includes(eventId)
  return isOfEvent && (round.takes === 'all' || round.label === label)
}

async function assignedIn(workId: string, { db }: HandlerContext): Promise<string[]> {
  const rows = await db
    .selectFrom('review_assignment')
    .select('roundId')
    .distinct()
    .where('workId', '=', workId)
    .where('state', '!=', 'withdrawn')
    .execute()
  return rows.map(({ roundId }) => roundId)
}

async function reviewedIn(workId: string, { db }: HandlerContext): Promise<string[]> {
  const rows = await db.selectFrom('review_mark').select('roundId').distinct().where('workId', '=', workId).execute()
  return rows.map(({ roundId }) => roundId)
}
