/** Orders a plan of assignments, which is computed in the background. Only the organiser deploys it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockRound } from '../round.ts'

export default defineHandler('review.planAssignment', async ({ roundId, spreadSchools, expertise, language }, context) => {
  const { db, fail, now } = context
  const round = await lockRound(roundId, context)
  if (round.frozenAt !== null) return fail('REVIEW_FROZEN')
  const running = await db
    .selectFrom('review_plan')
    .select('id')
    .where('roundId', '=', roundId)
    .where('state', '=', 'computing')
    .executeTakeFirst()
  if (running) return fail('REVIEW_PLAN_RUNNING')
  const settings = { spreadSchools, expertise, language, orderedAt: now.toISOString() }
  const { organisationId, competitionId } = round
  const id = await context.rows.create('review.plan', { roundId, organisationId, competitionId, settings, result: null })
  return { id, jobId: await context.jobs.enqueue('review.computePlan', { id }) }
})
