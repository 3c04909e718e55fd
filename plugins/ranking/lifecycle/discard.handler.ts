/** Discards a version that was never published: the one before becomes the working version again. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertState, heldList } from '../heldList.ts'

export default defineHandler('ranking.discard', async ({ id }, context) => {
  const list = await heldList(id, context)
  assertState(list, ['draft', 'provisional', 'final'], context)
  if (list.version === 1 || list.version <= list.frozenVersion) return context.fail('RANKING_NO_NEW_VERSION')
  await context.transition('ranking.life', list.publishedVersion === null ? 'discardHidden' : 'discard', id)
  for (const [table, field] of [
    ['ranking_award', 'version'],
    ['ranking_version', 'number'],
    ['ranking_file', 'number'],
  ] as const)
    await context.tables.deleteFrom(table).where('listId', '=', id).where(field, '=', list.version).execute()
  return { id, version: list.version - 1 }
})
