/** No line of the version changes any more. Objections without an answer, and a window that is still open, are confirmed first. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertState, heldList } from '../heldList.ts'
import { assertSound } from './assertSound.ts'
import { mayRunShort } from './mayRunShort.ts'
import { finaliseVersion } from './publishing.ts'

export default defineHandler('ranking.finalise', async ({ id, comment = null, confirmed }, context) => {
  const list = await heldList(id, context)
  assertState(list, mayRunShort(list) ? ['draft', 'provisional'] : ['provisional'], context)
  await assertSound(list, { confirmed }, context)
  await finaliseVersion(list, comment === '' ? null : comment, context)
  return { id, state: 'final' }
})
