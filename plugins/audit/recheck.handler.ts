/** Runs at the end of each call that wrote fields that need approval: marks a published competition that differs from what was approved, and
 * notifies the organiser and the last approver once. Changing it back restores the approval. */
import { defineHandler, type HandlerContext, type WrittenRow } from '../../runtime/core/contracts.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import { addEntry } from './addEntry.ts'
import { organisationApprovers } from './approvers.ts'
import { listNames } from './snapshot.ts'
import { readStanding, type Standing } from './standing.ts'
import { organiserOf, readSteps, type Submission, setCompetitionState } from './submission.ts'
import { tell } from './tell.ts'

export default defineHandler<'audit.recheck', { rows: WrittenRow[] }>('audit.recheck', async ({ rows }, context) => {
  const ids = new Set<string>()
  for (const row of rows) {
    const id = await competitionOf(row, context)
    if (id !== null) ids.add(id)
  }
  for (const id of [...ids].sort()) await recheck(id, context)
})

/** Null when the row and everything that names its competition are deleted. */
async function competitionOf({ entity, rowId, competitionId }: WrittenRow, { tables }: HandlerContext): Promise<string | null> {
  if (typeof competitionId === 'string') return competitionId
  const row = await tables.selectFrom(tableName(entity)).select('competitionId').where('id', '=', rowId).executeTakeFirst()
  return row ? String(row.competitionId) : null
}

async function recheck(id: string, context: HandlerContext): Promise<void> {
  const row = await context.db
    .selectFrom('competition_competition')
    .select('auditState')
    .where('id', '=', id)
    .where('published', '=', true)
    .where('auditState', 'in', ['approved', 'changed'])
    .where('competitionEnd', '>', context.now.toISOString())
    .executeTakeFirst()
  if (!row) return
  const standing = await readStanding(id, context)
  if (standing.state === row.auditState || !standing.last) return
  await setCompetitionState(id, standing.state, context)
  if (standing.state === 'changed') await tellChanged(standing, standing.last, context)
}

async function tellChanged({ competitionId, organisationId, changed }: Standing, last: Submission, context: HandlerContext): Promise<void> {
  const top = (await readSteps(last.id, context)).at(-1)
  const facts = { competitionId, submissionId: last.id, number: last.number, organisationId }
  await addEntry(context, { ...facts, action: 'changed', reason: listNames(changed).zh })
  const people = [...(top ? await organisationApprovers(top.organisationId, context) : []), ...organiserOf(last)]
  await tell(context, 'audit.changedAfter', people, { competitionId, fields: listNames(changed) })
}
