/** Payments by Alipay: a page on computers, the app or its page on phones. Amounts are yuan there, times are those of Beijing.
 *  @see https://opendocs.alipay.com/open/270/105898 page, https://opendocs.alipay.com/open/203/105285 phones, https://opendocs.alipay.com/open/270/105902 notices */
import { defineProvider, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type alipayBill from './decoders/alipayBill.decoder.ts'
import { type PaymentProvider, RefundRefused } from './PaymentProvider.ts'

interface Settings {
  appId: string
  privateKey: string
  publicKey: string
  sellerId?: string
  gateway: string
  keyType: 'PKCS1' | 'PKCS8'
}
/** As the library reads answers: names in camel case. */
interface Answer {
  code: string
  msg?: string
  subCode?: string
  subMsg?: string
  [name: string]: unknown
}

export const ALIPAY = 'pay.alipay'
const FEN = 100
const AMOUNT = /^\d{1,9}\.\d{2}$/
const BEIJING = 'Asia/Shanghai'
const DONE = '10000'
const TIMEOUT_MS = 5000
const UNKNOWN_TRADE = 'ACQ.TRADE_NOT_EXIST'
const TAKEN: readonly unknown[] = ['TRADE_SUCCESS', 'TRADE_FINISHED']
/** Asking again cannot help. */
const REFUSED: readonly unknown[] = [
  UNKNOWN_TRADE,
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.DISCORDANT_REPEAT_REQUEST',
]

export default defineProvider<PaymentProvider, Settings>(ALIPAY, 'payment', (settings) => {
  let made: Promise<import('alipay-sdk').AlipaySdk> | undefined
  const sdk = () => {
    made ??= import('alipay-sdk').then(({ AlipaySdk }) => {
      const { appId, privateKey, publicKey, gateway, keyType } = settings
      // the library takes the last line of a key for its end
      const keys = { privateKey: privateKey.trim(), alipayPublicKey: publicKey.trim() }
      return new AlipaySdk({ appId, ...keys, gateway, keyType, signType: 'RSA2', timeout: TIMEOUT_MS })
    })
    return made
  }
  /** Sends a signed request and checks Alipay's signature on the answer. @throws when there is no answer, or not one by Alipay */
  const ask = async (method: string, bizContent: object): Promise<Answer> =>
    (await (await sdk()).exec(method, { bizContent }, { validateSign: true })) as Answer
  return {
    name: ALIPAY,
    sandbox: false,
    ready: true,
    acknowledged: 'success',
    async start({ number, title, amount, returnTo, expiresAt }, { site, request }) {
      const phone = isPhone(request.headers['user-agent'])
      const bizContent = {
        outTradeNo: number,
        totalAmount: yuan(amount),
        subject: title.zh.slice(0, 256),
        productCode: phone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
        timeExpire: beijingTime(expiresAt),
        ...(phone ? { quitUrl: site + returnTo } : {}),
      }
      const method = phone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay'
      const addresses = { notifyUrl: `${site}/api/web/pay/notice`, returnUrl: site + returnTo }
      return (await sdk()).pageExecute(method, 'GET', { bizContent, ...addresses })
    },
    async query(number) {
      const answer = await ask('alipay.trade.query', { outTradeNo: number })
      if (answer.subCode === UNKNOWN_TRADE) return null
      assertDone(answer, 'alipay.trade.query')
      const { tradeStatus, tradeNo, totalAmount, sendPayDate } = answer as Record<string, string>
      if (!TAKEN.includes(tradeStatus) || !tradeNo || !AMOUNT.test(totalAmount ?? '')) return null
      return { number, reference: tradeNo, amount: fen(totalAmount!), paidAt: fromBeijing(sendPayDate) ?? new Date().toISOString() }
    },
    async readNotice(fields, { now }: HandlerContext) {
      const { app_id: appId, seller_id: sellerId, sign_type: signType, out_trade_no: number, trade_no: reference } = fields
      // an older kind of signature would be accepted by the library
      if (signType !== 'RSA2' || !(await sdk()).checkNotifySignV2({ ...fields })) return null
      if (appId !== settings.appId || (settings.sellerId && sellerId !== settings.sellerId)) return null
      const { trade_status: state, total_amount: total = '', gmt_payment: paidAt } = fields
      if (!number || !reference || !TAKEN.includes(state) || !AMOUNT.test(total)) return 'noPayment'
      return { number, reference, amount: fen(total), paidAt: fromBeijing(paidAt) ?? now.toISOString() }
    },
    async refund({ number, orderNumber, amount, reason }) {
      const refund = { outTradeNo: orderNumber, outRequestNo: number, refundAmount: yuan(amount), refundReason: reason }
      const answer = await ask('alipay.trade.refund', refund)
      if (REFUSED.includes(answer.subCode)) throw new RefundRefused(`${answer.subCode}: ${answer.subMsg}`)
      assertDone(answer, 'alipay.trade.refund')
      return String(answer.tradeNo)
    },
    async endOrder(number) {
      const answer = await ask('alipay.trade.close', { outTradeNo: number })
      if (answer.subCode !== UNKNOWN_TRADE && answer.subCode !== 'ACQ.TRADE_STATUS_ERROR') assertDone(answer, 'alipay.trade.close')
    },
    async bill(day, { files }) {
      const answer = await ask('alipay.data.dataservice.bill.downloadurl.query', { billType: 'trade', billDate: day })
      if (answer.subCode === 'isv.bill_not_exist' || answer.subCode === 'BILL_NOT_EXIST') return []
      assertDone(answer, 'alipay.data.dataservice.bill.downloadurl.query')
      const reply = await fetch(String(answer.billDownloadUrl), { signal: AbortSignal.timeout(TIMEOUT_MS * 6) })
      if (!reply.ok) throw new Error(`the bill of ${day} answers ${reply.status}`)
      return (await files.decode<typeof alipayBill>('pay.alipayBill', new Uint8Array(await reply.arrayBuffer()), null)).value
    },
  }
})

function assertDone({ code, msg, subCode, subMsg }: Answer, method: string): void {
  if (code !== DONE) throw new Error(`${method} answers ${code} ${msg ?? ''} ${subCode ?? ''} ${subMsg ?? ''}`)
}

function isPhone(agent: string | string[] | undefined): boolean {
  return /Mobi|Android|iPhone|iPad/i.test(String(agent ?? ''))
}

/** Fen -> `300.00`. */
function yuan(amount: number): string {
  return (amount / FEN).toFixed(2)
}

/** `300.00` -> fen. */
function fen(amount: string): number {
  return Math.round(Number(amount) * FEN)
}

/** ISO 8601 -> `2027-03-10 20:00:00` in Beijing. */
function beijingTime(at: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: BEIJING, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at))
}

/** `2027-03-10 20:00:00` in Beijing -> ISO 8601; null: it is no time. */
function fromBeijing(at: string | undefined): string | null {
  const moment = new Date(`${(at ?? '').slice(0, 19).replace(' ', 'T')}+08:00`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
