import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'

export type Mailing = Row<'certificate_mailing'>

/** Reads a request for paper copies under the lock that everyone takes before the lock of its order. @throws NOT_FOUND */
export async function lockMailing(id: string, context: HandlerContext): Promise<Mailing> {
  const { db, fail } = context
  const read = async () =>
    ((await db.selectFrom('certificate_mailing').selectAll().where('id', '=', id).executeTakeFirst()) as Mailing | undefined) ??
    fail('NOT_FOUND', { entity: 'certificate.mailing', id })
  const { certificateId } = await read()
  await context.lock('certificateMailing', certificateId)
  return read()
}
