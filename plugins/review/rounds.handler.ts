/** The rounds of a competition in their order, with what is in them: works, assigned and submitted reviews. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { phaseOf, type Round, roundsOf } from './round.ts'
import { worksOfRound } from './worksOfRound.ts'

export default defineHandler('review.rounds', async ({ competitionId }, context) => {
  const rounds = await roundsOf(competitionId, context)
  const counts = await reviewCounts(competitionId, context)
  const list = []
  for (const round of rounds) {
    const { id, title, opensAt, closesAt, graceMinutes, takes, reviewsPerWork, hideAuthor, sheetId, frozenAt, position, revision } = round
    const { assigned = 0, submitted = 0 } = counts.get(id) ?? {}
    const works = (await worksOfRound(round, context)).length
    const facts = { phase: phaseOf(round, context.now), works, assigned, submitted, hasSheet: await hasSheet(round, context) }
    list.push({
      ...{
        id,
        competitionId,
        title,
        opensAt,
        closesAt,
        graceMinutes,
        takes,
        reviewsPerWork,
        hideAuthor,
        sheetId,
        frozenAt,
        position,
        revision,
      },
      ...facts,
    })
  }
  return { list, total: list.length, pageNum: 1, pageSize: list.length }
})

async function hasSheet({ sheetId }: Round, { documents }: HandlerContext): Promise<boolean> {
  return sheetId !== null && (await documents.store.published('form', sheetId)) !== null
}

async function reviewCounts(competitionId: string, { db }: HandlerContext): Promise<Map<string, { assigned: number; submitted: number }>> {
  const rows = await db
    .selectFrom('review_assignment')
    .select(({ fn }) => ['roundId', 'state', fn.countAll<string>().as('count')])
    .where('competitionId', '=', competitionId)
    .where('state', 'in', ['assigned', 'submitted', 'abstained'])
    .groupBy(['roundId', 'state'])
    .execute()
  const counts = new Map<string, { assigned: number; submitted: number }>()
  for (const { roundId, state, count } of rows) {
    const round = counts.get(roundId) ?? { assigned: 0, submitted: 0 }
    round.assigned += Number(count)
    if (state !== 'assigned') round.submitted += Number(count)
    counts.set(roundId, round)
  }
  return counts
}
