/** Shows the latest version of a piece of content to visitors. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { columnsOf, readArticle, readVersion } from './article.ts'

export default defineHandler('content.publish', async ({ id }, context) => {
  await context.lock('content', id)
  const { latest, publishedVersion } = await readArticle(context, id)
  const content = await readVersion(context, id, latest)
  const publishedAt = context.now.toISOString()
  await context.db
    .updateTable('content_article')
    .set({ ...columnsOf(content), publishedVersion: latest, publishedAt, updatedAt: publishedAt })
    .where('id', '=', id)
    .execute()
  await context.record({ entity: 'content.article', rowId: id, before: { publishedVersion }, after: { publishedVersion: latest } })
  return { id, latest, state: 'published' }
})
