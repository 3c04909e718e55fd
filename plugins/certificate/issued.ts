/** One published certificate that the asker may withdraw or issue anew. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

export type Certificate = Row<'certificate_certificate'>

/** The row is locked. @throws NOT_FOUND also for what is out of reach; CERTIFICATE_STATE */
export async function lockIssued(id: string, context: HandlerContext): Promise<Certificate> {
  const row = (await context.db.selectFrom('certificate_certificate').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | Certificate
    | undefined
  if (!row) return context.fail('NOT_FOUND', { entity: 'certificate.certificate', id })
  await context.call('certificate.mayIssue', { id: row.competitionId })
  return row.state === 'published' ? row : context.fail('CERTIFICATE_STATE')
}
