/** Who belongs to a team, and when that may change. The caller holds the team's lock; `seat` is unique in the database, so that no one competes for
 *  two teams of one event whatever happens at the same time. */
import type { ErrorCode, HandlerContext, TransitionTypes } from '../../runtime/core/contracts.ts'
import { competitionFacts, eventFacts } from '../competition/competitionFacts.ts'
import { competitionSignupEdit, signupStatus, type TeamMemberState, type TeamRole, teamMemberState, teamRole } from '../generated/enums.ts'
import { assertPaidFor } from '../pay/orders/paidPeople.ts'
import { countRoles, isFull, teamLimits } from './limits.ts'
import { activeMembers, type Member, membersOf, type Part, type Team } from './team.ts'
import { tell } from './tell.ts'

const FORMING: readonly number[] = [signupStatus.memberDetailsIncomplete, signupStatus.formNotSubmitted]
/** Sent back: may be corrected while supplements are taken. */
const MENDING: readonly number[] = [signupStatus.sentBack, signupStatus.teamSentBack]
/** Those who compete; the others may advise several teams of an event. */
const COMPETING: readonly TeamRole[] = [teamRole.captain, teamRole.contestant]

/** Why members cannot change the team now, as an error code; null while they can. */
export async function frozenBecause(team: Team, context: HandlerContext): Promise<{ code: ErrorCode; details?: { at: string } } | null> {
  const competition = await competitionFacts(team.competitionId, context)
  if (FORMING.includes(team.status)) {
    const event = await eventFacts(team.competitionId, team.eventId, context)
    const end = [competition.signupEnd, event?.signupEnd ?? competition.signupEnd].toSorted()[0]!
    return context.now.toISOString() > end ? { code: 'SIGNUP_CLOSED', details: { at: end } } : null
  }
  if (!MENDING.includes(team.status)) return { code: 'TEAM_FROZEN' }
  const mayMend = competition.signupEdit === competitionSignupEdit.supplementsAllowed
  return mayMend ? null : { code: 'SIGNUP_CLOSED', details: { at: competition.signupEnd } }
}

/** Members change a team until it is submitted; organisers at any time. @throws TEAM_FROZEN, SIGNUP_CLOSED */
export async function assertRosterOpen(team: Team, part: Part | 'stranger', context: HandlerContext): Promise<void> {
  if (part === 'organiser') return
  const frozen = await frozenBecause(team, context)
  if (frozen) context.fail(frozen.code, frozen.details)
}

/** @param except  member who is not counted: the one who changes the role. @throws TEAM_FULL when one more of this role is too many,
 *  TEAM_PAID_FOR when the team has paid for fewer */
export async function assertRoom(team: Team, role: TeamRole, context: HandlerContext, except?: string): Promise<void> {
  const limits = await teamLimits(team.competitionId, team.eventId, context)
  const others = (await activeMembers(team, context)).filter(({ id }) => id !== except)
  if (isFull(role, countRoles(others), limits)) context.fail('TEAM_FULL', { role })
  const { contestants, instructors, mentors } = countRoles([...others, { role }])
  await assertPaidFor(team.id, { contestants, instructors: instructors + mentors }, context)
}

/** Makes the person a member, under the name and role that `member` has now; who was invited in place of someone takes that place. @throws TEAM_FULL, TEAM_ONE_PER_EVENT, TEAM_SIGNED_UP_ALONE */
export async function activate(team: Team, member: Member, context: HandlerContext): Promise<Member> {
  if (member.replacesId !== null) await vacate(team, member.replacesId, context)
  await assertRoom(team, member.role, context)
  const { name, role, joinedAt } = member
  const seat = await freeSeat(team, member, context)
  await move(member, 'accept', { name, role, seat, joinedAt: joinedAt ?? context.now.toISOString() }, context)
  return { ...member, seat, replacesId: null, state: teamMemberState.active }
}

