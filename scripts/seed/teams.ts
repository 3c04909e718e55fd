/** Teams of the demo whose members have accounts: one that is still forming, one that is registered, one that is suspended. */
import { signupStatus, type TeamMemberState, type TeamRole, teamMemberState, teamRole } from '../../plugins/generated/enums.ts'
import { seatOf } from '../../plugins/registration/roster.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import type { SeededCompetition } from './competitions.ts'
import { moment, readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface DemoMember {
  name: string
  /** User name of a demo account; absent: an invented person, or no one when invited. */
  account?: string
  role: TeamRole
  state: TeamMemberState
  complete?: boolean
  message?: string
  invitedAs?: string
}
interface DemoTeam {
  name: string
  slogan: string
  /** Key of an event. */
  event: string
  status: number
  school?: string
  seeking?: boolean
  qualified?: boolean
  labels?: string[]
  inviteCode: string
  reason?: string
  members: DemoMember[]
}
interface DemoTeams {
  /** Key of the competition. */
  competition: string
  limits: Record<string, unknown>
  teams: DemoTeam[]
}
interface Setting {
  competitions: readonly SeededCompetition[]
  /** Ids by username. */
  users: ReadonlyMap<string, string>
}

const COMPETING: readonly TeamRole[] = [teamRole.captain, teamRole.contestant]
const HANDED_IN: readonly number[] = [signupStatus.registered, signupStatus.suspended]

export async function insertTeams(deps: ServerDeps, scope: SeedScope, { competitions, users }: Setting): Promise<void> {
  const { competition: key, limits, teams } = readDemo<DemoTeams>('teams.json')
  const competition = competitions.find((each) => each.key === key)
  if (!competition?.formHash) throw new Error(`no competition "${key}" with a form`)
  const memberFormId = `team.c${competition.id}`
  const documentStore = deps.services.documentStore.bind(scope)
  await documentStore.saveDraft('form', memberFormId, { ...deps.platform().get('form', 'team.starter'), id: memberFormId })
  const { hash } = await documentStore.publish('form', memberFormId)
  await scope.db
    .updateTable('competition_competition')
    .set({ ...limits, memberFormId })
    .where('id', '=', competition.id)
    .execute()
  for (const [at, team] of teams.entries()) await insertTeam(scope, { competition, users, team, hash, at })
}

interface Place {
  competition: SeededCompetition
  users: ReadonlyMap<string, string>
  team: DemoTeam
  /** Of the form of members. */
  hash: string
  at: number
}

async function insertTeam(scope: SeedScope, { competition, users, team, hash, at }: Place): Promise<void> {
  const { db, now } = scope
  const eventId = competition.events.get(team.event)
  const ids = new Map<DemoMember, string | null>()
  for (const member of team.members) ids.set(member, await personOf(scope, member, users))
  const active = team.members.filter(({ state }) => state === teamMemberState.active)
  const handedIn = HANDED_IN.includes(team.status)
  const { name, reason = null, labels, members: _, event: _event, ...facts } = team
  const values = {
    ...facts,
    labels: JSON.stringify(labels ?? []),
    competitionId: competition.id,
    eventId,
    organisationId: competition.organisationId,
    userId: ids.get(team.members[0]!),
    isTeam: true,
    displayName: name,
    formHash: competition.formHash,
    answers: JSON.stringify(handedIn ? { fullName: name, school: team.school, phone: '19900000100' } : {}),
    agreedAt: moment(now, -6 - at),
    submittedAt: handedIn ? moment(now, -4) : null,
    reviewedAt: handedIn ? moment(now, -2) : null,
    reviewReason: reason,
    memberCount: active.filter(({ role }) => COMPETING.includes(role)).length,
    adviserCount: active.filter(({ role }) => !COMPETING.includes(role)).length,
    openCount: active.filter(({ complete }) => !complete).length,
  }
  const { id: registrationId } = await db.insertInto('signup_registration').values(values).returning('id').executeTakeFirstOrThrow()
  for (const [order, member] of team.members.entries()) {
    const { name: called, role, state, complete = false, message = null, invitedAs = null } = member
    const userId = ids.get(member) ?? null
    const isActive = state === teamMemberState.active
    const row = {
      registrationId,
      competitionId: competition.id,
      eventId,
      userId,
      name: called,
      role,
      state,
      message,
      invitedAs,
      invitedById: invitedAs === null ? null : values.userId,
      seat: isActive && userId !== null && COMPETING.includes(role) ? seatOf(String(eventId), userId) : null,
      joinedAt: isActive ? moment(now, -6 + order / 10) : null,
      ...(complete
        ? { formHash: hash, answers: JSON.stringify({ fullName: called, phone: '19900000101' }), completedAt: moment(now, -5) }
        : {}),
    }
    await db.insertInto('team_member').values(row).execute()
  }
}

async function personOf(
  { db }: SeedScope,
  { name, account, invitedAs }: DemoMember,
  users: ReadonlyMap<string, string>,
): Promise<string | null> {
  if (account) return users.get(account) ?? null
  if (invitedAs) return null
  const userName = `team${Buffer.from(name).toString('hex').slice(-12)}`
  return String((await db.insertInto('account_user').values({ userName, name }).returning('id').executeTakeFirstOrThrow()).id)
}
