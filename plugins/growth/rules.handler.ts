/** The rules of points as people read them: what growth.points says, in its order. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

export default defineHandler('growth.rules', async (_, { platform }) => {
  const { values } = platform.get('settings', 'growth.points')
  const list = Object.entries(values).map(([id, { title, value }]) => ({ id, what: title as LocalText, points: Number(value) }))
  return { list, total: list.length }
})
