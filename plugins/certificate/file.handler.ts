/** The PDF of a certificate: by its code a published one, by its id for its holder, the members of its team, those who approve its batch, and those who issue certificates of the competition. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { maySee, readSubmission } from '../audit/submission.ts'
import type { Certificate } from './issued.ts'
import { ownCertificates } from './ownCertificates.ts'
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

async function mayRead(
  { id, batchId, state, shownName, competitionId }: Certificate,
  isByCode: boolean,
  context: HandlerContext,
): Promise<boolean> {
  // the file holds the whole name
  if (isByCode) return state === 'published' && shownName === 'full'
  const { userId } = context.session
  if (userId === null) return false
  if (state === 'published' && (await isOwn(id, userId, context))) return true
  if (await isApprover(batchId, context)) return true
  try {
    await context.call('certificate.mayIssue', { id: competitionId })
    return true
  } catch (error) {
    if (error instanceof AgonError && ['NOT_FOUND', 'PERMISSION_DENIED', 'SESSION_REQUIRED'].includes(error.code)) return false
    throw error
  }
}

async function isOwn(id: string, userId: string, { db }: HandlerContext): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${ownCertificates(userId)} own WHERE id = ${id}`.execute(db)
  return rows.length > 0
}

/** Those who approve the batch, or did. */
async function isApprover(batchId: string, context: HandlerContext): Promise<boolean> {
  const submission = await context.db
    .selectFrom('audit_submission')
    .select('id')
    .where('batchId', '=', batchId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return submission !== undefined && (await maySee((await readSubmission(submission.id, context))!, context))
}
