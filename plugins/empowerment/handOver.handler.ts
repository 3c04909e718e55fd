/** Gives a competition to another organisation, with everything that names the old one. Approvals by the old parent organisations end. */
import { defineHandler, type EntityName, type HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import { addEntry } from '../audit/addEntry.ts'

const RUN = 'manageCompetition'
/** Entities of the approval history, which is kept. */
const HISTORY = 'audit.'

export default defineHandler('empowerment.handOver', async ({ competitionId, toOrganisationId, reason }, context) => {
  const { session, fail } = context
  const row = await context.rows.get('competition.competition', competitionId)
  const reach = objectsWith(session, RUN, 'organisation')
  if (reach !== null && !reach.includes(toOrganisationId)) return fail('EMPOWER_TARGET')
  if (row.organisationId === toOrganisationId) return fail('EMPOWER_SAME')
  if (row.auditState === 'waiting') return fail('AUDIT_WAITING')
  const auditState = row.auditState === 'banned' ? 'banned' : 'none'
  await moveRows(competitionId, toOrganisationId, context)
  const before = { id: competitionId, organisationId: row.organisationId }
  const log = reason ? { reason } : {}
  await context.rows.save('competition.competition', before, { organisationId: toOrganisationId, auditState }, log)
  await addEntry(context, { competitionId, organisationId: toOrganisationId, action: 'handOver', reason: reason ?? null })
  return { competitionId, organisationId: toOrganisationId }
})

/** Rows of the competition that name its organisation too. */
async function moveRows(competitionId: string, organisationId: string, { rows, tables, platform }: HandlerContext): Promise<void> {
  for (const { id, fields } of platform.documents.entity.values())
    if (fields.competitionId && fields.organisationId && !id.startsWith(HISTORY))
      await rows.bulk(id as EntityName, 'the entry of the competition tells that all its rows move', () =>
        tables.updateTable(tableName(id)).set({ organisationId }).where('competitionId', '=', competitionId).execute(),
      )
}
