/** The PDF of a certificate: by its code a published one, by its id for its holder, the members of its team, those who approve its batch, and those who issue certificates of the competition. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type Certificate, mayRead } from './mayRead.ts'
import { sendPdf } from './sendPdf.ts'

export default defineHandler('certificate.file', async ({ id, certificate: code }, context) => {
  const row = await find({ id, code }, context)
  if (!row?.file || !(code === undefined ? await mayRead(row, context, ['published']) : isPublic(row)))
    return context.fail('NOT_FOUND', { entity: 'certificate.certificate' })
  sendPdf(context, `${row.serial}.pdf`, await context.files.open(row.file.id))
  return null
})

async function find(
  { id, code }: { id: string | undefined; code: string | undefined },
  { db }: HandlerContext,
): Promise<Certificate | undefined> {
  if (id === undefined && code === undefined) return undefined
  const query = db.selectFrom('certificate_certificate').selectAll()
  const row = await (code === undefined ? query.where('id', '=', id!) : query.where('code', '=', code)).executeTakeFirst()
  return row as Certificate | undefined
}

/** With a masked name the file, which holds the whole one, is not. */
function isPublic({ state, shownName }: Certificate): boolean {
  return state === 'published' && shownName === 'full'
}
