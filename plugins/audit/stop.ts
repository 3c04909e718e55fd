/** Halting a competition and lifting the halt, by an approving parent organisation of the organiser. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import type { AuditState } from '../generated/enums.ts'
import { superiorsOf } from '../organisation/superiorsOf.ts'
import { addEntry } from './addEntry.ts'
import { APPROVAL_RIGHT } from './duties.ts'
import { lastSubmission, readSteps, readSubmission } from './submission.ts'
import { tell } from './tell.ts'

interface Competition {
  organisationId: string
  auditState: string
  published: boolean
}

/** @throws NOT_FOUND unless the person is an approver of a parent organisation of the organiser */
export async function competitionBelow(
  competitionId: string,
  { db, session, fail }: HandlerContext,
): Promise<Competition & { above: string }> {
  const row = await db
    .selectFrom('competition_competition')
    .select(['organisationId', 'auditState', 'published'])
    .where('id', '=', competitionId)
    .executeTakeFirst()
  const reach = objectsWith(session, APPROVAL_RIGHT, 'organisation')
  const line = row ? await superiorsOf(row.organisationId, db) : []
  const above = reach === null ? (line[0] ?? (row ? row.organisationId : undefined)) : line.find((id) => reach.includes(id))
  if (!row || above === undefined) return fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  return { ...row, organisationId: row.organisationId, above }
}

/** Ends a pending submission: a halted competition is not decided on. */
export async function endWaiting(competitionId: string, reason: string | null, context: HandlerContext): Promise<void> {
  const waiting = await lastSubmission(competitionId, context)
  if (waiting?.state !== 'waiting') return
  // waits for a decision that is being made
  await context.lock('audit', waiting.id)
  const last = await readSubmission(waiting.id, context)
  if (last?.state !== 'waiting') return
  for (const step of await readSteps(last.id, context))
    if (step.state === 'waiting' || step.state === 'pending') await context.rows.transition('audit.level', 'close', step.id)
  await context.rows.transition('audit.review', 'sendBack', last.id, { reason })
}

/** Writes the halted or lifted state, its history entry and the message to the organiser. */
export async function writeStop(
  competitionId: string,
  change: { auditState: AuditState; published?: boolean },
  facts: { before: Competition; above: string; action: 'ban' | 'pass'; reason: string | null },
  context: HandlerContext,
): Promise<void> {
  const { before, above, action, reason } = facts
  const stored = { id: competitionId, auditState: before.auditState, published: before.published }
  await context.rows.save('competition.competition', stored, change)
  await addEntry(context, { competitionId, organisationId: above, action, reason })
  const template = action === 'ban' ? 'audit.banned' : 'audit.passed'
  await tell(context, template, await runners(competitionId, before.organisationId, context), {
    competitionId,
    organisationId: above,
    reason,
  })
}

/** People who run the competition or its organisation and may change it. */
async function runners(competitionId: string, organisationId: string, { db, platform }: HandlerContext): Promise<{ id: string }[]> {
  const roles = [...platform.documents.role.values()]
    .filter(({ permissions }) => permissions.includes('editCompetition'))
    .map(({ id }) => id)
  const rows = await db
    .selectFrom('account_grant')
    .select('userId as id')
    .distinct()
    .where('role', 'in', roles)
    .where((is) =>
      is.or([
        is.and([is('scope', '=', 'competition'), is('objectId', '=', competitionId)]),
        is.and([is('scope', '=', 'organisation'), is('objectId', '=', organisationId)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => ({ id }))
}
