/** The invoice state of a registration: what the invoices that hold its orders come to. Pure. */
import type { PayInvoiceState, PayInvoicing } from '../../generated/enums.ts'

export interface InvoiceFacts {
  state: PayInvoiceState
  /** A correction of it waits to be issued. */
  isCorrected: boolean
}

/** @param invoices  that hold an order of the registration; what is withdrawn or corrected holds none. The first that asks for something decides. */
export function invoicingOf(invoices: readonly InvoiceFacts[]): PayInvoicing {
  if (invoices.some(({ state }) => state === 'returned')) return 'returned'
  if (invoices.some(({ isCorrected }) => isCorrected)) return 'correcting'
  if (invoices.some(({ state }) => state === 'submitted' || state === 'issuing')) return 'requested'
  return invoices.some(({ state }) => state === 'issued') ? 'issued' : 'none'
}
