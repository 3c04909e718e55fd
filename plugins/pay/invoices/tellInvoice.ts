/** Messages about invoices: to the person who requested one, and to those who issue them. */
import type { HandlerContext, TemplateName } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { wordsFor } from '../../../runtime/core/knownNames.ts'
import { financeAddress } from '../finance/financeAddress.ts'
import { financeStaff } from '../finance/financeStaff.ts'
import { titleWords } from '../orders/words.ts'
import type { Invoice } from './lockInvoice.ts'

const MAIL = 'pay.invoiceMail'

type NotifiedInvoice = Pick<Invoice, 'id' | 'number' | 'competitionId' | 'organisationId' | 'userId' | 'title' | 'amount'>

/** @param words  what the template needs besides */
export async function tellApplicant(
  template: TemplateName,
  invoice: NotifiedInvoice,
  context: HandlerContext,
  words: Record<string, unknown> = {},
) {
  const address = `${context.site}/personalCenter/invoices`
  const values = { ...(await wordsOf(invoice, context)), address, ...words }
  await context.messages.send(template, { userId: invoice.userId }, wordsFor(template, values, context.platform))
}

/** Sends a message to each person who confirms invoices of the place. */
export async function tellFinance(
  template: TemplateName,
  invoice: NotifiedInvoice,
  context: HandlerContext,
  words: Record<string, unknown> = {},
) {
  const address = financeAddress(invoice, 'invoices', context)
  const values = { ...(await wordsOf(invoice, context)), address, ...words }
  for (const userId of await financeStaff(invoice, 'confirmInvoice', context))
    await context.messages.send(template, { userId }, wordsFor(template, values, context.platform))
}

/** To the address in the request. */
export async function mailInvoice(
  invoice: NotifiedInvoice & Pick<Invoice, 'email'>,
  words: Record<string, unknown>,
  context: HandlerContext,
) {
  const values = { ...(await wordsOf(invoice, context)), ...words }
  await context.messages.send(MAIL, { address: invoice.email }, wordsFor(MAIL, values, context.platform))
}

async function wordsOf(invoice: NotifiedInvoice, context: Pick<HandlerContext, 'db'>) {
  const { number, title: name, amount } = invoice
  return { ...titleWords({ title: await subjectOf(invoice, context) }), number, name, amount: Number(amount) }
}

/** The competition; of the platform's own, what the first order is for. */
async function subjectOf({ id, competitionId }: NotifiedInvoice, { db }: Pick<HandlerContext, 'db'>): Promise<LocalText> {
  const competitions = db.selectFrom('competition_competition').select('title').where('id', '=', competitionId)
  const orders = db
    .selectFrom('pay_order as o')
    .innerJoin('pay_invoiceLine as l', 'l.orderId', 'o.id')
    .select('o.title')
    .where('l.invoiceId', '=', id)
  const { title } = await (competitionId === null ? orders.orderBy('o.id').limit(1) : competitions).executeTakeFirstOrThrow()
  return title as LocalText
}
