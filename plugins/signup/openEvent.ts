/** When sign-up is open, by the server's clock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { PlaceCompetition, PlaceEvent, SignupPlace } from './signupPlace.ts'

/** The chosen event, when it and its competition take sign-ups now. @throws SIGNUP_NOT_STARTED, SIGNUP_CLOSED, SIGNUP_PAUSED, EVENT_UNKNOWN,
 *  EVENT_PAUSED, EVENT_NOT_STARTED, EVENT_CLOSED */
export function assertOpenForSignup(
  { competition, event }: Pick<SignupPlace, 'competition' | 'event'>,
  context: Pick<HandlerContext, 'now' | 'fail'>,
): PlaceEvent {
  assertWindow(competition, context)
  return assertOpen(event, context)
}

type Opening = Pick<HandlerContext, 'now' | 'fail'>

// a published competition has its dates
function assertWindow({ signupStart, signupEnd, paused }: PlaceCompetition, { now, fail }: Opening): void {
  const moment = now.toISOString()
  if (moment < signupStart!) fail('SIGNUP_NOT_STARTED', { at: signupStart })
  if (moment > signupEnd!) fail('SIGNUP_CLOSED', { at: signupEnd })
  if (paused) fail('SIGNUP_PAUSED')
}

/** The chosen event, when it takes sign-ups now; its own dates narrow those of the competition. */
function assertOpen(event: PlaceEvent | null, { now, fail }: Opening): PlaceEvent {
  if (!event) return fail('EVENT_UNKNOWN')
  const moment = now.toISOString()
  if (event.paused) fail('EVENT_PAUSED')
  if (event.signupStart !== null && moment < event.signupStart) fail('EVENT_NOT_STARTED', { at: event.signupStart })
  if (event.signupEnd !== null && moment > event.signupEnd) fail('EVENT_CLOSED', { at: event.signupEnd })
  return event
}
