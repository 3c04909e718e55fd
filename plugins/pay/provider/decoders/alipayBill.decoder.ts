/** A day's bill of Alipay, as it is downloaded. */
import { defineDecoder } from '../../../../runtime/core/contracts.ts'
import type { BillLine } from '../PaymentProvider.ts'
import { readAlipayBill } from './readAlipayBill.ts'

export default defineDecoder<null, BillLine[]>('pay.alipayBill', async (bytes, _, { unzip }) => ({
  value: readAlipayBill((await unzip(bytes)).values()),
}))
