/** An invoice was issued: keeps its number and file for good, and sends it. A correction frees the orders of the invoice that it cancels. The caller holds the
 *  locks of the invoice. */
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'
import { releaseOrders } from './closeInvoice.ts'
import { type LockedInvoice, readInvoice } from './lockInvoice.ts'
import { settleIssued } from './settleInvoices.ts'
import { settleInvoicing } from './settleInvoicing.ts'
import { mailInvoice, tellApplicant } from './tellInvoice.ts'

/** Purpose of the tokens in mails. */
export const INVOICE_FILE = 'pay.invoice'

export interface Issued {
  invoiceNumber: string
  file: StoredFile
  /** Name of the provider. */
  provider: string
  /** Who issued it. */
  reviewerId: string | null
}

/** Answers its state. @throws FLOW_STATE, PAY_INVOICE_NUMBER */
export async function issueInvoice({ invoice, lines }: LockedInvoice, issued: Issued, context: HandlerContext) {
  const { id, kind, correctsId } = invoice
  const { state } = await context.rows.transition('pay.invoiceLife', 'issue', id, { ...issued })
  await bindFile(issued.file, id, context)
  if (correctsId !== null) await releaseOrders(correctsId, context)
  // with a provider that takes its time, a refund may have come meanwhile
  else await settleIssued(await readInvoice(id, context), lines, context)
  await settleInvoicing(
    lines.map(({ orderId }) => orderId),
    context,
  )
  const { invoiceNumber } = issued
  await tellApplicant(kind === 'correction' ? 'pay.correctionIssued' : 'pay.invoiceIssued', invoice, context, { invoiceNumber })
  const link = `${context.site}/api/web/pay/invoice/file/${await context.people.signed.sign(INVOICE_FILE, id)}`
  await mailInvoice(invoice, { invoiceNumber, link }, context)
  return state
}

// a job has no person whose files could be claimed
async function bindFile({ id: key }: StoredFile, rowId: string, { rows, now }: HandlerContext): Promise<void> {
  await rows.saveWhere('platform.file', { key, entity: null }, { entity: 'pay.invoice', rowId, boundAt: now.toISOString() })
}
