/** An author withdraws a work. Rounds that have begun keep what they judge. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { pinWork } from './judged/judging.ts'
import { ownWork } from './ownWork.ts'

export default defineHandler('work.withdraw', async ({ id }, context) => {
  await ownWork(id, context)
  const before = await context.rows.get('work.work', id)
  if (before.state === 'submitted') await pinWork(before, context)
  const row = await context.rows.transition('work.life', 'withdraw', id)
  return { id, state: row.state }
})
