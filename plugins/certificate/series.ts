/** A series and its template, as handlers read them. */
import { createHash } from 'node:crypto'
import type { HandlerContext, RowRead } from '../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../runtime/core/documents.ts'
import type { Row } from '../generated/tables.ts'

export type Series = Row<'certificate_series'>
export type Batch = Omit<Row<'certificate_batch'>, 'print'> & { print: PrintDocument | null }
/** Form whose fields are the values of certificates. */
export const VALUES_FORM = 'certificate.values'

/** @throws NOT_FOUND also for a series of another competition */
export async function readSeries(id: string, competitionId: string, { db, fail }: HandlerContext): Promise<Series> {
  const row = await db
    .selectFrom('certificate_series')
    .selectAll()
    .where('id', '=', id)
    .where('competitionId', '=', competitionId)
    .executeTakeFirst()
  return (row as Series | undefined) ?? fail('NOT_FOUND', { entity: 'certificate.series', id })
}

/** A batch of a competition whose certificates the asker may issue. @throws NOT_FOUND also for what is out of reach */
export async function readBatch(id: string, context: HandlerContext, read?: RowRead): Promise<Batch> {
  const row = await context.rows.get('certificate.batch', id, read)
  await context.call('certificate.mayIssue', { id: row.competitionId })
  return row as Batch
}

/** Identifies the content of a template: SHA-256, in hex. */
export function templateHash(print: PrintDocument): string {
  return createHash('sha256').update(JSON.stringify(print)).digest('hex')
}
