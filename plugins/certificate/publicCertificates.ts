/** Certificates as anyone may see them: those that were published once. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Drafts and discarded ones answer as if there were none. */
const PUBLIC = ['published', 'withdrawn', 'replaced'] as const

export function publicCertificates({ db }: Pick<HandlerContext, 'db'>) {
  return db
    .selectFrom('certificate_certificate as c')
    .innerJoin('certificate_series as s', 's.id', 'c.seriesId')
    .innerJoin('certificate_batch as b', 'b.id', 'c.batchId')
    .innerJoin('competition_competition as k', 'k.id', 'c.competitionId')
    .innerJoin('organisation_organisation as o', 'o.id', 'c.organisationId')
    .select([
      'c.id',
      'c.serial',
      'c.code',
      'c.state',
      'c.name',
      'c.shownName',
      'c.award',
      'c.fileHash',
      'c.withdrawnAt',
      'c.reason',
      'c.values',
      's.title',
      'b.issuedOn',
      'k.title as competition',
      'o.name as organisation',
    ])
    .where('c.state', 'in', PUBLIC)
}
