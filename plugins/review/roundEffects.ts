/** What a change of a round's rules means for reviews that are assigned or submitted: kinds with the number of works or reviews they touch; and what it means that
 *  the round begins before works close. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { momentText } from '../audit/valueText.ts'
import type { ReviewEffect } from '../generated/enums.ts'
import type { Round } from './round.ts'
import type { RoundColumns } from './roundAnswers.ts'
import { endOf } from './roundOverlap.ts'
import { worksOfRound } from './worksOfRound.ts'

export interface RoundEffect {
  kind: ReviewEffect
  count: number
}
/** Codes with their figure or moment. */
export type EffectFact = Omit<RoundEffect, 'count'> & { value: string; shown: string }

const SCORING = ['aggregate', 'normalisation', 'dropHighest', 'dropLowest', 'missing'] as const
const WORKS = ['takes', 'label', 'fromRoundId', 'topCount'] as const
const HIDING = ['hideAuthor', 'hideSchool', 'hideTeam'] as const
const READING = { never: 0, afterOwn: 1, always: 2 }

/** Of a new round, or of one whose opening moves. */
export async function beginsEarly(
  { opensAt, competitionId }: { opensAt: string; competitionId: string },
  { platform, lang, rows }: HandlerContext,
): Promise<EffectFact[]> {
  const { worksEnd } = await rows.get('competition.competition', competitionId)
  if (worksEnd === null || Date.parse(opensAt) >= Date.parse(worksEnd)) return []
  const value = new Date(worksEnd).toISOString()
  return [{ kind: 'early', value, shown: momentText(value, platform, lang) }]
}

/** Empty while nothing was submitted. */
export async function roundEffects(row: Round, next: RoundColumns, context: HandlerContext): Promise<RoundEffect[]> {
  const reviews = await context.db
    .selectFrom('review_assignment')
    .select(['workId', 'state', 'submittedAt'])
    .where('roundId', '=', row.id)
    .where('state', 'in', ['assigned', 'submitted', 'abstained'])
    .execute()
  const done = reviews.filter(({ state }) => state !== 'assigned')
  if (done.length === 0) return []
  const open = reviews.length - done.length
  const works = countByWork(done)
  const counts: Record<Exclude<ReviewEffect, 'early'>, number> = {
    scores: SCORING.some((name) => row[name] !== next[name]) ? works.size : 0,
    leaving: await leaving(row, next, works, context),
    short: next.reviewsPerWork > row.reviewsPerWork ? [...works.values()].filter((count) => count < next.reviewsPerWork).length : 0,
    late: done.filter(({ submittedAt }) => submittedAt !== null && Date.parse(submittedAt) > endOf(next)).length,
    unfinished: endOf(next) < Math.min(endOf(row), context.now.getTime()) && endOf(row) > context.now.getTime() ? open : 0,
    revealed: HIDING.some((name) => row[name] && !next[name]) ? open : 0,
    others: READING[next.seeOthers] > READING[row.seeOthers] ? done.length : 0,
  }
  return Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [{ kind: kind as ReviewEffect, count }] : []))
}

function countByWork(reviews: readonly { workId: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { workId } of reviews) counts.set(workId, (counts.get(workId) ?? 0) + 1)
  return counts
}

async function leaving(row: Round, next: RoundColumns, works: ReadonlyMap<string, number>, context: HandlerContext): Promise<number> {
  const isSame = WORKS.every((name) => row[name] === next[name]) && JSON.stringify(row.eventIds) === JSON.stringify(next.eventIds)
  if (isSame) return 0
  const staying = new Set((await worksOfRound({ ...row, ...next }, context)).map(({ id }) => id))
  return [...works.keys()].filter((id) => !staying.has(id)).length
}
