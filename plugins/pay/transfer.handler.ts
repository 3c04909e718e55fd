/** Whether bank transfers are taken for an order, and the status of the last one, for those who may pay. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertPayer } from './orders/assertPayer.ts'
import { readOrder } from './orders/order.ts'
import { purposeOf } from './purposes/Purpose.ts'
import { transferOf } from './remittance/transferOf.ts'

export default defineHandler('pay.transfer', async ({ id }, context) => {
  const order = await readOrder(id, context)
  await assertPayer(order, context)
  return transferOf(await purposeOf(order, context).transferAccount(order, context), { id }, context)
})
