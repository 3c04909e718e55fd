/** The person's ticket, for printing. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { sendPdf } from '../certificate/sendPdf.ts'
import { ownTicket } from './ownTicket.ts'
import { badgeWords } from './printed.ts'

export default defineHandler('checkin.ticketPdf', async ({ id }, context) => {
  const values = badgeWords(await ownTicket(id, context), context)
  const print = context.platform.get('print', 'checkin.ticket')
  const sheets = [{ values, createdAt: context.now.toISOString() }]
  await context.files.pdf.print({ print, lang: context.lang, pictures: new Map(), sheets }, async ({ bytes }) =>
    sendPdf(context, 'ticket.pdf', bytes),
  )
  return null
})
