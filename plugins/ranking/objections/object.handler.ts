/** An author objects to what a provisional list says of their registration. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type StoredFile } from '../../../runtime/core/contracts.ts'
import { staffWith } from '../../account/grants/staffWith.ts'
import type { RankingObjectionAbout } from '../../generated/enums.ts'
import { lockedList, type RankingList } from '../heldList.ts'
import { ownRegistrations } from '../results/ownRegistrations.ts'
import { objectionWords } from './objectionWords.ts'

const DAY_MS = 86_400_000
/** Without an answer, of one registration against one list. */
const MAX_OPEN = 3

export default defineHandler('ranking.object', async ({ listId, registrationId, answers: sent }, context) => {
  const { session, now, fail, db } = context
  const list = await lockedList(listId, context)
  if (!list || !(await isOwn(list, registrationId, context))) return fail('NOT_FOUND', { entity: 'ranking.list', id: listId })
  if (list.objectionsUntil === null || Date.parse(list.objectionsUntil) < now.getTime()) return fail('RANKING_OBJECTIONS_CLOSED')
  const { answers } = await context.documents.forms.submit({ id: 'ranking.objection' }, sent)
  const { about, text, attachments = null } = answers as { about: RankingObjectionAbout; text: string; attachments?: StoredFile[] | null }
  const { total } = await db
    .selectFrom('ranking_objection')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('registrationId', '=', registrationId)
    .where('listId', '=', listId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  if (Number(total) >= MAX_OPEN) return fail('RANKING_OBJECTIONS_MANY', { max: MAX_OPEN })
  const { competitionId, version } = list
  const deadline = new Date(now.getTime() + list.answerDays * DAY_MS).toISOString()
  const raised = { listId, competitionId, version, registrationId, userId: session.userId!, raisedAt: now.toISOString(), deadline }
  const id = await context.rows.create('ranking.objection', { ...raised, about, text, attachments })
  await tellOrganisers(list, { about, text, deadline }, context)
  return { id }
})

/** Whether the list is provisional and about this registration, and the registration the person's. */
async function isOwn({ state, competitionId, eventId }: RankingList, registrationId: string, { db, session }: HandlerContext) {
  if (state !== 'provisional') return false
  const { rows } = await sql`SELECT FROM signup_registration r WHERE r.id = ${registrationId} AND r."competitionId" = ${competitionId}
    AND (${eventId}::bigint IS NULL OR r."eventId" = ${eventId}::bigint) AND r.id IN ${ownRegistrations(session.userId!)}`.execute(db)
  return rows.length === 1
}

async function tellOrganisers(
  list: RankingList,
  facts: { about: RankingObjectionAbout; text: string; deadline: string },
  context: HandlerContext,
) {
  const { organisationId, words } = await objectionWords(list, facts, context)
  const query = new URLSearchParams({ competitionId: list.competitionId, ranking: list.id, tab: 'objections' })
  const address = `${context.site}/createNewCompetition/competition/rankingList?${query}`
  const people = await staffWith({ competitionId: list.competitionId, organisationId }, context, 'manageRankingList')
  for (const userId of people) await context.messages.send('ranking.objectionRaised', { userId }, { ...words, address })
}
