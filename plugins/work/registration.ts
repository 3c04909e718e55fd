/** The registration that submits works, and how many it has. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { signupStatus } from '../generated/enums.ts'
import { ownTeams } from '../registration/ownTeams.ts'

export interface Entrant {
  id: string
  competitionId: string
  eventId: string
  organisationId: string
  status: number
  displayName: string
  school: string | null
  event: LocalText
  /** Theirs to act for; false: the asker is a member of the team. */
  mine: boolean
}

/** The asker's own registration. @throws NOT_FOUND for one that is not theirs */
export async function ownEntrant(id: string, context: HandlerContext): Promise<Entrant> {
  const entrant = await seenEntrant(id, context)
  return entrant.mine ? entrant : context.fail('NOT_FOUND', { entity: 'signup.registration', id })
}

/** The asker's own registration, or that of a team they are a member of. @throws NOT_FOUND for one of others */
export async function seenEntrant(id: string, { db, session, fail }: HandlerContext): Promise<Entrant> {
  const row = await db
    .selectFrom('signup_registration as r')
    .innerJoin('competition_event as e', 'e.id', 'r.eventId')
    .select([
      'r.id',
      'r.userId',
      'r.competitionId',
      'r.eventId',
      'r.organisationId',
      'r.status',
      'r.displayName',
      'r.school',
      'e.title as event',
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()
  const mine = row !== undefined && session.userId !== null && row.userId === session.userId
  if (!row || !(mine || (await isMember(id, { db, session })))) return fail('NOT_FOUND', { entity: 'signup.registration', id })
  return { ...row, id: row.id, competitionId: row.competitionId, eventId: row.eventId, mine } as Entrant
}

async function isMember(registrationId: string, { db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<boolean> {
  if (session.userId === null) return false
  const row = await ownTeams(session.userId, { db }).where('registrationId', '=', registrationId).executeTakeFirst()
  return row !== undefined
}

/** Only approved registrations submit works. Until the end of the transaction no one suspends this one. @throws WORK_NOT_REGISTERED */
export async function assertRegistered(id: string, { db, fail }: HandlerContext): Promise<void> {
  const row = await db.selectFrom('signup_registration').select('status').where('id', '=', id).forShare().executeTakeFirst()
  if (row?.status !== signupStatus.registered) fail('WORK_NOT_REGISTERED')
}

/** Works of a registration that count: neither withdrawn nor deleted. */
export async function countWorks(registrationId: string, { db }: HandlerContext): Promise<number> {
  const { count } = await db
    .selectFrom('work_work')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('registrationId', '=', registrationId)
    .where('state', '=', 'submitted')
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Room for one more; the caller holds the lock `registration`. @throws WORK_LIMIT */
export async function assertRoom(registrationId: string, limit: number, context: HandlerContext): Promise<void> {
  if ((await countWorks(registrationId, context)) >= limit) context.fail('WORK_LIMIT', { limit })
}

/** Key of the draft of a new work, or of the changes to one. */
export function workDraftKey(registrationId: string, workId?: string): string {
  return workId === undefined ? `work:${registrationId}` : `work:${registrationId}:${workId}`
}
