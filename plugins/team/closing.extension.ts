/** Teams of someone who closes the account get another captain, or lose a member; then the person waits for no place any more. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { leaveAllLists } from '../signup/waiting/turn.ts'
import { leaveTeams } from './leaveTeams.ts'

export default defineExtension('account.closing', 'entries', async (context) => {
  await leaveTeams(context)
  await leaveAllLists(context.session.userId!, context)
})
