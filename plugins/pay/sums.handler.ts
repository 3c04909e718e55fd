/** Sums over the ledger of a competition, or without one over what no competition charges for: the platform's own. In fen. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'

const SUMS = ['paid', 'refunded', 'waiting', 'due', 'refundable', 'open'] as const

export default defineHandler('pay.sums', async ({ competitionId = null }, { db, session, fail }) => {
  // the reach on a competition has been checked; what belongs to nobody is for staff of the whole platform
  if (competitionId === null && objectsWith(session, 'manageFinance', 'competition') !== null)
    return fail('NOT_FOUND', { entity: 'pay.order', id: '' })
  const of = competitionId === null ? sql`"competitionId" is null` : sql`"competitionId" = ${competitionId}::bigint`
  const { rows } = await sql<Record<(typeof SUMS)[number], string>>`
    select p.paid, r.refunded, r.waiting, o.due, o.refundable, o.open from
      (select coalesce(sum(amount), 0) as paid from pay_payment where ${of}) p,
      (select coalesce(sum(amount) filter (where state in ('requested', 'done')), 0) as refunded,
         coalesce(sum(amount) filter (where state = 'waiting'), 0) as waiting from pay_refund where ${of}) r,
      (select coalesce(sum(total) filter (where state = 'pending'), 0) as due,
         coalesce(sum(paid - refunded) filter (where state = 'paid' and purpose = 'signup'), 0) as refundable,
         count(*) filter (where state in ('pending', 'paid') and purpose = 'signup') as open from pay_order where ${of}) o`.execute(db)
  const [paid, refunded, waiting, due, refundable, open] = SUMS.map((name) => Number(rows[0]![name])) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return { paid, refunded, waiting, net: paid - refunded, due, refundable, open }
})
