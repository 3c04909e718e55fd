/** Whose turn it is when a place of a full event becomes free. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { competitionMode, signupWaitingState } from '../../generated/enums.ts'
import { limitsOf } from '../../registration/limits.ts'
import { assertOpenForSignup } from '../openEvent.ts'
import type { PlaceCompetition, PlaceEvent, SignupPlace } from '../signupPlace.ts'

type Group = Pick<PlaceCompetition, 'mode' | 'teamMin' | 'teamMax' | 'instructorMin' | 'instructorMax' | 'mentorMax'>
export type GroupRules = { competition: Group; event: Pick<PlaceEvent, 'teamMin' | 'teamMax' | 'instructorMax'> }
export interface Waiting {
  id: string
  size: number
}

/** Whether a person alone (1), or a team of this size, could sign up for the event as its rules are now. */
export function suits(size: number, { competition, event }: GroupRules): boolean {
  const { teamMin, teamMax } = limitsOf(competition, event)
  if (size === 1 && competition.mode !== competitionMode.team) return true
  return competition.mode !== competitionMode.individual && (teamMin ?? 1) <= size && size <= (teamMax ?? Number.POSITIVE_INFINITY)
}

/** Those whom the rules let in, in turn. */
export async function inTurn(eventId: string, rules: GroupRules, { db }: Pick<HandlerContext, 'db'>): Promise<Waiting[]> {
  const waiting = await db
    .selectFrom('signup_waiting')
    .select(['id', 'size'])
    .where('eventId', '=', eventId)
    .where('status', '=', signupWaitingState.waiting)
    .orderBy('turn')
    .orderBy('id')
    .execute()
  return waiting.filter(({ size }) => suits(size, rules))
}

/** The place that is held for the asker; null when there is none. */
async function ownOffer(eventId: string, { db, session, now }: HandlerContext): Promise<string | null> {
  const query = db.selectFrom('signup_waiting').select('id').where('eventId', '=', eventId).where('userId', '=', session.userId)
  const held = query.where('status', '=', signupWaitingState.offered).where('offerUntil', '>', now.toISOString())
  return (await held.executeTakeFirst())?.id ?? null
}

/**
 * Whether the asker may take a place of the event now. A held place counts until its time is over, also after sign-up has closed; without one no one passes
 * those who wait.
 * @returns the event, and the held place to give to `acceptPlace`
 * @throws what `assertOpenForSignup` refuses with; FULL
 */
export async function assertTurn(place: SignupPlace, context: HandlerContext): Promise<{ event: PlaceEvent; offer: string | null }> {
  const offer = place.waited && place.event ? await ownOffer(place.event.id, context) : null
  if (offer !== null) return { event: place.event!, offer }
  const event = assertOpenForSignup(place, context)
  const first = place.waited ? await inTurn(event.id, { competition: place.competition, event }, context) : []
  if (first.length > 0) context.fail('FULL')
  return { event, offer: null }
}

/** Gives a held place back, to be taken by the registration in the same transaction: no one else can have it in between, since both rows that count stay
 *  locked. The person leaves the other lists of the competition. */
export async function acceptPlace({ competition, waited }: SignupPlace, offer: string | null, context: HandlerContext): Promise<void> {
  if (!waited) return
  if (offer !== null) await context.rows.transition('signup.waitingLife', 'accept', offer)
  await leaveLists(competition.id, context.session.userId!, context)
}

/** Ends all that a person waits for in a competition. */
export function leaveLists(competitionId: string, userId: string, context: HandlerContext): Promise<void> {
  return leave({ userId, competitionId }, context)
}

/** Ends all that a person waits for. */
export function leaveAllLists(userId: string, context: HandlerContext): Promise<void> {
  return leave({ userId }, context)
}

async function leave(whose: { userId: string; competitionId?: string }, { rows }: HandlerContext): Promise<void> {
  const { waiting, offered } = signupWaitingState
  for (const { id } of await rows.all('signup.waiting', { ...whose, status: waiting }))
    await rows.transition('signup.waitingLife', 'leave', id)
  for (const { id } of await rows.all('signup.waiting', { ...whose, status: offered }))
    await rows.transition('signup.waitingLife', 'decline', id)
}
