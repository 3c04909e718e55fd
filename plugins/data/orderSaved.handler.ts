/** A saved question whose time has come: orders its answer with the rights of who saved it, and says when it comes again. */
import { defineHandler } from '../../runtime/core/contracts.ts'

const DAY_MS = 86_400_000
const DAYS = { weekly: 7, monthly: 30, never: 0 } as const

interface Due {
  row: { id: string }
}

export default defineHandler<'data.orderSaved', Due, null>('data.orderSaved', async ({ row }, { rows, jobs, now }) => {
  const { id, userId, rhythm } = await rows.get('data.saved', row.id, { lock: true })
  await rows.save('data.saved', { id }, { nextAt: new Date(now.getTime() + DAYS[rhythm] * DAY_MS).toISOString() })
  await jobs.enqueue('data.sendSaved', { id }, { as: userId })
  return null
})
