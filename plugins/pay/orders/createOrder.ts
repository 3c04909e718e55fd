/** Creates an order with its price frozen into positions, and notifies the person who pays. The caller holds the lock of what it is for. */
import { randomInt } from 'node:crypto'
import type { EntityTypes, HandlerContext, TemplateTypes } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { dayAt } from '../../../runtime/core/momentText.ts'
import type { Price, PriceItem } from '../prices/priceOf.ts'
import { type Order, readOrder, settleOrder } from './order.ts'
import { timeText, titleWords } from './words.ts'

const DIGITS = 1_000_000

export type NamedItem = Omit<PriceItem, 'choice'> & { label?: LocalText }

export async function createOrder(
  values: Omit<EntityTypes['pay.order']['add'], 'number' | 'total'>,
  { total, positions }: Omit<Price, 'positions'> & { positions: readonly NamedItem[] },
  context: HandlerContext,
): Promise<Order> {
  const id = await context.rows.create('pay.order', { ...values, number: orderNumber(context), total })
  for (const position of positions) await context.rows.create('pay.position', { orderId: id, ...position })
  if (total === 0) await context.rows.transition('pay.life', 'pay', id)
  await settleOrder(id, context)
  const order = await readOrder(id, context)
  if (total > 0) await context.messages.send('pay.created', { userId: order.userId }, wordsOf(order, context))
  return order
}

/** Variables of the messages about an order that is to be paid. */
export function wordsOf(order: Order, context: HandlerContext): TemplateTypes['pay.created'] {
  return {
    ...titleWords(order),
    amount: Number(order.total),
    until: timeText(order.expiresAt, context),
    address: `${context.site}/pay/${order.id}`,
  }
}

/** The day by the platform's clock, and twelve digits. */
function orderNumber({ now, platform }: HandlerContext): string {
  const day = dayAt(now, platform.app.timeZone).replaceAll('-', '')
  const digits = () => String(randomInt(DIGITS)).padStart(6, '0')
  return `${day}${digits()}${digits()}`
}
