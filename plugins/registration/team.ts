/** A team: a registration whose members have rows of their own. The asker is a member, an organiser of its competition, or learns nothing of it. All
 *  changes of one team wait for each other under the lock of its registration. */
import type { Updateable } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { type TeamRole, teamMemberState, teamRole } from '../generated/enums.ts'
import type { Row, Tables } from '../generated/tables.ts'
import { codesOfPart } from './codesInTeam.ts'

export type Team = Row<'signup_registration'>
export type Member = Row<'team_member'>
/** What someone is to a team. */
export type Part = TeamRole | 'organiser'

const TEAM = 'signup.registration'
const MEMBER = 'team.member'

/** A team by its id, without a lock. */
export function findTeam(id: string, { db }: HandlerContext): Promise<Team | undefined> {
  return db.selectFrom('signup_registration').selectAll().where('id', '=', id).where('isTeam', '=', true).executeTakeFirst()
}

/** @throws NOT_FOUND when there is none */
export async function readTeam(id: string, context: HandlerContext): Promise<Team> {
  return (await findTeam(id, context)) ?? context.fail('NOT_FOUND', { entity: TEAM, id })
}

/** A team within the organiser's reach, locked; also one whose members are in the captain's form alone. @throws NOT_FOUND, PERMISSION_DENIED */
export async function lockManaged(id: string, context: HandlerContext): Promise<Team> {
  await context.call('team.managed', { id })
  await context.lock('registration', id)
  return context.rows.get('signup.registration', id)
}

/** Reads a team under its lock. @throws NOT_FOUND */
export async function lockTeam(id: string, context: HandlerContext): Promise<Team> {
  await context.lock('registration', id)
  return readTeam(id, context)
}

/** Active members, the captain first, then in the order in which they came. */
export async function activeMembers({ id }: Pick<Team, 'id'>, context: HandlerContext): Promise<Member[]> {
  const all = await membersOf(id, context)
  return all.filter(({ state }) => state === teamMemberState.active)
}

/** Everyone who has or had to do with the team. */
export async function membersOf(teamId: string, { db }: HandlerContext): Promise<Member[]> {
  const members = await db
    .selectFrom('team_member')
    .selectAll()
    .where('registrationId', '=', teamId)
    .orderBy('joinedAt')
    .orderBy('id')
    .execute()
  return members.toSorted((a, b) => Number(b.role === teamRole.captain) - Number(a.role === teamRole.captain))
}

/** @throws NOT_FOUND when the team has no such member */
export async function readMember(id: string, { db, fail }: HandlerContext): Promise<Member> {
  const row = await db.selectFrom('team_member').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? fail('NOT_FOUND', { entity: MEMBER, id })
}

/** What a person is to the team; null: nothing. Organisers act as organiser, also when they are members. */
export async function partOf(team: Team, permission: string, context: HandlerContext): Promise<Part | null> {
  if (organises(team, permission, context)) return 'organiser'
  const members = await activeMembers(team, context)
  return members.find(({ userId }) => userId === context.session.userId)?.role ?? null
}

function organises({ competitionId, organisationId }: Team, permission: string, { session }: HandlerContext): boolean {
  const holds = (scope: string, id: string) => objectsWith(session, permission, scope)?.includes(id) ?? true
  return holds('competition', competitionId) || holds('organisation', organisationId)
}

/**
 * What the person is to the team, when that lets them continue.
 * @param permission  what lets an organiser do it, and members whose part gives it
 * @param parts       the only members who may, when not all of those
 * @throws NOT_FOUND for strangers, TEAM_PART for other members
 */
export async function assertPart(
  team: Team,
  { permission = 'editTeamInfo', parts }: { permission?: string; parts?: readonly TeamRole[] },
  context: HandlerContext,
): Promise<Part> {
  const part = await partOf(team, permission, context)
  if (part === null) return context.fail('NOT_FOUND', { entity: TEAM, id: team.id })
  if (part === 'organiser') return part
  if (!codesOfPart(part, context.platform).includes(permission) || parts?.includes(part) === false) return context.fail('TEAM_PART')
  return part
}

/** Writes columns of a member and logs them. */
export async function changeMember(before: Member, change: Updateable<Tables['team_member']>, context: HandlerContext): Promise<Member> {
  await context.rows.save(MEMBER, before, change, { of: { registrationId: before.registrationId } })
  return { ...before, ...(change as Partial<Member>) }
}

/** Writes columns of the team and logs them. */
export async function changeTeam(before: Team, change: Updateable<Tables['signup_registration']>, context: HandlerContext): Promise<void> {
  await context.rows.save(TEAM, before, change, { of: { organisationId: before.organisationId } })
}
