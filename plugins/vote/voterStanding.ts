/** Whether someone may vote, and how many votes are left: `vote.auth` answers it, `vote.cast` enforces it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import { signupStatus } from '../generated/enums.ts'
import type { Voter } from './voterOf.ts'
import type { VotingRules } from './votingRules.ts'

export type Refusal = 'signIn' | 'participants' | 'certified' | 'invited'

/** What keeps a person from voting at all; null: nothing. */
export async function refusalOf(rules: VotingRules, context: HandlerContext): Promise<Refusal | null> {
  const { who, competitionId } = rules
  const { session, db } = context
  const { userId } = session
  if (who === 'all') return null
  if (userId === null) return 'signIn'
  if (who === 'participants') return (await isParticipant(competitionId, userId, db)) ? null : 'participants'
  if (who === 'certified') return (await isCertified(userId, db)) ? null : 'certified'
  if (who === 'invited') return (await isInvited(competitionId, userId, context)) ? null : 'invited'
  return null
}

type Db = HandlerContext['db']

/** Signed up alone, leads a team, or is an active member of one. */
async function isParticipant(competitionId: string, userId: string, db: Db): Promise<boolean> {
  const own = db
    .selectFrom('signup_registration')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('userId', '=', userId)
    .where('status', '=', signupStatus.registered)
  if (await own.executeTakeFirst()) return true
  const member = db
    .selectFrom('team_member as m')
    .innerJoin('signup_registration as r', 'r.id', 'm.registrationId')
    .select('m.id')
    .where('m.competitionId', '=', competitionId)
    .where('m.userId', '=', userId)
    .where('m.state', '=', 'active')
    .where('r.status', '=', signupStatus.registered)
  return (await member.executeTakeFirst()) !== undefined
}

async function isCertified(userId: string, db: Db): Promise<boolean> {
  const row = db.selectFrom('profile_certification').select('id').where('userId', '=', userId).where('state', '=', 'approved')
  return (await row.executeTakeFirst()) !== undefined
}

/** By the account, or by a phone number or address of it that was typed before there was one. */
async function isInvited(competitionId: string, userId: string, { db, rows }: HandlerContext): Promise<boolean> {
  const { phone, email } = await rows.get('account.user', userId)
  const contacts = [phone, email].filter((contact) => contact !== null)
  const row = db
    .selectFrom('vote_voter')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where(({ eb, or, and }) =>
      or([eb('userId', '=', userId), ...(contacts.length > 0 ? [and([eb('userId', 'is', null), eb('invitedAs', 'in', contacts)])] : [])]),
    )
  return (await row.executeTakeFirst()) !== undefined
}

/** Votes that someone has given; invalidated ones count for the limits too. */
export interface Given {
  workId: string
  eventId: string
  day: string
}
/** At most as many rows as a person may give votes. */
export async function givenBy({ key }: Voter, competitionId: string, { db }: HandlerContext): Promise<Given[]> {
  const rows = await db
    .selectFrom('vote_ballot')
    .select(['workId', 'eventId', 'day'])
    .where('competitionId', '=', competitionId)
    .where('voter', '=', key)
    .execute()
  return rows as Given[]
}

/** The day of a moment by the platform's clock, `YYYY-MM-DD`. */
export function votingDay({ now, platform }: Pick<HandlerContext, 'now' | 'platform'>): string {
  return dayAt(now, platform.app.timeZone)
}

/** Votes left in all, today (null: no limit of a day), and for each event that has been voted on (none of a limit: empty). */
export function votesLeft(rules: VotingRules, given: readonly Given[], day: string) {
  const left = Math.max(0, rules.perPerson - given.length)
  const today = given.filter((vote) => vote.day === day).length
  const leftToday = rules.perDay === null ? null : Math.min(left, Math.max(0, rules.perDay - today))
  const leftByEvent: Record<string, number> = {}
  if (rules.perEvent !== null)
    for (const { eventId } of given) leftByEvent[eventId] = Math.max(0, (leftByEvent[eventId] ?? rules.perEvent) - 1)
  return { left, leftToday, leftByEvent }
}
