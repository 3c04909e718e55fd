/** One round: its rules as answers of their form, and what those who set it up must know. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from '../competition/competition.ts'
import { assertMaySet, phaseOf, readRound } from './round.ts'
import { roundAnswers } from './roundAnswers.ts'
import { worksOfRound } from './worksOfRound.ts'

export default defineHandler('review.round', async ({ id }, context) => {
  const round = await readRound(id, context)
  const { competitionId, title, opensAt, closesAt, revision, frozenAt } = round
  await assertMaySet(competitionId, context)
  const { worksPublic } = await readCompetition(context, competitionId)
  const { submitted } = await context.db
    .selectFrom('review_assignment')
    .select(({ fn }) => fn.countAll<string>().as('submitted'))
    .where('roundId', '=', id)
    .where('state', 'in', ['submitted', 'abstained'])
    .executeTakeFirstOrThrow()
  const works = (await worksOfRound(round, context)).length
  const facts = { phase: phaseOf(round, context.now), works, submitted: Number(submitted), worksPublic }
  return { id, competitionId, title, opensAt, closesAt, frozenAt, revision, ...facts, answers: roundAnswers(round) }
})
