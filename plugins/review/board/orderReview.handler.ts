/** One more review of a work, where the others are too far apart. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { addAssignments, assignmentsOf, conflictsOf, pairKey, panelOf } from '../assignment/roundPanel.ts'
import { phaseOf } from '../round.ts'
import { worksOfRound } from '../worksOfRound.ts'
import { heldRound } from './boardRound.ts'

export default defineHandler('review.orderReview', async ({ workId, userId, ...named }, context) => {
  const { fail, now } = context
  const round = await heldRound(named, context)
  if (round.frozenAt !== null) return fail('REVIEW_FROZEN')
  if (phaseOf(round, now) === 'closed') return fail('REVIEW_EXTRA_CLOSED')
  const isOfRound = (await worksOfRound(round, context)).some(({ id }) => id === workId)
  const expert = (await panelOf(round, context)).find((member) => member.userId === userId)
  if (!isOfRound || !expert) return fail('REVIEW_NOT_IN_ROUND')
  if ((await conflictsOf(round.competitionId, context)).has(pairKey(workId, userId))) return fail('REVIEW_IN_CONFLICT')
  const isKnown = (await assignmentsOf(round.id, context)).some((row) => row.workId === workId && row.userId === userId)
  if (isKnown) return fail('REVIEW_ASSIGNED')
  await addAssignments(round, [{ workId, userId }], { source: 'extra' }, context)
  const { id, organisationId, competitionId } = round
  await context.record({
    entity: 'review.round',
    rowId: id,
    before: null,
    after: { assigned: [{ workId, userId }], organisationId, competitionId },
  })
  return { expert: expert.name }
})
