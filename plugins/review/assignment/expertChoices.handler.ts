/** Experts of a round to choose from, with their load; for one work also why someone must not review it. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { assertMaySet, readRound } from '../round.ts'
import { assignmentsOf, conflictsOf, loadsOf, pairKey, panelOf } from './roundPanel.ts'

const MAX = 50

export default defineHandler('review.expertChoices', async ({ roundId, workId, search, ids }, context) => {
  const round = await readRound(roundId, context)
  await assertMaySet(round.competitionId, context)
  const assigned = await assignmentsOf(roundId, context)
  const loads = loadsOf(assigned)
  const conflicts = workId === undefined ? new Map() : await conflictsOf(round.competitionId, context)
  const own = new Set(assigned.filter((row) => row.workId === workId).map(({ userId }) => userId))
  const wanted = searchForm(search ?? '')
  const found = (await panelOf(round, context)).filter(({ userId, name }) =>
    ids ? ids.includes(userId) : searchForm(name).includes(wanted) && !own.has(userId) && !conflicts.has(pairKey(workId ?? '', userId)),
  )
  const options = found.map(({ userId, name }) => ({ id: userId, name, load: loads.get(userId) ?? 0 }))
  return options
    .sort((one, other) => one.load - other.load)
    .slice(0, ids ? ids.length : MAX)
    .map(({ id, name, load }) => ({ id, name: `${name} (${load})` }))
})
