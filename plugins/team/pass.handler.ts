/** Passes several teams at once: those whose form or members wait for review; the others are counted as skipped. One out of reach fails them all. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { lockManaged } from './team.ts'

const TRANSITIONS: Readonly<Record<number, string>> = { [signupStatus.underReview]: 'approve', [signupStatus.teamUnderReview]: 'passTeam' }

export default defineHandler<{ ids: string[] }>('team.pass', async ({ ids }, context) => {
  // sorted: two organisers with overlapping selections wait for each other instead of blocking each other
  const sorted = [...new Set(ids)].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  let passed = 0
  for (const id of sorted) {
    const transition = TRANSITIONS[(await lockManaged(id, context)).status]
    if (!transition) continue
    await context.transition('signup.review', transition, id)
    passed += 1
  }
  return { passed, skipped: sorted.length - passed }
})
