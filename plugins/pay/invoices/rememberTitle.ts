/** Invoice details of a person: chosen again from those written before, and kept for the next time. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PayBuyer } from '../../generated/enums.ts'

export interface InvoiceTitle {
  buyer: PayBuyer
  title: string
  /** Empty for a person. */
  taxNumber: string
}
/** Kept for a person. */
const MAX = 20

/** Titles that the person used before, the last used first. */
export async function rememberedTitles({ db, session }: HandlerContext) {
  const query = db.selectFrom('pay_invoiceTitle').selectAll().where('userId', '=', session.userId)
  return query.orderBy('usedAt', 'desc').orderBy('id', 'desc').limit(MAX).execute()
}

/** Keeps a title for the next request, with the email address of the invoice. */
export async function rememberTitle({ buyer, title, taxNumber }: InvoiceTitle, email: string, context: HandlerContext): Promise<void> {
  const { db, rows, session, now } = context
  const used = { userId: session.userId!, buyer, title, taxNumber, email, usedAt: now.toISOString() }
  await rows.put('pay.invoiceTitle', ['userId', 'buyer', 'title', 'taxNumber'], used)
  const kept = (await rememberedTitles(context)).map(({ id }) => id)
  const older = await db
    .selectFrom('pay_invoiceTitle')
    .select('id')
    .where('userId', '=', session.userId)
    .where('id', 'not in', kept)
    .execute()
  if (older.length > 0) await rows.removeWhere('pay.invoiceTitle', { id: older.map(({ id }) => id) })
}
