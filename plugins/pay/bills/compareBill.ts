/** Differences between the provider's bill and the ledger of one day. Pure. */
import type { PayDifferenceKind } from '../../generated/enums.ts'
import type { BillLine } from '../provider/PaymentProvider.ts'

export interface Ledger {
  /** `ofDay`: paid on the day of the bill; others are there because the bill names them. */
  payments: { number: string; reference: string; amount: number; ofDay: boolean }[]
  /** Settled on the day. */
  refunds: { number: string; order: string; amount: number }[]
}
export interface Difference {
  kind: PayDifferenceKind
  /** Number of the order. */
  order: string
  number: string
  reference: string
  ours: number | null
  theirs: number | null
}

export function compareBill(lines: readonly BillLine[], { payments, refunds }: Ledger): Difference[] {
  const paid = new Map(lines.filter(({ kind }) => kind === 'payment').map((line) => [line.reference, line]))
  const ours = new Map(payments.map((payment) => [payment.reference, payment]))
  return [
    ...[...paid.values()].flatMap(({ number, reference, amount }): Difference[] => {
      const payment = ours.get(reference)
      const difference = { order: number, number, reference, theirs: amount }
      if (!payment) return [{ ...difference, kind: 'notHere', ours: null }]
      return payment.amount === amount ? [] : [{ ...difference, kind: 'amount', ours: payment.amount }]
    }),
    ...payments.flatMap(({ number, reference, amount, ofDay }): Difference[] =>
      ofDay && !paid.has(reference) ? [{ kind: 'notThere', order: number, number, reference, ours: amount, theirs: null }] : [],
    ),
    ...missingRefunds(lines, refunds),
  ]
}

/** Only for bills that tell numbers of refunds. */
function missingRefunds(lines: readonly BillLine[], refunds: Ledger['refunds']): Difference[] {
  const listed = lines.flatMap(({ refundNumber }) => (refundNumber === null ? [] : [refundNumber]))
  if (!lines.some(({ kind }) => kind === 'refund')) return []
  return refunds.flatMap(({ number, order, amount }): Difference[] =>
    listed.includes(number) ? [] : [{ kind: 'refundNotThere', order, number, reference: number, ours: amount, theirs: null }],
  )
}
