/** Someone creates a team for an event and is its captain. Same conditions as a sign-up, but the form comes when the members are complete. No place is
 *  taken yet. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { randomCode } from '../competition/randomCode.ts'
import { competitionMode, signupStatus, teamMemberMode, teamMemberState, teamRole } from '../generated/enums.ts'
import { assertUnseated, seatOf } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { assertAdmitted } from '../signup/assertAdmitted.ts'
import { signupPlace } from '../signup/signupPlace.ts'
import { assertTurn } from '../signup/waiting/turn.ts'

export default defineHandler('team.create', async (input, context) => {
  const place = await signupPlace(input.competitionId, input.eventId, context)
  const { competition } = place
  const userId = context.session.userId!
  if (!input.agreement) context.fail('AGREEMENT_NEEDED')
  // people sign up alone, or name their members in the form
  if (competition.mode === competitionMode.individual || competition.memberMode !== teamMemberMode.accounts)
    context.fail('TEAM_NOT_ALLOWED')
  await assertTurn(place, context)
  if (place.registrationId !== null) context.fail('ALREADY_SIGNED_UP', { registrationId: place.registrationId })
  await assertUnseated(input.eventId, userId, context)
  const formHash = place.formHash ?? context.fail('FORM_MISSING')
  const invitationId = await assertAdmitted(place, input.inviteCode, context)
  const values = {
    competitionId: competition.id,
    eventId: input.eventId,
    organisationId: competition.organisationId,
    userId,
    invitationId,
    isTeam: true,
    status: signupStatus.memberDetailsIncomplete,
    formHash,
    answers: {},
    agreedAt: context.now.toISOString(),
    displayName: input.name.trim(),
    slogan: input.slogan ?? null,
    seeking: input.seeking ?? false,
    inviteCode: randomCode(),
  }
  const id = await context.rows.create('signup.registration', values)
  await addCaptain({ registrationId: id, competitionId: competition.id, eventId: input.eventId }, context)
  return { id, status: await settleTeam(id, context), inviteCode: values.inviteCode }
})

async function addCaptain(
  place: { registrationId: string; competitionId: string; eventId: string },
  context: HandlerContext,
): Promise<void> {
  const { session, now } = context
  const row = {
    ...place,
    userId: session.userId,
    name: session.name ?? '',
    role: teamRole.captain,
    state: teamMemberState.active,
    seat: seatOf(place.eventId, session.userId!),
    joinedAt: now.toISOString(),
  }
  await context.rows.create('team.member', row)
}
