/** Discards a version that was never published: the one before becomes the working version again. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertState, heldList } from '../heldList.ts'
import { removeLines } from '../lines.ts'

export default defineHandler('ranking.discard', async ({ id }, context) => {
  const list = await heldList(id, context)
  assertState(list, ['draft', 'provisional', 'final'], context)
  if (list.version === 1 || list.version <= list.frozenVersion) return context.fail('RANKING_NO_NEW_VERSION')
  await context.rows.transition('ranking.life', list.publishedVersion === null ? 'discardHidden' : 'discard', id)
  const ofVersion = { listId: id, number: list.version }
  await removeLines(list, context)
  await context.rows.removeWhere('ranking.version', ofVersion)
  await context.rows.removeWhere('ranking.file', ofVersion)
  return { id, version: list.version - 1 }
})
