/** How far the judging of a round is, and the rules that its scores follow. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { phaseOf } from '../round.ts'
import { boardExperts } from './boardExperts.ts'
import { boardRound } from './boardRound.ts'
import { missingReviews, readBoard } from './readBoard.ts'

export default defineHandler('review.board', async (input, context) => {
  const round = await boardRound(input, context)
  const [works, experts] = [await readBoard(round, context), await boardExperts(round, context)]
  const {
    id,
    title,
    closesAt,
    frozenAt,
    aggregate,
    normalisation,
    dropHighest,
    dropLowest,
    missing,
    reviewsPerWork,
    differenceLimit,
    discussion,
  } = round
  return {
    ...{ id, title, closesAt, frozenAt, aggregate, normalisation, dropHighest, dropLowest, reviewsPerWork, differenceLimit, discussion },
    missingRule: missing,
    phase: phaseOf(round, context.now),
    assigned: experts.reduce((sum, expert) => sum + expert.assigned, 0),
    submitted: experts.reduce((sum, expert) => sum + expert.submitted, 0),
    abstained: experts.reduce((sum, expert) => sum + expert.abstained, 0),
    works: works.length,
    complete: works.filter((work) => work.missing === 0).length,
    missing: missingReviews(works),
    conflicting: works.reduce((sum, work) => sum + work.conflicting, 0),
    flagged: works.filter(({ flagged }) => flagged).length,
    late: experts.filter(({ late }) => late).length,
  }
})
