/** Teams of someone who closes the account get another captain, or lose a member. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { leaveTeams } from './leaveTeams.ts'

export default defineExtension('account.closing', 'teams', leaveTeams)
