/** Notices of the sandbox, signed over their sorted fields as those of Alipay are, with a key of the platform that never leaves it. */
import { timingSafeEqual } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PaymentFact } from './PaymentProvider.ts'

const PURPOSE = 'pay.sandbox'
const PAID = 'TRADE_SUCCESS'
const AMOUNT = /^\d{1,9}\.\d{2}$/
const FEN = 100

type Fields = Readonly<Record<string, string>>

/** The notice of a payment as Alipay would send it, signed with the key of the sandbox. */
export async function signNotice({ number, reference, amount, paidAt }: PaymentFact, context: HandlerContext): Promise<Fields> {
  const fields = {
    out_trade_no: number,
    trade_no: reference,
    total_amount: (amount / FEN).toFixed(2),
    trade_status: PAID,
    gmt_payment: paidAt,
  }
  return { ...fields, sign: await signatureOf(fields, context) }
}

/** Null unless the fields are as they were signed. */
export async function readSandboxNotice(fields: Fields, context: HandlerContext): Promise<PaymentFact | null> {
  const { sign = '', ...signed } = fields
  const expected = Buffer.from(await signatureOf(signed, context))
  const given = Buffer.from(sign)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { out_trade_no: number, trade_no: reference, total_amount: total = '', trade_status: state, gmt_payment: paidAt } = signed
  if (!number || !reference || !paidAt || state !== PAID || !AMOUNT.test(total)) return null
  return { number, reference, amount: Math.round(Number(total) * FEN), paidAt }
}

function signatureOf(fields: Fields, { people }: HandlerContext): Promise<string> {
  const text = Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return people.signed.derive(PURPOSE, text)
}
