/** Adds the correction of an issued invoice to the queue of finance: a row of its own with the amounts cancelled. The caller holds the locks of the invoice. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { type Invoice, readLines } from './lockInvoice.ts'
import { requestNumber } from './requestNumber.ts'
import { settleInvoicing } from './settleInvoicing.ts'
import { tellApplicant, tellFinance } from './tellInvoice.ts'

/** `byId`: who began it; null: a refund did. Answers the id. @throws PAY_INVOICE_CORRECTED */
export async function requestCorrection(
  invoice: Invoice,
  { reason, byId }: { reason: string; byId: string | null },
  context: HandlerContext,
): Promise<string> {
  const { id: correctsId, competitionId, organisationId, userId, buyer, title, taxNumber, email, remark } = invoice
  const of = { competitionId, organisationId }
  const number = requestNumber(context)
  const values = { number, ...of, userId, buyer, title, taxNumber, email, remark, reason, amount: -Number(invoice.amount) }
  const id = await context.rows.create('pay.invoice', {
    ...values,
    kind: 'correction',
    correctsId,
    correcting: correctsId,
    reviewerId: byId,
  })
  const lines = await readLines(correctsId, context)
  for (const { orderId, amount, competitionId: lineOf } of lines)
    await context.rows.create('pay.invoiceLine', {
      invoiceId: id,
      orderId,
      competitionId: lineOf,
      organisationId,
      amount: -Number(amount),
      claim: null,
    })
  await settleInvoicing(
    lines.map(({ orderId }) => orderId),
    context,
  )
  const words = { invoiceNumber: invoice.invoiceNumber, reason }
  await tellApplicant('pay.correctionRequested', invoice, context, words)
  await tellFinance('pay.correctionRequested', invoice, context, words)
  return id
}
