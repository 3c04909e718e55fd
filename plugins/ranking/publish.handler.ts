/** Publishes the version that is worked on, or takes a published list out of sight. Of two at the same time the second finds it done. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertState, heldList, type RankingList } from './heldList.ts'
import { finaliseVersion, publishVersion } from './publishing.ts'
import { writeVersion } from './versionFacts.ts'

export default defineHandler('ranking.publish', async ({ id, published }, context) => {
  const list = await heldList(id, context)
  if (!published) await withdraw(list, context)
  else if (list.state !== 'published' || list.publishedVersion !== list.version) await publish(list, context)
  const { state, publishedVersion, publishedAt } = await heldList(id, context)
  return { id, state, published: publishedVersion !== null, publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString() }
})

async function publish(list: RankingList, context: HandlerContext): Promise<void> {
  assertState(list, list.source === 'hand' ? ['draft', 'final'] : ['final'], context)
  await assertLines(list, context)
  if (list.state === 'draft') await finaliseVersion(list, null, context)
  await publishVersion(list, context)
}

/** Everything that was public goes out of sight; a version that is worked on stays as it is. */
async function withdraw(list: RankingList, context: HandlerContext): Promise<void> {
  if (list.publishedVersion === null) return
  if (list.state === 'published') {
    await context.transition('ranking.life', 'withdraw', list.id)
    await writeVersion(list, { state: 'final' }, context)
  } else await context.change('ranking.list', list, { publishedVersion: null, publishedAt: null })
}

/** @throws RANKING_EMPTY */
async function assertLines({ id, version }: RankingList, { db, fail }: HandlerContext): Promise<void> {
  const line = db.selectFrom('ranking_award').select('id').where('listId', '=', id).where('version', '=', version).limit(1)
  if (!(await line.executeTakeFirst())) fail('RANKING_EMPTY')
}
