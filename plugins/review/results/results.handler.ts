/** Scores of a round: of each work by the raw totals and by the scale of the round, best first. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { eventTitles } from '../../competition/event/eventTitles.ts'
import { boardRound } from '../board/boardRound.ts'
import { type BoardWork, marksOf, readBoard } from '../board/readBoard.ts'
import { sortedPage } from '../board/sortedPage.ts'
import { rounded, roundScores } from '../scores/roundScores.ts'

export default defineHandler('review.results', async ({ search, eventId, sort = '-score', ...input }, context) => {
  const round = await boardRound(input, context)
  const works = await readBoard(round, context)
  const raw = roundScores(
    await marksOf(round.id, context),
    { ...round, normalisation: 'none' },
    works.map(({ workId }) => workId),
  )
  const ranked = withRanks(works)
  const wanted = searchForm(search ?? '')
  const isWanted = (work: BoardWork) =>
    (eventId === undefined || work.eventId === eventId) &&
    (!wanted || [work.title, work.displayName, String(work.number ?? '')].some((text) => searchForm(text).includes(wanted)))
  const titles = await eventTitles(round.competitionId, context)
  const rows = ranked
    .filter(({ work }) => isWanted(work))
    .map(({ work, rank }) => {
      const { workId, number, title, displayName, submitted, conflicting, missing, changed, score } = work
      const rawScore = raw.get(workId) ?? null
      return {
        ...{ id: workId, workId, number, title, displayName, submitted, conflicting, missing, changed, score, rawScore, rank },
        moved: score === null || rawScore === null ? null : rounded(score - rawScore),
        ...{ eventId: work.eventId, event: titles.get(work.eventId) ?? null },
      }
    })
  return sortedPage(rows, { ...input, sort })
})

/** In each event, 1, 2, 2, 4; null without a score. */
function withRanks(works: readonly BoardWork[]): { work: BoardWork; rank: number | null }[] {
  const scores = new Map(
    [...Map.groupBy(works, ({ eventId }) => eventId)].map(([id, own]) => {
      const places = new Map<number, number>()
      const sorted = own.flatMap(({ score }) => (score === null ? [] : [score])).sort((one, other) => other - one)
      for (const [at, score] of sorted.entries()) if (!places.has(score)) places.set(score, at + 1)
      return [id, places]
    }),
  )
  return works.map((work) => ({ work, rank: work.score === null ? null : scores.get(work.eventId)!.get(work.score)! }))
}
