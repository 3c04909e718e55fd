/** The latest version of a piece of content, as it will be shown and as the form takes it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readArticle, readVersion, stateOf } from './article.ts'

export default defineHandler('content.edit', async ({ id }, context) => {
  const article = await readArticle(context, id)
  const content = await readVersion(context, id, article.latest)
  const { type, slug, latest, publishedVersion, publishedAt } = article
  const { category, position, title, summary, body, cover, file } = content
  const answers = {
    type,
    slug,
    category,
    position,
    title,
    summary,
    body,
    cover: cover ? [cover] : [],
    file: file ? [file] : [],
  }
  const filled = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null))
  return { id, type, slug, state: stateOf(article), latest, publishedVersion, publishedAt, cover, file, content, answers: filled }
})
