/** Messages about invoices: to the person who requested one, and to those who issue them. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { judgingStaff } from '../../review/judgingStaff.ts'
import { titleWords } from '../orders/words.ts'
import type { Invoice } from './lockInvoice.ts'

const MAIL = 'pay.invoiceMail'

type Told = Pick<Invoice, 'id' | 'number' | 'competitionId' | 'organisationId' | 'userId' | 'title' | 'amount'>

/** @param words  what the template needs besides */
export async function tellApplicant(template: string, invoice: Told, context: HandlerContext, words: Record<string, unknown> = {}) {
  const address = `${context.site}/personalCenter/invoices`
  const told = { ...(await wordsOf(invoice, context)), address, ...words }
  await context.send(template, { userId: invoice.userId }, named(template, told, context))
}

export async function tellFinance(template: string, invoice: Told, context: HandlerContext, words: Record<string, unknown> = {}) {
  const address = `${context.site}/admin/financialManagement?competitionId=${invoice.competitionId}&tab=invoices`
  const told = { ...(await wordsOf(invoice, context)), address, ...words }
  for (const userId of await judgingStaff(invoice, context, 'confirmInvoice'))
    await context.send(template, { userId }, named(template, told, context))
}

/** To the address in the request. */
export async function mailInvoice(invoice: Told & Pick<Invoice, 'email'>, words: Record<string, unknown>, context: HandlerContext) {
  const told = { ...(await wordsOf(invoice, context)), ...words }
  await context.send(MAIL, { address: invoice.email }, named(MAIL, told, context))
}

/** What the template has variables for. */
function named(template: string, words: Record<string, unknown>, { platform }: Pick<HandlerContext, 'platform'>) {
  const { variables } = platform.get('template', template)
  return Object.fromEntries(Object.entries(words).filter(([name]) => Object.hasOwn(variables, name)))
}

async function wordsOf({ competitionId, number, title, amount }: Told, { db }: Pick<HandlerContext, 'db'>) {
  const query = db.selectFrom('competition_competition').select('title').where('id', '=', competitionId)
  const about = await query.executeTakeFirstOrThrow()
  return { ...titleWords(about as Parameters<typeof titleWords>[0]), number, name: title, amount: Number(amount) }
}
