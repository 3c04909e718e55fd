/** The only rule of what counts as paid: the payment status of a registration follows from its orders. All other code reads `payState` of the
 *  registration. */
import type { PayStanding, PayState } from '../../generated/enums.ts'

export interface OrderFacts {
  state: PayState
  /** Status of the registration before it lost its place over this order; null: it did not. */
  lapsedFrom: number | null
}

/** @param orders  oldest first */
export function standingOf(orders: readonly OrderFacts[]): PayStanding {
  if (orders.some(({ state }) => state === 'paid')) return 'paid'
  if (orders.some(({ state }) => state === 'pending')) return 'due'
  const last = orders.at(-1)
  if (last?.state === 'refunded') return 'refunded'
  return last && last.lapsedFrom !== null ? 'overdue' : 'none'
}
