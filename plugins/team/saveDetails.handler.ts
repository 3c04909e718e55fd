/** A member fills in the form of members, for this team. Answers given once stay at their version. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { teamMemberState } from '../generated/enums.ts'
import { memberFormHash } from '../registration/memberForm.ts'
import { assertRosterOpen } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { changeMember, lockTeam, readMember } from '../registration/team.ts'

export default defineHandler('team.saveDetails', async ({ id, formHash, answers: given }, context) => {
  const { registrationId, userId } = await readMember(id, context)
  if (userId !== context.session.userId) return context.fail('NOT_FOUND', { entity: 'team.member', id })
  const team = await lockTeam(registrationId, context)
  const member = await readMember(id, context)
  if (member.state !== teamMemberState.active) return context.fail('NOT_FOUND', { entity: 'team.member', id })
  await assertRosterOpen(team, member.role, context)
  const hash = member.formHash ?? (await memberFormHash(team.competitionId, context))
  if (hash !== formHash) return context.fail('FORM_CHANGED', { hash })
  const previous = member.formHash === null ? undefined : (member.answers as Record<string, unknown>)
  const { answers } = await context.documents.forms.submit({ hash: formHash }, given, { role: member.role }, previous)
  await changeMember(member, { formHash, answers, completedAt: context.now.toISOString() }, context)
  return { id, status: await settleTeam(team.id, context) }
})
