/** Sums over the ledger of a competition or an organisation, or without either over what no competition charges for: the platform's own. In fen. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ledgerOf } from './finance/ledgerOf.ts'

export default defineHandler('pay.sums', async (place, context) => {
  const of = ledgerOf(place, context)
  const { rows } = await sql<Record<'paid' | 'refunded' | 'waiting' | 'due' | 'refundable' | 'open', string>>`
    select p.paid, r.refunded, r.waiting, o.due, o.refundable, o.open from
      (select coalesce(sum(amount), 0) as paid from pay_payment where ${of}) p,
      (select coalesce(sum(amount) filter (where state in ('requested', 'done')), 0) as refunded,
         coalesce(sum(amount) filter (where state = 'waiting'), 0) as waiting from pay_refund where ${of}) r,
      (select coalesce(sum(total) filter (where state = 'pending'), 0) as due,
         coalesce(sum(paid - refunded) filter (where state = 'paid' and purpose = 'signup'), 0) as refundable,
         count(*) filter (where state in ('pending', 'paid') and purpose = 'signup') as open from pay_order where ${of}) o`.execute(
    context.db,
  )
  const { paid, refunded, waiting, due, refundable, open } = rows[0]!
  return {
    paid: Number(paid),
    refunded: Number(refunded),
    waiting: Number(waiting),
    net: Number(paid) - Number(refunded),
    due: Number(due),
    refundable: Number(refundable),
    open: Number(open),
  }
})
