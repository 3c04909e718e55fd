/** Special conditions of a competition that a person meets when signing up: an invitation, a complete profile. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Competition } from '../competition/competition.ts'
import { specialSettings } from '../competition/settingForms.ts'
import type { PlaceCompetition } from './signupPlace.ts'

/**
 * Takes one use of the invite code in the transaction of the registration: a registration that fails gives it back.
 * @throws INVITE_NEEDED, INVITE_USED, SCHOOL_UNBOUND, PROFILE_INCOMPLETE
 */
export async function assertAdmitted(
  competition: PlaceCompetition,
  inviteCode: string | undefined,
  context: HandlerContext,
): Promise<void> {
  if (specialSettings(competition as Competition).needsProfile) await assertProfile(context)
  if (competition.visibility === 'invite') await takeInvitation(competition.id, inviteCode, context)
}

async function assertProfile(context: HandlerContext): Promise<void> {
  const { missing } = await context.call('profile.isCompleteForSignup', {})
  if (missing.some(({ field }) => field === 'school')) context.fail('SCHOOL_UNBOUND')
  const names = missing.map(({ title }) => title).join(context.lang === 'zh' ? '、' : ', ')
  if (missing.length > 0) context.fail('PROFILE_INCOMPLETE', { names })
}

async function takeInvitation(competitionId: string, inviteCode: string | undefined, { db, rows, fail }: HandlerContext): Promise<void> {
  const code = inviteCode?.trim().toUpperCase() ?? ''
  if (await rows.count('competition.inviteCode', { competitionId, code }, { used: 1 }, { used: 'uses' })) return
  const known = await db
    .selectFrom('competition_inviteCode')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('code', '=', code)
    .executeTakeFirst()
  fail(known ? 'INVITE_USED' : 'INVITE_NEEDED')
}
