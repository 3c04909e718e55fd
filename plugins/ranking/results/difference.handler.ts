/** Who moved between a published version and the one before, for everybody. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { difference } from './difference.ts'

const MOST = 500

export default defineHandler('ranking.difference', async ({ listId, version }, context) => {
  const { list } = await context.call<{ list: { version: number }[] }>('ranking.versions', { listId, pageSize: 100 })
  const at = list.findIndex((one) => one.version === version)
  const before = list[at + 1]
  if (at < 0 || !before) return context.fail('NOT_FOUND', { entity: 'ranking.version' })
  const moved = await difference(listId, before.version, version, context)
  return { from: before.version, to: version, list: moved.slice(0, MOST), total: moved.length }
})
