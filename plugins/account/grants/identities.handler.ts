/** The identities of the person, and the group id of the one in use: -1 with none. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { identityOptions, NO_GROUP } from './identityOptions.ts'

export default defineHandler('account.identities', async ({ own = false }, context) => {
  const list = await identityOptions(context, own)
  const chosen = list.find(({ current }) => current)
  return { groupId: chosen?.objectId ?? NO_GROUP, identity: context.session.identity, list }
})
