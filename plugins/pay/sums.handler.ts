/** Sums of a competition's money, added up from payments and refunds, and what is still to be paid. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('pay.sums', async ({ competitionId }, { db }) => {
  const { rows } = await sql<{ paid: string; refunded: string; due: string; orders: string }>`
    select (select coalesce(sum(amount), 0) from pay_payment where "competitionId" = ${competitionId}::bigint) as paid,
      (select coalesce(sum(amount), 0) from pay_refund where "competitionId" = ${competitionId}::bigint and state <> 'failed') as refunded,
      (select coalesce(sum(total), 0) from pay_order where "competitionId" = ${competitionId}::bigint and state = 'pending') as due,
      (select count(*) from pay_order where "competitionId" = ${competitionId}::bigint) as orders`.execute(db)
  const { paid, refunded, due, orders } = rows[0]!
  return { paid: Number(paid), refunded: Number(refunded), net: Number(paid) - Number(refunded), due: Number(due), orders: Number(orders) }
})
