/** The chunk under way ends; its successor finds the batch paused. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { moveBatch } from './moveBatch.ts'

export default defineHandler('certificate.pause', async ({ id }, context) => {
  await moveBatch(id, { from: ['drawing'], to: () => 'paused' }, context)
  return { id }
})
