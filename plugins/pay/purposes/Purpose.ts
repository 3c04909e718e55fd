/** What an order is for decides who may pay it, what is locked before it, and what follows when it changes. Everything else about orders, payments and
 *  refunds is the same for all of them. Areas give theirs at the point `pay.purpose`, by the code of the enum. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'

export type Order = Row<'pay_order'>

export interface Purpose {
  /** Takes the lock of what the order is for. Everyone takes it before the lock of the order. */
  lock(order: Order, context: HandlerContext): Promise<void>
  /** @throws NOT_FOUND for people who have nothing to do with it */
  assertPayer(order: Order, context: HandlerContext): Promise<void>
  /** `seat` while the order is to be paid or paid: no two orders have the same. Null: it is for nothing any more. */
  seat(order: Order): string | null
  /** Money came in for a closed order: whether it still buys something. What had been given up is taken again. */
  revive(order: Order, context: HandlerContext): Promise<boolean>
  /** The order was not paid in time. Gives up what it held, and answers what the order remembers of it. */
  lapse(order: Order, context: HandlerContext): Promise<Partial<Order>>
  /** After each change of an order. May find everything as it is already. */
  settle(order: Order, context: HandlerContext): Promise<void>
  /** Where bank transfers go; null: none are taken. */
  transferAccount(order: Order, context: HandlerContext): Promise<string | null>
  /** Hours to pay, counted anew when a transfer was sent back. */
  holdHours(order: Order, context: HandlerContext): Promise<number>
}

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'pay.purpose': Purpose
  }
}

/** Rules of what an order is for. */
export function purposeOf({ purpose }: Pick<Order, 'purpose'>, { extensions }: Pick<HandlerContext, 'extensions'>): Purpose {
  const found = extensions('pay.purpose').get(purpose)
  if (!found) throw new Error(`no area gives the purpose "${purpose}" of orders`)
  return found
}
