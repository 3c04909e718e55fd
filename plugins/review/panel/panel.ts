/** Members of a panel: the experts who judge a competition, with their invitations and answers. Changes of a panel and assignments hold the lock of the
 *  competition's rounds: no one is assigned who is leaving. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { Row } from '../../generated/tables.ts'
import { lockRounds } from '../round.ts'
import { taskWords } from './taskWords.ts'

export type Expert = Row<'review_expert'>
/** The organiser's settings for an expert; absent ones stay as they are. */
export interface ExpertRules {
  roundIds?: string[] | null
  eventIds?: string[] | null
  keywords?: string | null
  languages?: string | null
  minLoad?: number
  maxLoad?: number | null
  isShown?: boolean
  shownAs?: LocalText | null
}

const ENTITY = 'review.expert'
const PURPOSE = 'review.invitation'
const PATH = '/judgingInvitation'

/** @throws NOT_FOUND also for what is out of reach */
export async function lockExpert(id: string, context: HandlerContext): Promise<Expert> {
  const { db, fail } = context
  const find = () => db.selectFrom('review_expert').selectAll().where('id', '=', id)
  const row = await find().executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: ENTITY, id })
  await context.call('competition.maySetWorks', { id: row.competitionId })
  await lockRounds(row.competitionId, context)
  return (await find().executeTakeFirst()) ?? fail('NOT_FOUND', { entity: ENTITY, id })
}

/** Whose an entry of the log is. */
export function ofExpert({ competitionId, organisationId }: Pick<Expert, 'competitionId' | 'organisationId'>) {
  return { of: { competitionId, organisationId } }
}

/** A link that answers this invitation: it is good until it is answered, or until the expert is invited anew. */
export async function invitationLink(row: Pick<Expert, 'id' | 'invitedAt'>, { people, site }: HandlerContext): Promise<string> {
  const token = await people.signed.sign(PURPOSE, `${row.id} ${Date.parse(row.invitedAt)}`)
  return `${site}${PATH}?${new URLSearchParams({ invitation: token })}`
}

/** The invitation of a link, whatever its state; null for a link that is none, or that a newer one has replaced. */
export async function openInvitation(token: string, { people, db }: HandlerContext): Promise<Expert | null> {
  const value = await people.signed.read(PURPOSE, token)
  const [id = '', at] = value?.split(' ') ?? []
  const row = value === null ? undefined : await db.selectFrom('review_expert').selectAll().where('id', '=', id).executeTakeFirst()
  return row && Date.parse(row.invitedAt) === Number(at) ? row : null
}

/** What invitations say of a competition. */
export interface InvitingCompetition {
  title: LocalText
  organisation: LocalText
}

/** Title and organisation of a competition, for invitations. @throws NOT_FOUND */
export async function invitingCompetition(competitionId: string, { db, fail }: HandlerContext): Promise<InvitingCompetition> {
  const row = await db
    .selectFrom('competition_competition as c')
    .innerJoin('organisation_organisation as o', 'o.id', 'c.organisationId')
    .select(['c.title', 'o.name as organisation'])
    .where('c.id', '=', competitionId)
    .executeTakeFirst()
  return row ?? fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
}

/** Into the inbox, and by mail where there is an address. */
export async function sendInvitation(
  kind: 'invited' | 'reminder',
  row: Pick<Expert, 'id' | 'userId' | 'name' | 'invitedAt' | 'invitedAs'>,
  { title, organisation }: InvitingCompetition,
  context: HandlerContext,
): Promise<void> {
  const address = await invitationLink(row, context)
  const task = await taskWords(await context.rows.get('review.expert', row.id), context)
  const words = {
    ...{ name: row.name, titleZh: title.zh, titleEn: title.en, byZh: organisation.zh, byEn: organisation.en },
    ...{ taskZh: task.zh, taskEn: task.en, address },
  }
  await context.messages.send(`review.${kind}`, { userId: row.userId }, words)
  const { email } = await context.rows.get('account.user', row.userId)
  const to = email ?? row.invitedAs
  if (to) await context.messages.send(`review.${kind}Mail`, { userId: row.userId, address: to }, words)
}
