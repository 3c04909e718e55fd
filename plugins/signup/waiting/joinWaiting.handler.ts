/** Someone joins the waiting list of a full event, at its end. The call holds the lock of the list. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { competitionMode, signupStatus, signupWaitingState } from '../../generated/enums.ts'
import { assertInvited } from '../assertAdmitted.ts'
import { assertOpenForSignup } from '../openEvent.ts'
import { type PlaceEvent, type SignupPlace, signupPlace } from '../signupPlace.ts'
import { suits } from './turn.ts'

interface Joining {
  competitionId: string
  eventId: string
  name?: string
  size?: number
}

export default defineHandler('signup.joinWaiting', async (input, context) => {
  const place = await signupPlace(input.competitionId, input.eventId, context)
  const event = assertOpenForSignup(place, context)
  await assertNoOther(place, event, context)
  await assertInvited(place, input.inviteCode, context)
  const { waitingList } = await context.rows.get('competition.event', event.id)
  if (!waitingList) context.fail('WAITING_NONE')
  const { last, waits } = await endOf(event.id, context)
  if (waits === 0 && !(await context.rows.limitReached('signup.review', 'submit', input))) context.fail('WAITING_ROOM')
  const values = group(input, { competition: place.competition, event }, context)
  const id = await context.rows.create('signup.waiting', {
    competitionId: place.competition.id,
    eventId: event.id,
    organisationId: place.competition.organisationId,
    userId: context.session.userId!,
    ...values,
    turn: last + 1,
    seat: `${event.id}:${context.session.userId}`,
  })
  return { id, position: waits + 1 }
})

/** A team that is being put together may wait; who has signed up may not. */
async function assertNoOther({ registrationId }: SignupPlace, event: PlaceEvent, context: HandlerContext): Promise<void> {
  if (registrationId === null) return
  const { eventId, status } = await context.rows.get('signup.registration', registrationId)
  const forming: number[] = [signupStatus.memberDetailsIncomplete, signupStatus.formNotSubmitted]
  if (eventId !== event.id || !forming.includes(status)) context.fail('ALREADY_SIGNED_UP', { registrationId })
}

async function endOf(eventId: string, { db }: HandlerContext): Promise<{ last: number; waits: number }> {
  const { last, waits } = await db
    .selectFrom('signup_waiting')
    .select(({ fn }) => [fn.max('turn').as('last'), fn.count('id').filterWhere('status', '=', signupWaitingState.waiting).as('waits')])
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow()
  return { last: Math.max(0, Number(last ?? 0)), waits: Number(waits) }
}

/** @throws WAITING_NAME, WAITING_SIZE */
function group(
  { name = '', size = 1 }: Joining,
  place: { competition: SignupPlace['competition']; event: PlaceEvent },
  context: HandlerContext,
) {
  const isTeam = size > 1 || place.competition.mode === competitionMode.team
  if (isTeam && name.trim() === '') context.fail('WAITING_NAME')
  if (!suits(size, place)) context.fail('WAITING_SIZE')
  const displayName = isTeam ? name.trim() : (context.session.name ?? '')
  return { displayName, size }
}
