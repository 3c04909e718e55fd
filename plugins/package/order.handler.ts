/** Orders a package for an organisation: a first one, a renewal, or an upgrade with credit for what is left of the present one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { createOrder } from '../pay/orders/createOrder.ts'
import { creditOf } from './terms/creditOf.ts'
import { activeTerms, frozen, readPackage } from './terms/term.ts'

const HOUR_MS = 3_600_000

export default defineHandler('package.order', async ({ organisationId, packageId }, context) => {
  const { now, session, fail } = context
  await context.lock('packageOf', organisationId)
  const wanted = await readPackage(packageId, context)
  if (!wanted.onSale) return fail('PACKAGE_OFF_SALE')
  const organisation = await context.rows.get('organisation.organisation', organisationId)
  const price = Number(wanted.price)
  const credit = Math.min(price, creditOf(await activeTerms(organisationId, context), wanted.rank, now))
  const of = { organisationId, price, months: wanted.months, open: organisationId, byId: session.userId! }
  const id = await context.rows.create('package.term', { ...frozen(wanted), ...of })
  const name = organisation.name as LocalText
  const { holdHours } = context.documents.settings('package.terms')
  const bought = { line: 'package' as const, quantity: 1, price, amount: price }
  const positions = [bought, ...(credit > 0 ? [{ line: 'credit' as const, quantity: 1, price: -credit, amount: -credit }] : [])]
  const order = await createOrder(
    {
      purpose: 'package',
      termId: id,
      userId: session.userId!,
      payer: name[context.lang] || name.zh,
      title: context.text('package.order', { name: wanted.name }),
      seat: `p${id}`,
      expiresAt: new Date(now.getTime() + holdHours * HOUR_MS).toISOString(),
    },
    { total: price - credit, positions },
    context,
  )
  return { id, orderId: order.id, state: order.state }
})
