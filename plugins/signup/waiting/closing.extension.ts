/** Someone who closes the account waits for no place any more. */
import { defineExtension } from '../../../runtime/core/contracts.ts'
import { leaveAllLists } from './turn.ts'

export default defineExtension('account.closing', 'waiting', (context) => leaveAllLists(context.session.userId!, context))
