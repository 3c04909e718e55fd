/** Back to a draft, to correct lines; authors no longer see it, objections stay. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertState, heldList, refuseEdit } from '../heldList.ts'
import { writeVersion } from './versionFacts.ts'

export default defineHandler('ranking.reopen', async ({ id }, context) => {
  const list = await heldList(id, context)
  if (list.version <= list.frozenVersion) return refuseEdit(list, context)
  assertState(list, ['provisional', 'final'], context)
  await context.rows.transition('ranking.life', 'reopen', id)
  await writeVersion(list, { state: 'draft', finalisedAt: null, finalisedBy: null, finalComment: null }, context)
  return { id, state: 'draft' }
})
