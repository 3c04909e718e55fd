/** The numbers in the name of an invoice's file: `FP2027031000000001_24312000000012345678.pdf`. Pure. */

const REQUEST = /FP\d{16}(?!\d)/i
/** 20 digits, or 8 of an older invoice. */
const INVOICE = /(?<!\d)(\d{20}|\d{8})(?!\d)/

export function readFileName(name: string): { request: string | null; invoiceNumber: string | null } {
  const request = REQUEST.exec(name)?.[0] ?? null
  const rest = request === null ? name : name.replace(request, '_')
  return { request: request?.toUpperCase() ?? null, invoiceNumber: INVOICE.exec(rest)?.[1] ?? null }
}
