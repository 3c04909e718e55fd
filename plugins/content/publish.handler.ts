/** Shows the latest version of a piece of content to visitors. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { columnsOf, readArticle, readVersion } from './article.ts'

export default defineHandler('content.publish', async ({ id }, context) => {
  await context.lock('content', id)
  const { latest } = await readArticle(context, id)
  const columns = columnsOf(await readVersion(context, id, latest))
  const change = { ...columns, publishedVersion: latest, publishedAt: context.now.toISOString() }
  await context.rows.save('content.article', { id }, change)
  return { id, latest, state: 'published' }
})
