/** Who reads a certificate by its id, with the whole name: its holder and the members of its team once it is published, those who approve its batch, and those who issue certificates of the competition. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { maySee, readSubmission } from '../audit/submission.ts'
import type { Row } from '../generated/tables.ts'
import { ownCertificates } from './ownCertificates.ts'

export type Certificate = Row<'certificate_certificate'>
type Read = Pick<Certificate, 'id' | 'batchId' | 'state' | 'competitionId'>
/** Which states holders see. */
const SHOWN: readonly Certificate['state'][] = ['published', 'withdrawn', 'replaced']

/** @param states  those in which holders may, too */
export async function mayRead(
  { id, batchId, state, competitionId }: Read,
  context: HandlerContext,
  states: readonly Certificate['state'][] = SHOWN,
): Promise<boolean> {
  const { userId } = context.session
  if (userId === null) return false
  if (states.includes(state) && (await isOwn(id, userId, context))) return true
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
