/** Closes the person's own account. Others lose nothing: teams get another captain, rooms are released. The only administrator of the platform cannot
 *  close theirs: no one could appoint another one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { isLastAdministrator } from '../account/grants/assertNotLast.ts'
import { giveRoomsBack } from '../hotel/giveRoomsBack.ts'
import { leaveAllLists } from '../signup/waiting/turn.ts'
import { leaveTeams } from '../team/leaveTeams.ts'

export default defineHandler('profile.close', async (_input, context) => {
  const { session, people, rows, fail } = context
  if (await isLastAdministrator(session.userId!, context)) return fail('ACCOUNT_NEEDED')
  await leaveTeams(context)
  await leaveAllLists(session.userId!, context)
  await giveRoomsBack(context)
  await people.personal.erase()
  await rows.record({ entity: 'account.user', rowId: session.userId!, before: null, after: { closed: true } })
  return null
})
