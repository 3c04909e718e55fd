import { defineHandler } from '../../../runtime/core/contracts.ts'
import { decide, pairOf } from './decide.ts'

export default defineHandler('signup.markDifferent', async ({ id, otherId }, context) => ({
  id: await decide(await pairOf(id, otherId, context), false, context),
}))
