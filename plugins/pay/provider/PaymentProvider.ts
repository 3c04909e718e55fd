/** Contract `payment` of payment providers. All amounts are in fen. The provider knows an order by its number, and a refund by its own; either may be sent
 *  twice and counts once. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'

export const PROVIDER = 'pay.provider'

export interface PaymentProvider {
  name: string
  /** It moves no money. */
  sandbox: boolean
  /** It can take payments here. */
  ready: boolean
  /** Reply to a notice that was accepted. */
  acknowledged: string
  /** Where the person pays; null when no payment can be started. */
  start(
    order: { number: string; title: LocalText; amount: number; returnTo: string; expiresAt: string },
    context: HandlerContext,
  ): Promise<string | null>
  /** The payment of an order; null: none. */
  query(number: string, context: HandlerContext): Promise<PaymentFact | null>
  /** The payment that a notice reports; `noPayment`: the notice reports something else; null: not by the provider, or not for this merchant. */
  readNotice(fields: Readonly<Record<string, string>>, context: HandlerContext): Promise<PaymentFact | 'noPayment' | null>
  /** Answers the provider's reference. @throws Error when it is to be tried again; RefundRefused when that cannot help */
  refund(refund: { number: string; orderNumber: string; amount: number; reason: string }, context: HandlerContext): Promise<string>
  /** No payment can be made for the order any more. */
  endOrder(number: string, context: HandlerContext): Promise<void>
  /** What the provider booked on a day (`2027-03-10`, of Beijing). @throws Error when it is to be tried again */
  bill(day: string, context: HandlerContext): Promise<BillLine[]>
}
/** Money that the provider has taken. */
export interface PaymentFact {
  /** Of the order. */
  number: string
  reference: string
  amount: number
  paidAt: string
}

export interface BillLine {
  kind: 'payment' | 'refund'
  /** Of the order. */
  number: string
  reference: string
  /** Of a refund, where the bill tells it. */
  refundNumber: string | null
  amount: number
}

export class RefundRefused extends Error {
  override name = 'RefundRefused'
}
