/** Contract `invoicing` of providers of electronic invoices. All amounts are in fen; a correction has negative ones. The provider knows an invoice by the number
 *  of its request, which may be sent twice and counts once. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PayBuyer, PayInvoiceKind } from '../../generated/enums.ts'

export const INVOICING = 'pay.invoicing'

export interface InvoiceProvider {
  name: string
  /** Null: it issues nothing by itself, and finance uploads the files. Answers null while the invoice is not ready: it is asked again.
   *  @throws Error when it is to be tried again; InvoiceRefused when that cannot help */
  issue: ((order: InvoiceOrder, context: HandlerContext) => Promise<IssuedInvoice | null>) | null
}
export interface InvoiceOrder {
  number: string
  kind: PayInvoiceKind
  /** Number of the invoice that a correction cancels. */
  corrects: string | null
  buyer: PayBuyer
  title: string
  taxNumber: string | null
  email: string
  remark: string | null
  amount: number
  /** With what each order is for, in Chinese. */
  lines: { order: string; title: string; amount: number }[]
  orderedAt: string
}
export interface IssuedInvoice {
  invoiceNumber: string
  fileName: string
  file: Buffer
}

/** Its message is shown to finance. */
export class InvoiceRefused extends Error {
  override name = 'InvoiceRefused'
}
