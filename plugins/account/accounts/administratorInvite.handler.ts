/** Tells the state of an administrator's invitation without using it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { inviteState } from './administratorInvites.ts'

export default defineHandler('account.administratorInvite', ({ link }, context) => inviteState(context, link))
