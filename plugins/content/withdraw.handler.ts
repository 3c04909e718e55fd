/** Takes a piece of content out of visitors' sight; the words and all versions stay. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readArticle } from './article.ts'

export default defineHandler('content.withdraw', async ({ id }, context) => {
  await context.lock('content', id)
  const { latest, publishedVersion } = await readArticle(context, id)
  await context.db
    .updateTable('content_article')
    .set({ publishedVersion: null, publishedAt: null, updatedAt: context.now.toISOString() })
    .where('id', '=', id)
    .execute()
  await context.record({ entity: 'content.article', rowId: id, before: { publishedVersion }, after: { publishedVersion: null } })
  return { id, latest, state: 'draft' }
})
