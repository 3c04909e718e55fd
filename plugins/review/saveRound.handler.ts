/** Saves the rules of a round: a new one at the end, or a change. What a change means for reviews that were submitted is confirmed first. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { readCompetition } from '../competition/competition.ts'
import { assertFits, assertMaySet, lockRound, lockRounds, type Round, roundsOf } from './round.ts'
import { ROUND_FORM, type RoundAnswers, type RoundColumns, roundAnswers, roundColumns } from './roundAnswers.ts'
import { beginsEarly, type EffectFact, roundEffects } from './roundEffects.ts'

/** Rounds of a competition at most. */
const MAX = 50
const NONE = '0'

export default defineHandler('review.saveRound', async ({ id, competitionId, revision, answers, confirmed }, context) => {
  if (id !== undefined) return changeRound(id, { revision, answers, confirmed: confirmed ?? [] }, context)
  if (competitionId === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
  return addRound(competitionId, { answers, confirmed: confirmed ?? [] }, context)
})

async function addRound(
  competitionId: string,
  { answers, confirmed }: { answers: object; confirmed: readonly string[] },
  context: HandlerContext,
) {
  await assertMaySet(competitionId, context)
  await lockRounds(competitionId, context)
  const columns = await columnsOf(competitionId, answers, context)
  const others = await roundsOf(competitionId, context)
  if (others.length >= MAX) return context.fail('REVIEW_TOO_MANY_ROUNDS', { limit: MAX })
  await assertFits({ ...columns, id: NONE, competitionId, frozenAt: null }, context)
  assertConfirmed(await beginsEarly({ ...columns, competitionId }, context), confirmed, context)
  const { organisationId } = await readCompetition(context, competitionId)
  const position = others.reduce((next, other) => Math.max(next, other.position + 1), 0)
  const id = await context.rows.create('review.round', { ...columns, competitionId, organisationId, position })
  return { id, revision: 1 }
}

async function changeRound(
  id: string,
  { revision, answers, confirmed }: { revision: number | undefined; answers: object; confirmed: readonly string[] },
  context: HandlerContext,
) {
  const row = await lockRound(id, context)
  if (row.frozenAt !== null) return context.fail('REVIEW_FROZEN')
  if (revision !== undefined && revision !== row.revision) return context.fail('REVIEW_CHANGED', { revision: row.revision })
  const columns = await columnsOf(row.competitionId, answers, context, row)
  await assertFits({ ...columns, id, competitionId: row.competitionId, frozenAt: null }, context)
  const { competitionId } = row
  const isMoved = Date.parse(row.opensAt) !== Date.parse(columns.opensAt)
  const early = isMoved ? await beginsEarly({ ...columns, competitionId }, context) : []
  const effects = await roundEffects(row, columns, context)
  const counted = effects.map(({ kind, count }) => ({ kind, value: String(count), shown: String(count) }))
  assertConfirmed([...early, ...counted], confirmed, context)
  const next = { ...columns, revision: row.revision + 1 }
  if (Date.parse(columns.opensAt) > context.now.getTime()) await forgetPins(id, context)
  await context.rows.save('review.round', row, next, { of: { organisationId: row.organisationId, competitionId: row.competitionId } })
  return { id, revision: next.revision }
}

async function columnsOf(competitionId: string, sent: object, { documents, fail }: HandlerContext, row?: Round): Promise<RoundColumns> {
  const { answers } = await documents.forms.submit(
    { id: ROUND_FORM },
    sent,
    { competitionId, roundId: row?.id ?? NONE },
    row && roundAnswers(row),
  )
  const columns = roundColumns(answers as RoundAnswers)
  if (columns.opensAt >= columns.closesAt) return fail('REVIEW_WINDOW')
  if (columns.dropHighest + columns.dropLowest >= columns.reviewsPerWork) return fail('REVIEW_DROPS', { reviews: columns.reviewsPerWork })
  return columns
}

/** A round that begins later after all judges what is there then, but for works that have reviews already. */
async function forgetPins(roundId: string, { db, rows }: HandlerContext): Promise<void> {
  const reviewed = db.selectFrom('review_mark').select('workId').where('roundId', '=', roundId)
  const pins = await db.selectFrom('review_pin').select('id').where('roundId', '=', roundId).where('workId', 'not in', reviewed).execute()
  await rows.removeWhere('review.pin', { id: pins.map(({ id }) => id) })
}

/** @throws CONFIRM_FIRST */
function assertConfirmed(effects: readonly EffectFact[], confirmed: readonly string[], { platform, lang, fail }: HandlerContext): void {
  const keys = effects.map(({ kind, value }) => `${kind}:${value}`)
  if (keys.every((key) => confirmed.includes(key))) return
  const wordsOf = (kind: string) => enumLabel('review.effect', kind, platform)[lang]
  const what = effects.map(({ kind, shown }) => `${wordsOf(kind)}${lang === 'zh' ? '：' : ': '}${shown}`).join('\n')
  fail('CONFIRM_FIRST', { what, confirmed: keys })
}
