/** Valid certificates of an archive: the person's own, or those of a competition whose certificates the person issues. */
import { sql } from 'kysely'
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import { ownCertificates } from './ownCertificates.ts'

export type Packed = { own: true; ids?: readonly string[] } | { competitionId: string; batchId?: string }
export interface PackedCertificate {
  serial: string
  name: string
  award: { zh: string; en: string } | null
  issuedOn: string
  fileHash: string
  file: StoredFile
}

/** Rights are checked again: the job reads later than the call that ordered it. @param max  rows */
export async function packedCertificates(packed: Packed, context: HandlerContext, max: number): Promise<PackedCertificate[]> {
  const { db, session, call } = context
  if (!('own' in packed)) await call('certificate.mayIssue', { id: packed.competitionId })
  const which =
    'own' in packed
      ? sql`c.id IN ${ownCertificates(session.userId!)} AND (${packed.ids === undefined} OR c.id = ANY(${packed.ids ?? []}::bigint[]))`
      : sql`c."competitionId" = ${packed.competitionId} AND (${packed.batchId ?? null}::bigint IS NULL OR c."batchId" = ${packed.batchId ?? null}::bigint)`
  const { rows } = await sql<PackedCertificate>`
    SELECT c.serial, c.name, c.award, b."issuedOn", c."fileHash", c.file FROM certificate_certificate c JOIN certificate_batch b ON b.id = c."batchId"
    WHERE c.state = 'published' AND c.file IS NOT NULL AND ${which} ORDER BY c.id LIMIT ${max}`.execute(db)
  return rows
}
