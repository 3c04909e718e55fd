/** Changes of rank between a published version and the one before, for everyone. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { difference, pageOf } from './difference.ts'

export default defineHandler('ranking.difference', async ({ listId, version, ...page }, context) => {
  const { list } = await context.call('ranking.versions', { listId, pageSize: 100 })
  const at = list.findIndex((one) => one.version === version)
  const before = list[at + 1]
  if (at < 0 || !before) return context.fail('NOT_FOUND', { entity: 'ranking.version' })
  return { from: before.version, to: version, ...pageOf(await difference(listId, before.version, version, context), page) }
})
