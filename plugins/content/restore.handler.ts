/** Makes an earlier version of a piece of content the latest one, as a version of its own. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { inBothLanguages } from '../../runtime/core/inBothLanguages.ts'
import { addVersion, readArticle, readVersion } from './article.ts'

export default defineHandler('content.restore', async ({ id, number }, context) => {
  await context.lock('content', id)
  const article = await readArticle(context, id)
  const content = await readVersion(context, id, number)
  const note = inBothLanguages(context.text('content.restoredFrom', { number }))
  return addVersion(context, article, { content, note })
})
