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
const MOST = 20

/** Titles that the person used before, the last used first. */
export async function rememberedTitles({ db, session }: HandlerContext) {
  const query = db.selectFrom('pay_invoiceTitle').selectAll().where('userId', '=', session.userId)
  return query.orderBy('usedAt', 'desc').orderBy('id', 'desc').limit(MOST).execute()
}

/** Keeps a title for the next request, with the email address of the invoice. */
export async function rememberTitle({ buyer, title, taxNumber }: InvoiceTitle, email: string, context: HandlerContext): Promise<void> {
  const { db, session, now } = context
  const usedAt = now.toISOString()
  await db
    .insertInto('pay_invoiceTitle')
    .values({ userId: session.userId!, buyer, title, taxNumber, email, usedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'buyer', 'title', 'taxNumber']).doUpdateSet({ email, usedAt }))
    .execute()
  const kept = (await rememberedTitles(context)).map(({ id }) => id)
  await db.deleteFrom('pay_invoiceTitle').where('userId', '=', session.userId).where('id', 'not in', kept).execute()
}
