/** Draws invoices that say they are samples. Their numbers follow from the requests, so that asking twice gives the same. */
import { defineProvider } from '../../../runtime/core/contracts.ts'
import { escapeHtml } from '../../../runtime/core/escapeHtml.ts'
import { moneyText } from '../../../runtime/core/moneyText.ts'
import type { InvoiceOrder, InvoiceProvider } from './InvoiceProvider.ts'

const SAMPLE = 'pay.sampleInvoice'
/** Before the digits of the request, to 20 digits. No tax office begins with it. */
const PREFIX = '9900'
// allowed text: a sample of an invoice, which exists in Chinese alone
const TITLE = '发票样张'
const FOOTER = '样张，仅供演示，不是税务发票'

export default defineProvider<InvoiceProvider>(SAMPLE, 'invoicing', () => ({
  name: SAMPLE,
  async issue(order, { files }) {
    const invoiceNumber = PREFIX + order.number.replace(/\D/g, '')
    const html = htmlOf(invoiceNumber, order)
    const file = await files.pdf.write({ title: TITLE, lang: 'zh', html, footer: FOOTER, createdAt: order.orderedAt })
    return { invoiceNumber, fileName: `${order.number}_${invoiceNumber}.pdf`, file }
  },
}))

function htmlOf(invoiceNumber: string, { number, corrects, title, taxNumber, remark, amount, lines }: InvoiceOrder): string {
  const facts = [
    `发票号码：${invoiceNumber}`,
    corrects && `红冲发票：${corrects}`,
    `购买方：${title}`,
    taxNumber && `税号：${taxNumber}`,
    ...lines.map((line) => `${line.title}（订单 ${line.order}）：${moneyText(line.amount, 'zh')}`),
    `合计：${moneyText(amount, 'zh')}`,
    remark && `备注：${remark}`,
    `申请编号：${number}`,
  ]
  return facts.flatMap((fact) => (fact ? [`<p>${escapeHtml(fact)}</p>`] : [])).join('')
}
