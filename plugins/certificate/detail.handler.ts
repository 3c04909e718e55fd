/** One certificate for those who may read it by its id. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { mayRead } from './mayRead.ts'

export default defineHandler('certificate.detail', async ({ id }, context) => {
  const row = await context.db
    .selectFrom('certificate_certificate as c')
    .innerJoin('certificate_series as s', 's.id', 'c.seriesId')
    .innerJoin('certificate_batch as b', 'b.id', 'c.batchId')
    .innerJoin('competition_competition as k', 'k.id', 'c.competitionId')
    .innerJoin('organisation_organisation as o', 'o.id', 'c.organisationId')
    .selectAll('c')
    .select(['s.title', 'b.issuedOn', 'k.title as competition', 'o.name as organisation'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row || !(await mayRead(row, context))) return context.fail('NOT_FOUND', { entity: 'certificate.certificate', id })
  const { serial, code, state, name, title, competition, issuedOn, fileHash: hash, publishedAt, withdrawnAt, reason } = row
  const { organisation } = row.values as { organisation?: { name?: LocalText } }
  return {
    ...{ id, serial, code, state, name, title, competition, issuedOn, hash, publishedAt, withdrawnAt, reason },
    award: row.award as Record<string, unknown> | null,
    organisation: organisation?.name ?? row.organisation,
  }
})
