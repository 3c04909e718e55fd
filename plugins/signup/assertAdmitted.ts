/** Special conditions of a competition that a person meets when signing up: an invitation, a complete profile. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../runtime/core/values/normaliseText.ts'
import type { Competition } from '../competition/competition.ts'
import { specialSettings } from '../competition/settingForms.ts'
import { profileCertificationState } from '../generated/enums.ts'
import type { SignupPlace } from './signupPlace.ts'

/**
 * Takes one use of the invite code, or the person's line of the list of pre-approved people, in the transaction of the registration: a registration that
 * fails gives it back.
 * @returns id of the code; null when none was needed
 * @throws INVITE_NEEDED, INVITE_USED, SCHOOL_UNBOUND, PROFILE_INCOMPLETE, RATE_LIMITED
 */
export async function assertAdmitted(
  { competition, event }: Pick<SignupPlace, 'competition' | 'event'>,
  inviteCode: string | undefined,
  context: HandlerContext,
): Promise<string | null> {
  if (specialSettings(competition as Competition).needsProfile) await assertProfile(context)
  if (!isInvited({ competition, event })) return null
  const eventId = event?.id ?? null
  if (await takeLine(competition.id, eventId, context)) return null
  return takeInvitation(competition.id, eventId, inviteCode, context)
}

/** The same for who waits for a place: nothing is taken before the person signs up. @throws INVITE_NEEDED, RATE_LIMITED */
export async function assertInvited(
  { competition, event }: Pick<SignupPlace, 'competition' | 'event'>,
  inviteCode: string | undefined,
  context: HandlerContext,
): Promise<void> {
  if (!isInvited({ competition, event })) return
  const eventId = event?.id ?? null
  if (!(await ownLine(competition.id, eventId, context))) await knownInvitation(competition.id, eventId, inviteCode, context)
}

function isInvited({ competition, event }: Pick<SignupPlace, 'competition' | 'event'>): boolean {
  return competition.visibility === 'invite' || event?.invited === true
}

async function assertProfile(context: HandlerContext): Promise<void> {
  const { missing } = await context.call('profile.isCompleteForSignup', {})
  if (missing.some(({ field }) => field === 'school')) context.fail('SCHOOL_UNBOUND')
  const names = missing.map(({ title }) => title).join(context.lang === 'zh' ? '、' : ', ')
  if (missing.length > 0) context.fail('PROFILE_INCOMPLETE', { names })
}

/** Addresses that the account has proved, and student numbers that were verified. Anyone who only says a number is not let in by it. */
async function provedNames({ db, session, rows }: HandlerContext): Promise<string[]> {
  const user = await rows.get('account.user', session.userId!)
  const verified = await db
    .selectFrom('profile_certification')
    .select('number')
    .where('userId', '=', session.userId)
    .where('state', '=', profileCertificationState.approved)
    .execute()
  return [user.phone, user.email, ...verified.map(({ number }) => normaliseAccount(number))].filter((name) => name !== null)
}

/** A line that is used stays the person's own: who withdraws may sign up again. */
async function takeLine(competitionId: string, eventId: string | null, context: HandlerContext): Promise<boolean> {
  const { rows, session, now } = context
  const line = await ownLine(competitionId, eventId, context)
  if (!line) return false
  if (line.userId === null) await rows.save('competition.preapproved', line, { userId: session.userId, usedAt: now.toISOString() })
  return true
}

/** The person's line that is still free or was used by them. Locked. */
async function ownLine(competitionId: string, eventId: string | null, context: HandlerContext) {
  const { db, session } = context
  const names = await provedNames(context)
  if (names.length === 0) return undefined
  return db
    .selectFrom('competition_preapproved')
    .select(['id', 'userId'])
    .where('competitionId', '=', competitionId)
    .where('value', 'in', names)
    .where((where) => where.or([where('eventId', 'is', null), where('eventId', '=', eventId)]))
    .where((where) => where.or([where('userId', 'is', null), where('userId', '=', session.userId)]))
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst()
}

async function takeInvitation(
  competitionId: string,
  eventId: string | null,
  inviteCode: string | undefined,
  context: HandlerContext,
): Promise<string> {
  const id = await knownInvitation(competitionId, eventId, inviteCode, context)
  if (await context.rows.count('competition.inviteCode', { id }, { used: 1 }, { used: 'uses' })) return id
  return context.fail('INVITE_USED')
}

/** Guesses are counted. A code that has expired, or is of another event, answers as one that does not exist. */
async function knownInvitation(
  competitionId: string,
  eventId: string | null,
  inviteCode: string | undefined,
  { db, now, people, session, fail }: HandlerContext,
): Promise<string> {
  const code = inviteCode?.trim().toUpperCase() ?? ''
  if (code === '') return fail('INVITE_NEEDED')
  const guess = { secret: 'invitation', userId: session.userId, account: '' } as const
  await people.sessions.countGuess(guess)
  const known = await db
    .selectFrom('competition_inviteCode')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('code', '=', code)
    .where((where) => where.or([where('eventId', 'is', null), where('eventId', '=', eventId)]))
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', now.toISOString())]))
    .executeTakeFirst()
  if (!known) return fail('INVITE_NEEDED')
  await people.sessions.forgiveGuess(guess)
  return known.id
}
