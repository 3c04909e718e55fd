/** When sign-up is open, by the server's clock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { type CompetitionFacts, type EventFacts, eventFacts } from './competitionFacts.ts'

/** The chosen event, when it and its competition take sign-ups now. @throws SIGNUP_NOT_STARTED, SIGNUP_CLOSED, SIGNUP_PAUSED, EVENT_UNKNOWN,
 *  EVENT_PAUSED, EVENT_NOT_STARTED, EVENT_CLOSED */
export async function assertOpenForSignup(competition: CompetitionFacts, eventId: string, context: HandlerContext): Promise<EventFacts> {
  assertWindow(competition, context)
  return openEvent(competition.id, eventId, context)
}

function assertWindow({ signupStart, signupEnd, paused }: CompetitionFacts, { now, fail }: HandlerContext): void {
  const moment = now.toISOString()
  if (moment < signupStart) fail('SIGNUP_NOT_STARTED', { at: signupStart })
  if (moment > signupEnd) fail('SIGNUP_CLOSED', { at: signupEnd })
  if (paused) fail('SIGNUP_PAUSED')
}

/** The chosen event, when it takes sign-ups now; its own dates narrow those of the competition. */
async function openEvent(competitionId: string, eventId: string, context: HandlerContext): Promise<EventFacts> {
  const event = await eventFacts(competitionId, eventId, context)
  if (!event) return context.fail('EVENT_UNKNOWN')
  const moment = context.now.toISOString()
  if (event.paused) context.fail('EVENT_PAUSED')
  if (event.signupStart !== null && moment < event.signupStart) context.fail('EVENT_NOT_STARTED', { at: event.signupStart })
  if (event.signupEnd !== null && moment > event.signupEnd) context.fail('EVENT_CLOSED', { at: event.signupEnd })
  return event
}
