/** A day's bill of Alipay: a zip of CSV in GBK, with the lines of the day in one file and sums in another.
 *  @see https://opendocs.alipay.com/open/204/106262 */
import { decodeText } from '../../../../runtime/core/typed/decodeText.ts'
import type { BillLine } from '../PaymentProvider.ts'

const FEN = 100
// allowed text: Alipay writes its bills in Chinese alone
const REFUND = '退款'
/** Columns of a line, by the words of its head. */
const COLUMNS = {
  reference: '支付宝交易号',
  number: '商户订单号',
  kind: '业务类型',
  amount: '订单金额（元）',
  refundNumber: '退款批次号/请求号',
} as const

/** @param files  of the zip */
export function readAlipayBill(files: Iterable<Uint8Array>): BillLine[] {
  return [...files].flatMap((bytes) => linesOf(decodeText(bytes)?.text ?? ''))
}

function linesOf(text: string): BillLine[] {
  const rows = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  const head = rows[0]?.split(',').map((cell) => cell.trim()) ?? []
  const at = Object.fromEntries(Object.entries(COLUMNS).map(([name, words]) => [name, head.indexOf(words)])) as Record<
    keyof typeof COLUMNS,
    number
  >
  if (at.reference < 0 || at.amount < 0 || at.kind < 0) return []
  return rows.slice(1).flatMap((row) => {
    const cells = row.split(',').map((cell) => cell.trim())
    const amount = Math.round(Math.abs(Number(cells[at.amount])) * FEN)
    const [number, reference] = [cells[at.number] ?? '', cells[at.reference] ?? '']
    if (reference === '' || !Number.isFinite(amount)) return []
    const isRefund = cells[at.kind] === REFUND || Number(cells[at.amount]) < 0
    return [
      { kind: isRefund ? 'refund' : 'payment', number, reference, refundNumber: (isRefund && cells[at.refundNumber]) || null, amount },
    ]
  })
}
