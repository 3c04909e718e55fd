/** Members of a team may pay for it, and ask for its invoice, as far as their part gives the code. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { codesOfPart } from '../registration/codesInTeam.ts'
import { activeMembers, type Team } from '../registration/team.ts'

export default defineExtension('pay.member', 'team', async (registration, code, context) => {
  if (!registration.isTeam) return null
  const member = (await activeMembers(registration as Team, context)).find(({ userId }) => userId === context.session.userId)
  return member ? codesOfPart(member.role, context.platform).includes(code) : null
})
