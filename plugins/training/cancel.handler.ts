/** Cancels a published course: nobody moves up any more, and a job ends the sign-ups. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('training.cancel', async ({ id, reason }, context) => {
  await context.call('training.managed', { id })
  const { state } = await context.transition('training.life', 'cancel', id, { reason })
  await context.enqueue('training.endAll', { id })
  return { id, state }
})
