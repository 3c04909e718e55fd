/** Alipay as far as it matters, with real keys: checks the signature of every request, signs its answers and notices, keeps trades and refunds, and gives
 *  out the bill of a day as a zip of CSV in GBK. */
import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'

type Fields = Record<string, string>
interface Trade {
  amount: string
  reference: string
  paidAt: string
  refunded: Map<string, number>
}

export const SELLER = '2088000000000001'
export const APP = '2021000000000001'

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

export function alipayDouble() {
  const [app, alipay, stranger] = [keys(), keys(), keys()]
  const trades = new Map<string, Trade>()
  const closed = new Set<string>()
  const mood = { refuseRefunds: false, down: false }
  const bills = new Map<string, string>()
  const calls: string[] = []

  const answers: Record<string, (content: Fields) => object> = {
    'alipay.trade.query': ({ out_trade_no: number = '' }) => {
      const trade = trades.get(number)
      if (!trade) return unknown
      const { amount, reference, paidAt } = trade
      return {
        ...done,
        out_trade_no: number,
        trade_no: reference,
        total_amount: amount,
        trade_status: 'TRADE_SUCCESS',
        send_pay_date: paidAt,
      }
    },
    'alipay.trade.close': ({ out_trade_no: number = '' }) => {
      closed.add(number)
      return trades.has(number) ? done : unknown
    },
    'alipay.trade.refund': ({ out_trade_no: number = '', out_request_no: request = '', refund_amount: amount = '0' }) => {
      const trade = trades.get(number)
      if (!trade) return unknown
      if (mood.refuseRefunds)
        return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_ALLOW_REFUND', sub_msg: '当前交易不允许退款' }
      const change = trade.refunded.has(request) ? 'N' : 'Y'
      trade.refunded.set(request, Number(amount))
      return { ...done, trade_no: trade.reference, fund_change: change }
    },
    'alipay.data.dataservice.bill.downloadurl.query': ({ bill_date: day = '' }) =>
      bills.has(day)
        ? { ...done, bill_download_url: `${address()}/bill/${day}` }
        : { code: '40004', msg: 'Business Failed', sub_code: 'isv.bill_not_exist' },
  }
  const server = createServer(async (request, reply) => {
    if (mood.down) return void request.socket.destroy()
    const { pathname, searchParams } = new URL(request.url!, 'http://alipay')
    if (pathname.startsWith('/bill/')) return void reply.end(zipped(bills.get(pathname.slice('/bill/'.length)) ?? ''))
    let body = ''
    for await (const part of request) body += part
    const fields = { ...Object.fromEntries(searchParams), ...Object.fromEntries(new URLSearchParams(body)) } as Fields
    const method = fields.method ?? ''
    calls.push(method)
    const content = isSigned(fields, app.publicKey) ? answers[method]!(JSON.parse(fields.biz_content ?? '{}')) : forged
    const text = JSON.stringify(content)
    reply.end(`{"${method.replaceAll('.', '_')}_response":${text},"sign":"${signature(text, alipay.privateKey)}"}`)
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    server,
    trades,
    closed,
    mood,
    bills,
    calls,
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return {
        PAY_PROVIDER: 'pay.alipay',
        ALIPAY_APP_ID: APP,
        ALIPAY_PRIVATE_KEY: app.privateKey,
        ALIPAY_PUBLIC_KEY: alipay.publicKey,
        ALIPAY_SELLER_ID: SELLER,
        ALIPAY_GATEWAY: `${address()}/gateway.do`,
      }
    },
    /** Whether the app signed the fields of an address. */
    isOurs: (fields: Fields) => isSigned(fields, app.publicKey),
    /** Someone pays. */
    pay(number: string, amount: string, paidAt: string): string {
      const reference = `2027${number}`
      trades.set(number, { amount, reference, paidAt, refunded: new Map() })
      return reference
    },
    /** Fields of a notice. `by`: a stranger's key signs. */
    notice(number: string, change: Fields = {}, by: 'alipay' | 'stranger' = 'alipay'): Fields {
      const { amount, reference, paidAt } = trades.get(number)!
      const fields = {
        app_id: APP,
        seller_id: SELLER,
        charset: 'utf-8',
        notify_type: 'trade_status_sync',
        out_trade_no: number,
        trade_no: reference,
        total_amount: amount,
        trade_status: 'TRADE_SUCCESS',
        gmt_payment: paidAt,
        subject: '竞赛 100%',
        ...change,
      }
      const key = by === 'alipay' ? alipay.privateKey : stranger.privateKey
      return { ...fields, sign_type: 'RSA2', sign: signature(signedText(fields), key) }
    },
  }
}

const done = { code: '10000', msg: 'Success' }
const unknown = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: '交易不存在' }
const forged = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' }

function signedText(fields: Fields): string {
  return Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}
const signature = (text: string, key: string) => createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64')
const isSigned = (fields: Fields, key: string) =>
  createVerify('RSA-SHA256')
    .update(signedText(fields), 'utf8')
    .verify(key, fields.sign ?? '', 'base64')

function zipped(text: string): Buffer {
  return Buffer.from(zipSync({ 'bill.csv': toGbk(text), 'sums.csv': toGbk('#汇总\r\n类型,笔数\r\n合计,1\r\n') }))
}

/** Node reads GBK and does not write it: the way back is looked up. */
function toGbk(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((letter) => (letter.charCodeAt(0) < 128 ? [letter.charCodeAt(0)] : (gbk().get(letter) ?? [63]))))
}
let table: Map<string, number[]> | undefined
function gbk(): Map<string, number[]> {
  if (table) return table
  const made = new Map<string, number[]>()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) made.set(decoder.decode(Uint8Array.from([high, low])), [high, low])
  table = made
  return made
}
