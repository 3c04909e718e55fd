/** Approves several teams: those whose form or members wait for review. Other teams are counted as skipped. One team out of the asker's reach refuses
 *  the whole call. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { inLockOrder } from '../../runtime/core/inLockOrder.ts'
import { signupStatus } from '../generated/enums.ts'
import { lockManaged } from '../registration/team.ts'

const TRANSITIONS: Readonly<Record<number, 'approve' | 'passTeam'>> = {
  [signupStatus.underReview]: 'approve',
  [signupStatus.teamUnderReview]: 'passTeam',
}

export default defineHandler('team.pass', async ({ ids }, context) => {
  const sorted = inLockOrder(ids)
  let passed = 0
  for (const id of sorted) {
    const transition = TRANSITIONS[(await lockManaged(id, context)).status]
    if (!transition) continue
    await context.rows.transition('signup.review', transition, id)
    passed += 1
  }
  return { passed, skipped: sorted.length - passed }
})
