/** The panel of a round with what each reviews. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertMaySet, readRound } from '../round.ts'
import { assignmentsOf, LOADED, panelOf } from './roundPanel.ts'

export default defineHandler('review.roundLoads', async ({ roundId }, context) => {
  const round = await readRound(roundId, context)
  await assertMaySet(round.competitionId, context)
  const assigned = Map.groupBy(await assignmentsOf(roundId, context), ({ userId }) => userId)
  return (await panelOf(round, context)).map(({ userId, name, minLoad, maxLoad }) => {
    const own = assigned.get(userId) ?? []
    const count = (is: (state: string) => boolean) => own.filter(({ state }) => is(state)).length
    const load = count((state) => (LOADED as readonly string[]).includes(state))
    return {
      id: userId,
      name,
      load,
      submitted: count((state) => state === 'submitted'),
      recused: count((state) => state === 'recused'),
      minLoad,
      maxLoad,
    }
  })
})
