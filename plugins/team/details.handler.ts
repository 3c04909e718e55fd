/** The form of members with what one member has filled in: of oneself, or for the person who organises the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { memberFormHash } from '../registration/memberForm.ts'
import { partOf, readMember, readTeam } from '../registration/team.ts'

export default defineHandler('team.details', async ({ id }, context) => {
  const member = await readMember(id, context)
  const team = await readTeam(member.registrationId, context)
  const isOwn = member.userId === context.session.userId
  if (!isOwn && (await partOf(team, 'manageTeamInfo', context)) !== 'organiser')
    return context.fail('NOT_FOUND', { entity: 'team.member', id })
  const { formHash: stored, answers } = member
  return {
    id,
    groupId: team.id,
    name: member.name,
    role: member.role,
    formHash: stored ?? (await memberFormHash(team.competitionId, context)),
    answers: stored === null ? {} : await context.documents.forms.read(stored, answers, { whole: isOwn }),
    completedAt: member.completedAt,
  }
})
