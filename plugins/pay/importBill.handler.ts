/** Job: compares the provider's bill of a day with the ledger, and stores the differences. A day that is stored already is not compared again. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import { compareBill, type Difference, type Ledger } from './bills/compareBill.ts'
import { type BillLine, type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'pay.importBill': { day: string }
  }
}

export default defineHandler(
  'pay.importBill',
  async ({ day }, context) => {
    const provider = context.documents.service<PaymentProvider>(PROVIDER)
    if (!provider) return { lines: 0, differences: 0 }
    const known = await readKnown(provider.name, day, context)
    if (known) return known
    const lines = await provider.bill(day, context)
    return context.jobs.write((inner) => compare(lines, { name: provider.name, day }, inner))
  },
  { waits: 'outside' },
)

async function readKnown(
  name: string,
  day: string,
  { db }: HandlerContext,
): Promise<Pick<Row<'pay_bill'>, 'lines' | 'differences'> | null> {
  const row = await db.selectFrom('pay_bill').selectAll().where('provider', '=', name).where('day', '=', day).executeTakeFirst()
  return row ? { lines: row.lines, differences: row.differences } : null
}

async function compare(lines: readonly BillLine[], { name, day }: { name: string; day: string }, context: HandlerContext) {
  await context.lock('payBill', `${name} ${day}`)
  // the bill was fetched without a lock: another job may have been first
  const known = await readKnown(name, day, context)
  if (known) return known
  const differences = compareBill(
    lines,
    await ledgerOf(
      name,
      day,
      lines.map(({ reference }) => reference),
      context,
    ),
  )
  for (const difference of differences) await keep({ provider: name, day, ...difference }, context)
  const amount = lines.reduce((sum, line) => sum + (line.kind === 'payment' ? line.amount : 0), 0)
  await context.rows.create('pay.bill', { provider: name, day, lines: lines.length, amount, differences: differences.length })
  return { lines: lines.length, differences: differences.length }
}

/** Of the day, and what the bill names of other days: a payment near midnight may be booked on the next one. */
async function ledgerOf(provider: string, day: string, references: string[], { db }: HandlerContext): Promise<Ledger> {
  const { rows: payments } = await sql<{ number: string; reference: string; amount: string; ofDay: boolean }>`
    select o.number, p.reference, p.amount, (p."paidAt" at time zone 'Asia/Shanghai')::date = ${day}::date as "ofDay"
    from pay_payment p join pay_order o on o.id = p."orderId"
    where p.provider = ${provider} and ((p."paidAt" at time zone 'Asia/Shanghai')::date = ${day}::date or p.reference = any(${references}))`.execute(
    db,
  )
  const { rows: refunds } = await sql<{ number: string; order: string; amount: string }>`
    select r.number, o.number as order, r.amount from pay_refund r join pay_order o on o.id = r."orderId"
    where r.provider = ${provider} and r.state = 'done' and (r."settledAt" at time zone 'Asia/Shanghai')::date = ${day}::date`.execute(db)
  const withAmount = <T extends { amount: string }>(row: T) => ({ ...row, amount: Number(row.amount) })
  return { payments: payments.map(withAmount), refunds: refunds.map(withAmount) }
}

async function keep(difference: Difference & { provider: string; day: string }, { db, rows }: HandlerContext): Promise<void> {
  const { order, ...values } = difference
  const found = await db
    .selectFrom('pay_order')
    .select(['id as orderId', 'competitionId', 'organisationId'])
    .where('number', '=', order)
    .executeTakeFirst()
  await rows.createMissing('pay.difference', ['provider', 'day', 'kind', 'reference'], [{ ...values, ...found }])
}
