/** A transfer that was sent back by mistake waits for confirmation again. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockRemittance } from './remittance/lockRemittance.ts'

export default defineHandler('pay.resetStatus', async ({ id }, context) => {
  await lockRemittance(id, 'resetPayment', context)
  const { state } = await context.rows.transition('pay.remittance', 'reset', id)
  return { id, state }
})
