/** A round of judging as handlers read and write it. Rounds of one competition change one after the other, under the lock `reviewRounds` of the competition. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { momentText } from '../audit/valueText.ts'
import type { ReviewPhase } from '../generated/enums.ts'
import type { Row } from '../generated/tables.ts'
import { endOf, heldUntil, overlapping, type RoundWindow, takesTooEarly } from './roundOverlap.ts'

export type Round = Omit<Row<'review_round'>, 'eventIds'> & { eventIds: string[] | null }

/** What its phase follows from. */
export type RoundTimes = Pick<Round, 'opensAt' | 'closesAt' | 'graceMinutes' | 'frozenAt'>

const ENTITY = 'review.round'

/** @throws NOT_FOUND */
export async function readRound(id: string, { db, fail }: HandlerContext, wanted = { removed: false }): Promise<Round> {
  const row = await db.selectFrom('review_round').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || (row.removedAt !== null) !== wanted.removed) return fail('NOT_FOUND', { entity: ENTITY, id })
  return row as Round
}

/** A round of a competition that the asker may set up, with all rounds of the competition waiting. @throws NOT_FOUND also for what is out of reach */
export async function lockRound(id: string, context: HandlerContext, wanted?: { removed: boolean }): Promise<Round> {
  const { competitionId } = await readRound(id, context, wanted)
  await assertMaySet(competitionId, context)
  await lockRounds(competitionId, context)
  return readRound(id, context, wanted)
}

/** @throws NOT_FOUND */
export async function assertMaySet(competitionId: string, context: HandlerContext): Promise<void> {
  await context.call('competition.maySetWorks', { id: competitionId })
}

/** The lock for setting up the judging of a competition: rounds, panel, conflicts set by hand, assignments. Nothing of that changes meanwhile. Experts who
 *  write reviews do not wait for it. */
export function lockRounds(competitionId: string, { lock }: HandlerContext): Promise<void> {
  return lock('reviewRounds', competitionId)
}

/** In their order, without removed ones. */
export async function roundsOf(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Round[]> {
  const rows = await db
    .selectFrom('review_round')
    .selectAll()
    .where('competitionId', '=', competitionId)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows as Round[]
}

/** The phase of a round follows from the clock alone. */
export function phaseOf({ opensAt, closesAt, graceMinutes, frozenAt }: RoundTimes, now: Date): ReviewPhase {
  if (frozenAt !== null) return 'frozen'
  if (now.getTime() < Date.parse(opensAt)) return 'planned'
  if (now.getTime() < Date.parse(closesAt)) return 'open'
  return now.getTime() <= endOf({ closesAt, graceMinutes }) ? 'grace' : 'closed'
}

/** @param round  as it will be; the lock of the competition's rounds is held. @throws REVIEW_OVERLAP, REVIEW_TOO_EARLY, REVIEW_ROUND_UNKNOWN */
export async function assertFits(round: RoundWindow & { competitionId: string }, context: HandlerContext): Promise<void> {
  const { platform, lang, fail } = context
  const endText = (window: RoundWindow) => momentText(new Date(heldUntil(window)).toISOString(), platform, lang)
  const others = (await roundsOf(round.competitionId, context)).filter(({ id }) => id !== round.id)
  if (round.takes === 'top' && !others.some(({ id }) => id === round.fromRoundId)) return fail('REVIEW_ROUND_UNKNOWN')
  const other = overlapping(round, others)
  if (other)
    return fail('REVIEW_OVERLAP', { title: other.title[lang], from: momentText(other.opensAt, platform, lang), until: endText(other) })
  const early = takesTooEarly([...others, round])
  if (early)
    fail('REVIEW_TOO_EARLY', {
      title: early.round.title[lang],
      from: early.from.title[lang],
      until: endText(early.from),
    })
}