/** Takes someone out for the one who comes in their place; who has left, or become the captain since, does not. */
async function vacate(team: Team, memberId: string, context: HandlerContext): Promise<void> {
  const member = (await activeMembers(team, context)).find(({ id }) => id === memberId)
  if (!member || member.role === teamRole.captain) return
  await end(member, 'remove', context)
  await tell(member.userId, 'team.removed', team, context)
}

/** Takes the person out, or ends an invitation or request. */
export function end(member: Member, way: 'refuse' | 'withdraw' | 'leave' | 'remove', context: HandlerContext): Promise<void> {
  return move(member, way, {}, context)
}

async function move(
  { id }: Member,
  transition: TransitionTypes['team.membership'],
  change: Partial<Member>,
  { rows, fail }: HandlerContext,
): Promise<void> {
  // only an open invitation is in place of someone
  const moved = await rows.transitionWhere('team.membership', transition, { id }, { replacesId: null, ...change })
  if (moved.length === 0) fail('FLOW_STATE', { flow: 'team.membership', transition, state: null })
}

/** The seat that a person in this role takes; null for those who do not compete. @throws TEAM_SIGNED_UP_ALONE, TEAM_ONE_PER_EVENT */
export async function freeSeat(
  team: Team,
  { userId, role }: Pick<Member, 'userId' | 'role'>,
  context: HandlerContext,
): Promise<string | null> {
  if (!COMPETING.includes(role)) return null
  await context.lock('signup', `${team.competitionId}:${userId}`)
  await assertUnseated(team.eventId, userId!, context, team.id)
  return seatOf(team.eventId, userId!)
}

/** Value of the unique column `seat`. */
export function seatOf(eventId: string, userId: string): string {
  return `${eventId}:${userId}`
}

/** No one competes twice in an event, alone or with a team. The caller holds the person's `signup` lock.
 *  @throws TEAM_SIGNED_UP_ALONE, TEAM_ONE_PER_EVENT */
export async function assertUnseated(eventId: string, userId: string, { db, fail }: HandlerContext, ownTeam?: string): Promise<void> {
  const alone = await db
    .selectFrom('signup_registration')
    .select('id')
    .where('eventId', '=', eventId)
    .where('userId', '=', userId)
    .where('isTeam', '=', false)
    .where('status', '<>', signupStatus.withdrawn)
    .executeTakeFirst()
  if (alone) fail('TEAM_SIGNED_UP_ALONE')
  const seat = await db.selectFrom('team_member').select('registrationId').where('seat', '=', seatOf(eventId, userId)).executeTakeFirst()
  if (seat && seat.registrationId !== ownTeam) fail('TEAM_ONE_PER_EVENT')
}

export interface Newcomer {
  userId: string | null
  name: string
  role: TeamRole
  state: 'invited' | 'applied'
  message?: string | null
  invitedAs?: string | null
  invitedById?: string | null
  /** The member in whose place they come. */
  replacesId?: string | null
}

/** The row of an invitation or a request: a new one, or that of someone who was there before.
 *  @throws TEAM_MEMBER_KNOWN when one is open, or the person is in the team */
export async function openRow(team: Team, newcomer: Newcomer, context: HandlerContext): Promise<Member> {
  const { message = null, invitedAs = null, invitedById = null, replacesId = null, ...who } = newcomer
  const known = (await membersOf(team.id, context)).find(
    (member) => (who.userId !== null && member.userId === who.userId) || (invitedAs !== null && member.invitedAs === invitedAs),
  )
  const values = { ...who, message, invitedAs, invitedById, replacesId }
  if (known && OPEN.includes(known.state)) return context.fail('TEAM_MEMBER_KNOWN')
  const { state, ...asked } = { ...values, createdAt: context.now.toISOString() }
  if (known) await move(known, state === 'invited' ? 'invite' : 'apply', asked, context)
  const { id: registrationId, competitionId, eventId } = team
  const row = { registrationId, competitionId, eventId, ...values }
  const id = known?.id ?? (await context.rows.create('team.member', row))
  return (await context.rows.get('team.member', id)) as Member
}
const OPEN: readonly TeamMemberState[] = [teamMemberState.active, teamMemberState.invited, teamMemberState.applied]
