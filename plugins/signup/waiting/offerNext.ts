/** Offers the free places of an event to those who wait. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { type GroupRules, inTurn, type Waiting } from './turn.ts'

const HOUR_MS = 3_600_000

type WaitedEvent = GroupRules['event'] & { id: string; competitionId: string; title: unknown; offerHours: number }
export interface WaitedPlace {
  competition: GroupRules['competition']
  event: WaitedEvent
}

/** The event under the lock of its list, when places of it are offered now: it and its competition are public, not paused and not over. */
export async function lockWaited(eventId: string, context: HandlerContext): Promise<WaitedPlace | null> {
  await context.lock('waitingList', eventId)
  const moment = context.now.toISOString()
  const event = await context.db
    .selectFrom('competition_event')
    .select(['id', 'competitionId', 'title', 'offerHours', 'teamMin', 'teamMax', 'instructorMax'])
    .where('id', '=', eventId)
    .where('removedAt', 'is', null)
    .where('paused', '=', false)
    .where((where) => where.or([where('startsAt', 'is', null), where('startsAt', '>', moment)]))
    .executeTakeFirst()
  if (!event) return null
  const competition = await context.db
    .selectFrom('competition_competition')
    .select(['mode', 'teamMin', 'teamMax', 'instructorMin', 'instructorMax', 'mentorMax'])
    .where('id', '=', event.competitionId)
    .where('published', '=', true)
    .where('paused', '=', false)
    .where((where) => where.or([where('competitionEnd', 'is', null), where('competitionEnd', '>=', moment.slice(0, 10))]))
    .executeTakeFirst()
  return competition ? { competition, event } : null
}

/** Offers what is free, as far as someone waits whom the rules let in. */
export async function offerAll({ competition, event }: WaitedPlace, context: HandlerContext): Promise<number> {
  const free = await freePlaces(event, context)
  const next = free > 0 ? await inTurn(event.id, { competition, event }, context) : []
  for (const entry of next.slice(0, free)) await offer(entry, event, context)
  return Math.min(next.length, free)
}

/** As they were committed: counters are written at the end of a transaction, where the limit of the flow decides. */
export async function freePlaces({ id }: WaitedEvent, { db }: HandlerContext): Promise<number> {
  const { free } = await db
    .selectFrom('competition_event as e')
    .innerJoin('competition_competition as c', 'c.id', 'e.competitionId')
    .select(sql<string | null>`least(e."capacity" - e."taken", c."capacity" - c."taken")`.as('free'))
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow()
  return free === null ? Number.POSITIVE_INFINITY : Number(free)
}

/** Takes a place for an entry, and tells the person. @throws FULL */
export async function offer({ id }: Pick<Waiting, 'id'>, event: WaitedEvent, context: HandlerContext): Promise<void> {
  const until = new Date(context.now.getTime() + event.offerHours * HOUR_MS).toISOString()
  const { userId, displayName } = await context.rows.transition('signup.waitingLife', 'offer', id, { until })
  const words = { name: displayName, event: event.title as LocalText, until, page: `/personalCenter/waiting/${id}` }
  await context.messages.send('signup.placeOffered', { userId }, words)
}
