/** The PDF of a certificate: by its code a published one, by its id for its holder, and for those who issue certificates of the competition. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import type { Certificate } from './issued.ts'
import { sendPdf } from './sendPdf.ts'

export default defineHandler('certificate.file', async ({ id, certificate: code }, context) => {
  const row = await find({ id, code }, context)
  if (!row?.file || !(await mayRead(row, code !== undefined, context)))
    return context.fail('NOT_FOUND', { entity: 'certificate.certificate' })
  sendPdf(context, `${row.serial}.pdf`, await context.files.open(row.file.id))
  return null as never
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

async function mayRead({ state, userId, competitionId }: Certificate, isByCode: boolean, context: HandlerContext): Promise<boolean> {
  if (state === 'published' && (isByCode || (userId !== null && userId === context.session.userId))) return true
  if (isByCode || context.session.userId === null) return false
  try {
    await context.call('certificate.mayIssue', { id: competitionId })
    return true
  } catch (error) {
    if (error instanceof AgonError && ['NOT_FOUND', 'PERMISSION_DENIED', 'SESSION_REQUIRED'].includes(error.code)) return false
    throw error
  }
}
