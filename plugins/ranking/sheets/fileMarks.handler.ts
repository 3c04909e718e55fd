/** Sheet of a ranking's workbook: every review, raw and on the scale of its round, with the calculation in words. Experts are numbers of the file. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { titlesOf } from '../../review/assignment/shownNames.ts'
import { explainMark } from '../../review/results/explainMark.ts'
import { scaledMarks } from '../../review/scores/roundScores.ts'
import { scoredReviews } from '../compute/computeRanking.ts'
import type { RankedReview, RankedRound } from '../compute/RankingFile.ts'
import { filePage } from './filePage.ts'

export default defineHandler('ranking.fileMarks', (input, context) =>
  filePage(
    input,
    {
      name: 'marks',
      make: ({ rounds }) => rounds.flatMap((round) => marksOf(round, context.platform)),
      finish: async (rows: ReturnType<typeof marksOf>) => {
        const titles = await titlesOf(
          rows.map(({ workId }) => workId),
          context,
        )
        return rows.map((row) => ({ ...row, work: titles.get(row.workId) ?? null }))
      },
    },
    context,
  ),
)

function marksOf(round: RankedRound, platform: Platform) {
  const marks = scoredReviews(round).flatMap((review) => (review.total === null ? [] : [{ ...review, total: review.total }]))
  const { normalisation } = round.rules
  const scaled = new Map(scaledMarks(marks, normalisation).map((mark, at) => [`${marks[at]!.workId}/${marks[at]!.userId}`, mark]))
  return round.reviews.map(({ work: workId, expert, total, confidence, conflict }) => {
    const mark = scaled.get(`${workId}/${expert}`)
    const words = mark === undefined ? null : explainMark(total!, mark, normalisation, platform)
    return {
      ...{ id: `${round.id}/${workId}/${expert}`, round: round.title, workId, expert, total, confidence },
      normalised: mark?.score ?? null,
      counts: countsAs({ total, conflict }),
      explanation: words && { zh: words('zh'), en: words('en') },
    }
  })
}

function countsAs({ total, conflict }: Pick<RankedReview, 'total' | 'conflict'>): 'counts' | 'conflict' | 'abstained' {
  if (conflict) return 'conflict'
  return total === null ? 'abstained' : 'counts'
}
