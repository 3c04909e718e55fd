/** Sums over the invoices of a competition or an organisation, or without either over the platform's own. Corrections count negative. In fen. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ledgerOf } from './finance/ledgerOf.ts'

export default defineHandler('pay.invoiceSums', async (place, context) => {
  const { rows } = await sql<Record<'waiting' | 'invoiced' | 'requested' | 'corrected', string>>`
    select count(*) filter (where state = 'submitted') as waiting,
      coalesce(sum(amount) filter (where state = 'issued'), 0) as invoiced,
      coalesce(sum(amount) filter (where state = 'submitted' and kind = 'normal'), 0) as requested,
      count(*) filter (where state = 'issued' and kind = 'correction') as corrected
    from pay_invoice where ${ledgerOf(place, context)}`.execute(context.db)
  const { waiting, invoiced, requested, corrected } = rows[0]!
  return { waiting: Number(waiting), invoiced: Number(invoiced), requested: Number(requested), corrected: Number(corrected) }
})
