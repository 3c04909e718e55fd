/** No line of the version changes any more. Objections without an answer, and a window that is still open, are confirmed first. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { assertState, heldList, type RankingList } from '../heldList.ts'
import { assertSound, type Doubt } from './assertSound.ts'
import { mayRunShort } from './mayRunShort.ts'
import { finaliseVersion } from './publishing.ts'

export default defineHandler('ranking.finalise', async ({ id, comment = null, confirmed }, context) => {
  const list = await heldList(id, context)
  assertState(list, mayRunShort(list) ? ['draft', 'provisional'] : ['provisional'], context)
  await assertSound(list, { doubts: await openDoubts(list, context), confirmed }, context)
  await finaliseVersion(list, comment === '' ? null : comment, context)
  return { id, state: 'final' }
})

async function openDoubts({ id, state, objectionsUntil }: RankingList, { db, now }: HandlerContext): Promise<Doubt[]> {
  const { total } = await db
    .selectFrom('ranking_objection')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('listId', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  const isOpen = state === 'provisional' && objectionsUntil !== null && Date.parse(objectionsUntil) > now.getTime()
  const days = isOpen ? Math.ceil((Date.parse(objectionsUntil) - now.getTime()) / 86_400_000) : 0
  return [
    { kind: 'objections', count: Number(total) },
    { kind: 'window', count: days },
  ]
}
