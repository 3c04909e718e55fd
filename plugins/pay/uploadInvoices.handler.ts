/** Finance uploads files of invoices: each is matched by the number of its request in its name, and issued. What cannot be issued stays as it is. */

import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'
import type { PayUploadResult } from '../generated/enums.ts'
import { holdsInvoice } from './invoices/holdsInvoice.ts'
import { issueInvoice } from './invoices/issueInvoice.ts'
import { type Invoice, type LockedInvoice, lockInvoice } from './invoices/lockInvoice.ts'
import { readFileName } from './invoices/readFileName.ts'
import { exceedsOrders } from './invoices/settleInvoices.ts'

interface Outcome {
  result: PayUploadResult
  number: string | null
  title: string | null
}

export default defineHandler('pay.uploadInvoices', async ({ competitionId = null, answers }, context) => {
  const { answers: accepted } = await context.documents.forms.submit({ id: 'pay.invoiceFiles' }, answers)
  const { files } = accepted as { files: StoredFile[] }
  const results = []
  for (const file of files) results.push({ file: file.name, ...(await issueFile(competitionId, file, context)) })
  const issued = results.filter(({ result }) => result === 'issued').length
  return { issued, failed: results.length - issued, results }
})

async function issueFile(competitionId: string | null, file: StoredFile, context: HandlerContext): Promise<Outcome> {
  const { request, invoiceNumber } = readFileName(file.name)
  if (request === null) return { result: 'noRequest', number: null, title: null }
  const found = await context.db
    .selectFrom('pay_invoice')
    .select(['id', 'number', 'title'])
    .where('number', '=', request)
    .where('competitionId', competitionId === null ? 'is' : '=', competitionId)
    .executeTakeFirst()
  if (!found) return { result: 'unknown', number: request, title: null }
  const { id, number, title } = found
  const locked = await lockInvoice(id, context)
  if (!holdsInvoice(locked, 'confirmInvoice', context)) return { result: 'unknown', number: request, title: null }
  const obstacle = await obstacleOf(locked, invoiceNumber, context)
  if (obstacle) return { result: obstacle, number, title }
  const issued = { invoiceNumber: invoiceNumber!, file, provider: 'pay.manualInvoice', reviewerId: context.session.userId }
  await issueInvoice(locked, issued, context)
  return { result: 'issued', number, title }
}

/** Null: it can be issued. */
async function obstacleOf(
  { invoice, lines }: LockedInvoice,
  invoiceNumber: string | null,
  context: HandlerContext,
): Promise<PayUploadResult | null> {
  if (invoice.state !== 'submitted') return 'notWaiting'
  if (invoiceNumber === null) return 'noNumber'
  if (await isTaken(invoice, invoiceNumber, context)) return 'numberTaken'
  return (await exceedsOrders(lines, context)) ? 'over' : null
}

async function isTaken({ organisationId }: Invoice, invoiceNumber: string, { db }: HandlerContext): Promise<boolean> {
  const query = db
    .selectFrom('pay_invoice')
    .select('id')
    .where('organisationId', organisationId === null ? 'is' : '=', organisationId)
  return (await query.where('invoiceNumber', '=', invoiceNumber).executeTakeFirst()) !== undefined
}
