/** A team as its members and organisers see it: people, limits, what is missing, and the one thing to do next. Strangers learn nothing of it. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { competitionFacts, draftKey, eventFacts, publishedFormHash } from '../competition/competitionFacts.ts'
import { signupStatus, type TeamNext, teamMemberState, teamRole } from '../generated/enums.ts'
import { countRoles, type TeamCounts, type TeamLimits, teamLimits } from '../registration/limits.ts'
import { memberFormHash } from '../registration/memberForm.ts'
import { frozenBecause } from '../registration/roster.ts'
import { findTeam, type Member, membersOf, type Part, partOf, type Team } from '../registration/team.ts'

const SHOWN: readonly string[] = [teamMemberState.active, teamMemberState.invited, teamMemberState.applied]
const PAST: readonly string[] = [teamMemberState.left, teamMemberState.removed]

export default defineHandler('team.info', async ({ id }, context) => {
  const team = (await findTeam(id, context)) ?? (await failMissing(id, context))
  const part = await partOf(team, 'manageTeamInfo', context)
  const all = await membersOf(id, context)
  if (part === null) return context.fail(...refusalOf(team, all, context))
  const members = all.filter(({ state }) => SHOWN.includes(state))
  const facts = await factsOf(team, part, members, context)
  const mayEdit = part === 'organiser' || (['captain', 'instructor'].includes(part) && facts.frozen === null)
  const leads = part === 'organiser' || part === teamRole.captain
  const inviteCode = leads || part === teamRole.instructor ? team.inviteCode : null
  return {
    id,
    name: team.displayName,
    slogan: team.slogan,
    labels: (team.labels ?? []) as string[],
    seeking: team.seeking,
    aboutPublic: team.aboutPublic,
    status: team.status,
    qualified: team.qualified,
    reason: team.reviewReason,
    submittedAt: team.submittedAt,
    competitionId: team.competitionId,
    eventId: team.eventId,
    part,
    mayEdit,
    leads,
    inviteCode,
    /** Where anyone who has it may ask to join. */
    address: inviteCode && `${context.site}/personalCenter/join?code=${inviteCode}`,
    ...facts,
    next: nextOf(team, part, facts),
  }
})

/** Former members learn that they were in it; for everyone else there is no such team. */
function refusalOf({ id }: Team, all: Member[], { session }: HandlerContext): Parameters<HandlerContext['fail']> {
  const wasIn = all.some(({ userId, state }) => userId !== null && userId === session.userId && PAST.includes(state))
  return wasIn ? ['TEAM_PAST_MEMBER'] : ['NOT_FOUND', { entity: 'signup.registration', id }]
}

/** Members of a team that was deleted learn that, as long as it can be restored. */
async function failMissing(id: string, { db, session, fail }: HandlerContext): Promise<never> {
  const own = JSON.stringify([{ userId: session.userId, registrationId: id }])
  const deleted = db.selectFrom('team_deleted').select('id').where(sql<boolean>`members @> ${own}::jsonb`).limit(1)
  if (await deleted.executeTakeFirst()) return fail('TEAM_DISBANDED')
  return fail('NOT_FOUND', { entity: 'signup.registration', id })
}

type Facts = Awaited<ReturnType<typeof factsOf>>

async function factsOf(team: Team, part: Part, members: Member[], context: HandlerContext) {
  const { db, session } = context
  const competition = await competitionFacts(team.competitionId, context)
  const event = await eventFacts(team.competitionId, team.eventId, context)
  const titles = await db
    .selectFrom('competition_event as e')
    .innerJoin('competition_competition as c', 'c.id', 'e.competitionId')
    .select(['e.title as event', 'c.title as competition'])
    .where('e.id', '=', team.eventId)
    .executeTakeFirstOrThrow()
  const active = members.filter(({ state }) => state === teamMemberState.active)
  const counts = countRoles(active)
  const limits = await teamLimits(team.competitionId, team.eventId, context)
  const asked = (await memberFormHash(team.competitionId, context)) !== null
  const own = active.find(({ userId }) => userId === session.userId)
  const open = asked ? active.filter(({ completedAt }) => completedAt === null) : []
  return {
    ...titles,
    members: active.map((member) => shown(member, asked, session.userId)),
    invited: part === teamRole.contestant ? [] : invitedTo(members, asked),
    applied:
      part === teamRole.contestant ? [] : members.filter(({ state }) => state === 'applied').map((member) => shown(member, asked, null)),
    limits,
    counts,
    missing: lacking(counts, limits),
    asksMembers: asked,
    openNames: open.map(({ name }) => name),
    ownId: own?.id ?? null,
    ownOpen: own !== undefined && open.includes(own),
    frozen: (await frozenBecause(team, context))?.code ?? null,
    formHash: await publishedFormHash(competition, context, event),
    draftKey: draftKey(team.competitionId, event),
    signupEnd: competition.signupEnd,
  }
}

function invitedTo(members: Member[], asked: boolean) {
  const nameOf = (id: string | null) => members.find((member) => member.id === id && member.state === teamMemberState.active)?.name ?? null
  return members
    .filter(({ state }) => state === teamMemberState.invited)
    .map((member) => ({ ...shown(member, asked, null), replaces: nameOf(member.replacesId) }))
}

function shown({ id, name, role, completedAt, joinedAt, message, userId }: Member, asked: boolean, self: string | null) {
  return { id, name, role, message, joinedAt, complete: !asked || completedAt !== null, isOwn: userId !== null && userId === self }
}

/** How many are missing at least. */
function lacking(counts: TeamCounts, { teamMin, instructorMin }: TeamLimits): { contestants: number; instructors: number } {
  return {
    contestants: Math.max(0, (teamMin ?? 1) - counts.contestants),
    instructors: Math.max(0, (instructorMin ?? 0) - counts.instructors),
  }
}

/** The order is the rule: decided states first, then what the person can do, then what others have to do. */
function nextOf({ status, reviewReason }: Team, part: Part, facts: Facts): TeamNext {
  const decided: Partial<Record<number, TeamNext>> = {
    [signupStatus.underReview]: 'wait',
    [signupStatus.teamUnderReview]: 'wait',
    [signupStatus.registered]: 'done',
    [signupStatus.suspended]: 'suspended',
    [signupStatus.notApproved]: 'notApproved',
    [signupStatus.withdrawn]: 'withdrawn',
  }
  const found = decided[status]
  if (found) return found
  if (facts.frozen !== null) return 'closed'
  const leads = part === teamRole.captain
  if (leads && facts.applied.length > 0) return 'decide'
  if (facts.ownOpen) return 'fillOwn'
  if (facts.missing.contestants > 0) return 'invite'
  if (facts.missing.instructors > 0) return 'inviteInstructor'
  if (facts.openNames.length > 0) return 'remind'
  if (status === signupStatus.sentBack && reviewReason === null) return leads ? 'change' : 'waitCaptain'
  if (status === signupStatus.sentBack) return leads ? 'fix' : 'waitCaptain'
  if (status === signupStatus.teamSentBack) return leads ? 'resubmit' : 'waitCaptain'
  return leads ? 'form' : 'waitCaptain'
}
