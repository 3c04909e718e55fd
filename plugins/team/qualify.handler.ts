/** Who continues to the next round: 1 passes, 2 does not (spec 9). Registered teams only; the others are counted as skipped. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { inLockOrder } from '../signup/inLockOrder.ts'
import { changeTeam, lockManaged } from './team.ts'

export default defineHandler('team.qualify', async ({ ids, status }, context) => {
  const sorted = inLockOrder(ids)
  let changed = 0
  for (const id of sorted) {
    const team = await lockManaged(id, context)
    if (team.status !== signupStatus.registered) continue
    await changeTeam(team, { qualified: status === 1 }, context)
    changed += 1
  }
  return { changed, skipped: sorted.length - changed }
})
