/** What the hat worn stands for: 0 an administrator, 1 a competition; group id -1 without one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { identityOptions, NO_GROUP } from './identityOptions.ts'

export default defineHandler('account.groupType', async (_input, context) => {
  const worn = (await identityOptions(context, false)).find(({ current }) => current)
  return { groupId: worn?.objectId ?? NO_GROUP, groupType: worn?.type ?? null, isAdmin: worn?.type === 0 }
})
