/** Reports a bank transfer for an order, with its proof. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertPayer } from './orders/assertPayer.ts'
import { readOrder } from './orders/order.ts'
import { reportTransfer } from './remittance/reportTransfer.ts'

export default defineHandler('pay.reportTransfer', async ({ id, answers }, context) => {
  await assertPayer(await readOrder(id, context), context)
  return { id: await reportTransfer(id, answers, context) }
})
