/** Paid orders of the demonstration, and invoices in every state, with their files. */
import { Readable } from 'node:stream'
import sampleInvoice from '../../plugins/pay/invoices/sampleInvoice.provider.ts'
import { settleInvoicing } from '../../plugins/pay/invoices/settleInvoicing.ts'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import type { SeededCompetition } from './competitions.ts'
import { moment, readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

/** `first`: username of the person whose registration has the first request. */
interface DemoInvoices {
  competition: string
  first?: string
  requests: DemoRequest[]
  /** Paid orders over which no invoice was requested. */
  unasked: number
}
interface Setting {
  competitions: readonly SeededCompetition[]
  /** Ids by username. */
  users: ReadonlyMap<string, string>
}
/** `at`: days from now. Without a tax number the invoice is for a person. Amounts in fen. */
interface DemoRequest {
  state: 'submitted' | 'returned' | 'issued' | 'withdrawn'
  title: string
  taxNumber?: string
  at: number
  remark?: string
  reason?: string
  refund?: number
  correction?: 'submitted' | 'issued'
}
interface Seeding {
  deps: ServerDeps
  scope: SeedScope
  place: { competitionId: string; organisationId: string }
}
interface Order {
  id: string
  number: string
  userId: string
  total: number
  /** What it is for, in Chinese. */
  about: string
}

export async function insertInvoices(deps: ServerDeps, scope: SeedScope, { competitions, users }: Setting): Promise<void> {
  let serial = 0
  for (const { competition: key, first = '', requests, unasked } of readDemo<DemoInvoices[]>('invoices.json')) {
    const { id: competitionId, organisationId } = competitions.find((competition) => competition.key === key)!
    const seeding = { deps, scope, place: { competitionId, organisationId } }
    const planned: (DemoRequest | null)[] = [...requests, ...Array<null>(unasked).fill(null)]
    for (const registration of await charged(seeding, planned.length, users.get(first) ?? '0')) {
      const request = planned.shift() ?? null
      const order = await insertOrder(seeding, registration, { serial, request })
      if (request) await insertRequest(seeding, order, { serial, request })
      await settleInvoicing([order.id], scope as never)
      serial += 1
    }
  }
}

/** Approved registrations with a fee, those of one person first. */
function charged({ scope, place }: Seeding, count: number, firstId: string) {
  return scope.db
    .selectFrom('signup_registration as r')
    .innerJoin('competition_event as e', 'e.id', 'r.eventId')
    .innerJoin('competition_competition as c', 'c.id', 'r.competitionId')
    .select(['r.id', 'r.userId', 'r.displayName', 'r.eventId', 'e.fee', 'e.title as event', 'c.title'])
    .where('r.competitionId', '=', place.competitionId)
    .where('r.status', '=', 4)
    .where('e.fee', '>', 0)
    .orderBy(({ eb }) => eb.case().when('r.userId', '=', firstId).then(0).else(1).end())
    .orderBy('r.id')
    .limit(count)
    .execute()
}

async function insertOrder(
  { scope, place }: Seeding,
  // biome-ignore lint/suspicious/noExplicitAny: rows of the demonstration, which no type knows
  registration: any,
  { serial, request }: { serial: number; request: DemoRequest | null },
) {
  const { db, now } = scope
  const paidAt = moment(now, (request?.at ?? -3) - 1)
  const [total, refunded] = [Number(registration.fee), request?.refund ?? 0]
  const number = `20260901${String(serial + 1).padStart(12, '0')}`
  const { event, title } = registration
  const order = {
    ...{
      ...place,
      number,
      eventId: registration.eventId,
      registrationId: registration.id,
      userId: registration.userId,
      payer: registration.displayName,
    },
    title: JSON.stringify({ zh: `${title.zh} · ${event.zh}`, en: `${title.en} · ${event.en}` }),
    ...{ state: 'paid', seat: registration.id, total, paid: total, refunded, expiresAt: paidAt, paidAt, createdAt: paidAt },
  }
  const { id } = await db.insertInto('pay_order').values(order).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('pay_position').values({ orderId: id, line: 'registration', quantity: 1, price: total, amount: total }).execute()
  const payment = { ...place, orderId: id, provider: 'pay.sandbox', reference: `SBXDEMO${number}`, amount: total, paidAt }
  const { id: paymentId } = await db.insertInto('pay_payment').values(payment).returning('id').executeTakeFirstOrThrow()
  const refund = { ...place, orderId: id, paymentId, provider: 'pay.sandbox', amount: refunded, reason: '一名成员退赛', state: 'done' }
  if (refunded > 0)
    await db
      .insertInto('pay_refund')
      .values({ ...refund, number: `${number}R1`, settledAt: moment(now, -1) })
      .execute()
  await db.updateTable('signup_registration').set({ payState: 'paid' }).where('id', '=', registration.id).execute()
  return { id, number, userId: registration.userId, total, about: `${title.zh} · ${event.zh}` } as Order
}

async function insertRequest(seeding: Seeding, order: Order, { serial, request }: { serial: number; request: DemoRequest }): Promise<void> {
  const { state, title, taxNumber = null, remark = null, reason = null, at } = request
  const buyer = taxNumber === null ? ('person' as const) : ('company' as const)
  const facts = { userId: order.userId, buyer, title, taxNumber, email: `demo${serial}@mail.example`, remark }
  const held = state === 'withdrawn' || request.correction === 'issued' ? null : order.id
  const id = await insertInvoice(seeding, order, { ...facts, state, reason, serial: serial * 2, amount: order.total, at, claim: held })
  if (!request.correction) return
  const of = { kind: 'correction' as const, correctsId: id, correcting: id, reason: '开票后发生退款' }
  await insertInvoice(seeding, order, {
    ...facts,
    ...of,
    state: request.correction,
    serial: serial * 2 + 1,
    amount: -order.total,
    at: -1,
    claim: null,
  })
}

interface Request {
  kind?: 'normal' | 'correction'
  state: string
  buyer: 'company' | 'person'
  title: string
  taxNumber: string | null
  email: string
  remark: string | null
  amount: number
}

async function insertInvoice(
  seeding: Seeding,
  order: Order,
  { serial, at, claim, ...facts }: Request & Record<string, unknown> & { serial: number; at: number; claim: string | null },
): Promise<string> {
  const { scope, place } = seeding
  const createdAt = moment(scope.now, at)
  const request = { ...facts, number: `FP20260901${String(serial + 1).padStart(8, '0')}`, createdAt }
  const issued = facts.state === 'issued' ? await draw(seeding, order, request) : null
  const values = { ...place, ...request, ...(issued && { ...issued, file: JSON.stringify(issued.file), issuedAt: createdAt }) }
  const { id } = await scope.db.insertInto('pay_invoice').values(values).returning('id').executeTakeFirstOrThrow()
  const line = { ...place, invoiceId: id, orderId: order.id, amount: facts.amount, claim }
  await scope.db.insertInto('pay_invoiceLine').values(line).execute()
  const bound = { entity: 'pay.invoice', rowId: String(id), boundAt: createdAt }
  if (issued) await scope.db.updateTable('platform_file').set(bound).where('key', '=', issued.file.id).execute()
  return String(id)
}

/** Number and file of a sample, as the provider of samples makes them. */
async function draw({ deps, scope }: Seeding, order: Order, request: Request & { number: string; createdAt: string }) {
  const { kind = 'normal', number, amount, createdAt } = request
  const lines = [{ order: order.number, title: order.about, amount }]
  const provider = sampleInvoice.create({ mode: '' }, { signed: deps.services.signed, site: deps.config.siteAddress })
  const made = await provider.issue!({ ...request, kind, number, corrects: null, lines, orderedAt: createdAt }, {
    files: { pdf: deps.services.pdf.bind({}) },
  } as HandlerContext)
  const files = deps.services.files.bind(scope as never)
  const file = await files.store(Readable.from(made!.file), { name: made!.fileName, purpose: 'invoice' })
  return { invoiceNumber: made!.invoiceNumber, file: { ...file, ownerId: null }, provider: provider.name }
}
