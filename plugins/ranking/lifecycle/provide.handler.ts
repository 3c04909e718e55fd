/** Shows the authors their own lines, and opens the window for objections. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { assertState, heldList, type RankingList } from '../heldList.ts'
import { assertSound } from './assertSound.ts'
import { writeVersion } from './versionFacts.ts'

export default defineHandler('ranking.provide', async ({ id, answers: sent, confirmed }, context) => {
  const list = await heldList(id, context)
  assertState(list, ['draft'], context)
  const { answers } = await context.documents.forms.submit({ id: 'ranking.provide' }, sent)
  const { objectionsUntil, answerDays } = answers as { objectionsUntil: string; answerDays: number }
  if (Date.parse(objectionsUntil) <= context.now.getTime()) return context.fail('RANKING_WINDOW')
  await assertSound(list, { doubts: [{ kind: 'unlinked', count: await unlinkedLines(list, context) }], confirmed }, context)
  await context.rows.transition('ranking.life', 'provide', id, { objectionsUntil, answerDays })
  await writeVersion(list, { state: 'provisional' }, context)
  await context.jobs.enqueue('ranking.tellAuthors', { listId: id, version: list.version, news: 'provisional' })
  return { id, state: 'provisional' }
})

/** Lines that no one would see: no registration belongs to them. */
async function unlinkedLines({ id, version }: RankingList, { db }: HandlerContext): Promise<number> {
  const { total } = await db
    .selectFrom('ranking_award')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('listId', '=', id)
    .where('version', '=', version)
    .where('registrationId', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}
