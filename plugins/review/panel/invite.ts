/** Invites people to the panel of a competition. Members stay as they are; people who declined or were removed are invited again. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { readCompetition } from '../../competition/competition.ts'
import { refreshConflicts } from '../conflicts.ts'
import { lockRounds } from '../round.ts'
import { type Expert, type ExpertRules, invitingCompetition, ofExpert, sendInvitation } from './panel.ts'

/** Members of one panel at most. */
const MAX = 1000

export interface Invited {
  invited: number
  /** On the panel already. */
  known: number
}

/** A person with the name that the panel shows until they accept. */
export interface Asked {
  id: string
  name: string
  /** Email address that was typed; absent for experts of the pool. */
  invitedAs?: string
}

/** @throws REVIEW_PANEL_FULL */
export async function invitePeople(
  competitionId: string,
  people: readonly Asked[],
  rules: ExpertRules,
  context: HandlerContext,
): Promise<Invited> {
  await lockRounds(competitionId, context)
  const competition = await readCompetition(context, competitionId)
  const rows = await context.db.selectFrom('review_expert').selectAll().where('competitionId', '=', competitionId).execute()
  const known = new Map(rows.map((row) => [row.userId, row]))
  const fresh = people.filter(({ id }) => !isOn(known.get(id)))
  if (rows.filter(isOn).length + fresh.length > MAX) return context.fail('REVIEW_PANEL_FULL', { limit: MAX })
  const inviting = await invitingCompetition(competitionId, context)
  for (const person of fresh) {
    const place = { competitionId, organisationId: competition.organisationId }
    const row = await inviteOne({ ...person, ...place }, known.get(person.id), rules, context)
    await sendInvitation('invited', row, inviting, context)
  }
  if (fresh.length > 0) await refreshConflicts({ competitionId, userIds: fresh.map(({ id }) => id) }, context)
  return { invited: fresh.length, known: people.length - fresh.length }
}

function isOn(row: Expert | undefined): boolean {
  return row !== undefined && (row.state === 'invited' || row.state === 'accepted')
}

async function inviteOne(
  {
    id: userId,
    name,
    invitedAs = null,
    competitionId,
    organisationId,
  }: Omit<Asked, 'invitedAs'> & {
    invitedAs?: string | null
    competitionId: string
    organisationId: string
  },
  before: Expert | undefined,
  rules: ExpertRules,
  context: HandlerContext,
): Promise<Pick<Expert, 'id' | 'userId' | 'name' | 'invitedAt' | 'invitedAs'>> {
  const invitedAt = context.now.toISOString()
  if (!before) {
    const id = await context.rows.create('review.expert', { competitionId, organisationId, userId, name, invitedAs, invitedAt, ...rules })
    // who has no account gets a link to sign in by at this moment, and reads the invitation there
    return { id, userId, name, invitedAt, invitedAs: null }
  }
  await context.rows.transition('review.expertLife', 'invite', before.id)
  await context.rows.save('review.expert', before, { ...rules, name }, ofExpert(before))
  return { id: before.id, userId, name, invitedAt, invitedAs: before.invitedAs }
}
