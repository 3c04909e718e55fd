/** The file of an issued invoice, by the link in the mail. */
import { attachmentHeader } from '../../runtime/core/attachmentHeader.ts'
import { defineHandler, type StoredFile } from '../../runtime/core/contracts.ts'
import { INVOICE_FILE } from './invoices/issueInvoice.ts'

export default defineHandler('pay.invoiceFile', async ({ token }, context) => {
  const { db, reply, fail } = context
  const id = await context.people.signed.read(INVOICE_FILE, token)
  const row = id === null ? undefined : await db.selectFrom('pay_invoice').select('file').where('id', '=', id).executeTakeFirst()
  const file = row?.file as StoredFile | null | undefined
  if (!file) return fail('NOT_FOUND', { entity: 'pay.invoice', id: '' })
  reply.header('content-type', file.type)
  reply.header('content-disposition', attachmentHeader(file.name))
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cache-control', 'no-store')
  reply.stream(await context.files.open(file.id))
  return null
})
