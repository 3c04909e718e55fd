/** The words of a page of the site, as published; `exists` is false when there are none. */
import { defineHandler } from '../../runtime/core/contracts.ts'

const NOTHING = { exists: false, id: null, title: null, summary: null, body: null, cover: null, publishedAt: null }

export default defineHandler('content.page', async ({ slug }, { db }) => {
  const row = await db
    .selectFrom('content_article')
    .select(['id', 'title', 'summary', 'body', 'cover', 'publishedAt'])
    .where('slug', '=', slug)
    .where('publishedVersion', 'is not', null)
    .executeTakeFirst()
  return row ? { exists: true, ...row, id: row.id } : NOTHING
})
