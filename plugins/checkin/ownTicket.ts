/** The ticket of the person who asks. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { signupStatus, teamMemberState } from '../generated/enums.ts'
import { type Attendee, attendee, codeOf } from './people.ts'

export interface Ticket extends Attendee {
  code: string
  competition: LocalText
  place: LocalText | null
}

/** @throws NOT_FOUND unless the registration is approved and the person signed it up alone, or is a member of its team */
export async function ownTicket(registrationId: string, context: HandlerContext): Promise<Ticket> {
  const { db, session, fail } = context
  const unknown = () => fail('NOT_FOUND', { entity: 'signup.registration', id: registrationId })
  const member = await db
    .selectFrom('team_member')
    .select('id')
    .where('registrationId', '=', registrationId)
    .where('userId', '=', session.userId)
    .where('state', '=', teamMemberState.active)
    .executeTakeFirst()
  const person = await attendee(member ? `m${member.id}` : `r${registrationId}`, context)
  if (person?.userId !== session.userId || person.status !== signupStatus.registered) return unknown()
  return { ...person, code: await codeOf(person.holder, context), ...(await placeOf(person.competitionId, context)) }
}

/** What the tickets of a competition say of it. */
export async function placeOf(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Pick<Ticket, 'competition' | 'place'>> {
  const query = db.selectFrom('competition_competition').select(['title', 'place']).where('id', '=', competitionId)
  const { title, place } = await query.executeTakeFirstOrThrow()
  return { competition: title as LocalText, place: (place as LocalText | null) ?? null }
}
