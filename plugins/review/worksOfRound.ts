/** The works that a round takes now: submitted, of approved registrations, and as the round's rule says. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { workPoolState, workState } from '../generated/enums.ts'
import type { Round } from './round.ts'
import { isCounted, roundMarks } from './roundMarks.ts'
import { roundScores } from './scores/roundScores.ts'

/** Status of a registration that takes part. */
const APPROVED = 4

export interface RoundWork {
  id: string
  eventId: string
}

/** In the order of their ids. */
export async function worksOfRound(round: Round, context: Pick<HandlerContext, 'db'>): Promise<RoundWork[]> {
  const { takes, eventIds, label } = round
  let found = context.db
    .selectFrom('work_work as w')
    .innerJoin('signup_registration as r', 'r.id', 'w.registrationId')
    .select(['w.id', 'w.eventId'])
    .where('w.competitionId', '=', round.competitionId)
    .where('w.state', '=', workState.submitted)
    .where('w.removedAt', 'is', null)
    .where('w.poolState', '!=', workPoolState.rejected)
    .where('r.status', '=', APPROVED)
  if (eventIds !== null) found = found.where('w.eventId', 'in', [...eventIds, '0'])
  if (takes === 'label') found = found.where('w.label', '=', label ?? '')
  const works = await found.orderBy('w.id').execute()
  return takes === 'top' ? admitted(round, works, context) : works
}

/** The best works of the earlier round in each event, with those that are tied with the last one. */
async function admitted({ fromRoundId, topCount }: Round, works: RoundWork[], context: Pick<HandlerContext, 'db'>): Promise<RoundWork[]> {
  const from = fromRoundId
    ? await context.db.selectFrom('review_round').selectAll().where('id', '=', fromRoundId).executeTakeFirst()
    : undefined
  if (!from || topCount === null) return []
  const scores = roundScores((await roundMarks([from.id], context)).filter(isCounted), from)
  const scored = works.flatMap((work) => {
    const score = scores.get(work.id) ?? null
    return score === null ? [] : [{ ...work, score }]
  })
  const limits = new Map([...new Set(scored.map(({ eventId }) => eventId))].map((id) => [id, lowestAdmitted(scored, id, topCount)]))
  return scored.filter(({ eventId, score }) => score >= limits.get(eventId)!).map(({ id, eventId }) => ({ id, eventId }))
}

function lowestAdmitted(works: readonly (RoundWork & { score: number })[], eventId: string, topCount: number): number {
  const scores = works.filter((work) => work.eventId === eventId).map(({ score }) => score)
  return scores.sort((one, other) => other - one)[Math.min(topCount, scores.length) - 1]!
}
