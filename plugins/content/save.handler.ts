/** Saves what staff wrote as a new version. When two people edit the same version, the second save is refused, so nothing is lost. */
import type { EntityTypes } from '../../runtime/core/contracts.ts'
import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'
import { type ArticleContent, addVersion, columnsOf, insertVersion, readArticle, readVersion, type SavedArticle } from './article.ts'

/** Answers of the form `content.edit`. */
interface Answers extends Partial<Pick<ArticleContent, 'category' | 'summary' | 'body'>> {
  type: EntityTypes['content.article']['add']['type']
  slug?: EntityTypes['content.article']['add']['slug']
  title: ArticleContent['title']
  position: number
  cover?: StoredFile[]
  file?: StoredFile[]
  note?: string
}

export default defineHandler('content.save', async ({ id, base, answers: sent }, context) => {
  if (id === undefined) return create(await checked(sent, true, context), context)
  await context.lock('content', id)
  const article = await readArticle(context, id)
  if (base !== article.latest) return context.fail('CONTENT_CHANGED', { latest: article.latest })
  const before = await readVersion(context, id, article.latest)
  const answers = await checked({ ...sent, type: article.type, slug: article.slug ?? undefined }, false, context, before)
  return addVersion(context, article, { content: contentOf(answers), note: answers.note ?? null })
})

async function checked(
  sent: Record<string, unknown>,
  isNew: boolean,
  { documents }: HandlerContext,
  before?: ArticleContent,
): Promise<Answers> {
  const previous = before && { cover: before.cover ? [before.cover] : [], file: before.file ? [before.file] : [] }
  const { answers } = await documents.forms.submit({ id: 'content.edit' }, sent, { isNew }, previous)
  return answers
}

async function create(answers: Answers, context: HandlerContext): Promise<SavedArticle> {
  const { db, session, fail } = context
  const { type, slug = null } = answers
  if (slug !== null) {
    await context.lock('contentPage', slug)
    const taken = await db.selectFrom('content_article').select('id').where('slug', '=', slug).executeTakeFirst()
    if (taken) return fail('PAGE_TAKEN', { id: taken.id })
  }
  const content = contentOf(answers)
  const id = await context.rows.create('content.article', { type, slug, latest: 1, editorId: session.userId, ...columnsOf(content) })
  await insertVersion(context, id, { number: 1, content, note: answers.note ?? null })
  return { id, latest: 1, state: 'draft' }
}

function contentOf(answers: Answers): ArticleContent {
  const { category = null, position, title, summary = null, body = null, cover, file } = answers
  return { category, position, title, summary, body, cover: cover?.[0] ?? null, file: file?.[0] ?? null }
}
