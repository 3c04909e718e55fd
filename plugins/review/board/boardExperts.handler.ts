/** Experts of a round: their progress, and how strictly they score. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import type { ReviewSeverity } from '../../generated/enums.ts'
import { mean, rounded } from '../scores/roundScores.ts'
import { leanings } from '../scores/spread.ts'
import { boardExperts } from './boardExperts.ts'
import { boardRound } from './boardRound.ts'
import { marksOf } from './readBoard.ts'
import { sortedPage } from './sortedPage.ts'

/** Points (of 100) from which an expert counts as strict or lenient. */
const NOTICEABLE = 5

export default defineHandler('review.boardExperts', async ({ search, late, ...input }, context) => {
  const round = await boardRound(input, context)
  const marks = await marksOf(round.id, context)
  const totals = Map.groupBy(marks, ({ userId }) => userId)
  const leaning = leanings(marks)
  const wanted = searchForm(search ?? '')
  const found = (await boardExperts(round, context)).filter((expert) => (!late || expert.late) && searchForm(expert.name).includes(wanted))
  const rows = found.map((expert) => {
    const own = totals.get(expert.userId)
    const { shared, difference } = leaning.get(expert.userId) ?? { shared: 0, difference: null }
    const average = own ? rounded(mean(own.map(({ total }) => total))) : null
    return { id: expert.userId, ...expert, mean: average, shared, difference, severity: severityOf(difference) }
  })
  return sortedPage(rows, input)
})

function severityOf(difference: number | null): ReviewSeverity {
  if (difference === null) return 'unknown'
  if (Math.abs(difference) < NOTICEABLE) return 'even'
  return difference < 0 ? 'hard' : 'soft'
}
