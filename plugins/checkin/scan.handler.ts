/** Checks someone in. One row for each person counts (`seat` is unique): of two scanners the second is answered when and by whom. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { type Attendee, attendee, holderOf } from './people.ts'

/** A scan from a device that was offline, at most. */
const LATE_MS = 3 * 86_400_000

export default defineHandler('checkin.scan', async ({ competitionId, code, holder: chosen, scanId, at }, context) => {
  const holder = chosen ?? (await holderOf(code ?? '', context))
  const person = holder === null ? null : await attendee(holder, context)
  if (person?.competitionId !== competitionId) return context.fail('CHECKIN_UNKNOWN')
  if (person.status !== signupStatus.registered) return context.fail('CHECKIN_NOT_APPROVED')
  const known = await context.rows.find('checkin.arrival', { scanId })
  const isNew = known === null && (await arrive(person, scanId, arrivedAt(at, context), context))
  const arrival = await context.rows.find('checkin.arrival', known ? { scanId } : { seat: person.holder })
  if (!arrival) return context.fail('CHECKIN_ALREADY')
  const by =
    arrival.byId === null
      ? null
      : await context.db.selectFrom('account_user').select('name').where('id', '=', arrival.byId).executeTakeFirst()
  // sent again by the device that checked the person in
  const isOwn = isNew || arrival.scanId === scanId
  const state: 'in' | 'already' = isOwn ? 'in' : 'already'
  return { state, id: arrival.id, name: person.name, team: person.team, at: arrival.arrivedAt, by: by?.name ?? '' }
})

async function arrive(person: Attendee, scanId: string, at: string, context: HandlerContext): Promise<boolean> {
  const { holder, competitionId, organisationId, eventId, registrationId, memberId, name } = person
  const place = { competitionId, organisationId, eventId, registrationId, memberId }
  const made = await context.rows.createMissing(
    'checkin.arrival',
    ['seat'],
    [{ ...place, seat: holder, scanId, displayName: name, arrivedAt: at, byId: context.session.userId }],
  )
  return made.length > 0
}

/** When the device read it; now when its clock cannot be right. */
function arrivedAt(at: string | undefined, { now }: Pick<HandlerContext, 'now'>): string {
  const read = at === undefined ? Number.NaN : Date.parse(at)
  const isLikely = read <= now.getTime() && read > now.getTime() - LATE_MS
  return isLikely ? new Date(read).toISOString() : now.toISOString()
}
