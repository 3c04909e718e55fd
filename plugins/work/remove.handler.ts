/** Deletes works, each by `work.removeOne`, and tells their authors. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { namedWorks } from './workIds.ts'

export default defineHandler('work.remove', async ({ workIds }, context) => {
  const ids = namedWorks(workIds)
  for (const id of ids) {
    const { userId, title } = await context.call<{ userId: string; title: string }>('work.removeOne', { id })
    await context.send('work.removed', { userId }, { title })
  }
  return { removed: ids.length }
})
