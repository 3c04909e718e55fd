/** Tells what an administrator's invitation is good for; does not use it up. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { inviteState } from './administratorInvites.ts'

export default defineHandler('account.administratorInvite', ({ link }, context) => inviteState(context, link))
