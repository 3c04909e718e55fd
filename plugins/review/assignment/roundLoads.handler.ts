/** The panel of a round with what each reviews. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { ReviewAssignmentState } from '../../generated/enums.ts'
import { assertMaySet, readRound } from '../round.ts'
import { assignmentsOf, LOADED, panelOf } from './roundPanel.ts'

export default defineHandler('review.roundLoads', async ({ roundId }, context) => {
  const round = await readRound(roundId, context)
  await assertMaySet(round.competitionId, context)
  const assigned = Map.groupBy(await assignmentsOf(roundId, context), ({ userId }) => userId)
  return (await panelOf(round, context)).map(({ userId, name, minLoad, maxLoad }) => {
    const own = assigned.get(userId) ?? []
    const count = (...states: readonly ReviewAssignmentState[]) => own.filter(({ state }) => states.includes(state)).length
    return {
      id: userId,
      name,
      load: count(...LOADED),
      submitted: count('submitted'),
      recused: count('recused'),
      minLoad,
      maxLoad,
    }
  })
})
