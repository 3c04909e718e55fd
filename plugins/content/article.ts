/** A piece of content: the row that visitors see, and the versions in which staff write it. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { Row } from '../generated/tables.ts'

/** The part of a piece that has versions. */
export interface ArticleContent {
  category: Row<'content_article'>['category']
  title: LocalText
  summary: LocalText | null
  body: LocalText | null
  cover: StoredFile | null
  file: StoredFile | null
  position: number
}
export interface Article extends ArticleContent {
  id: string
  type: number
  slug: string | null
  latest: number
  publishedVersion: number | null
  publishedAt: string | null
}
export interface SavedArticle {
  id: string
  latest: number
  state: 'draft' | 'changed' | 'published'
}

/** @throws NOT_FOUND */
export async function readArticle({ db, fail }: HandlerContext, id: string): Promise<Article> {
  const row = await db.selectFrom('content_article').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? ({ ...row, id: row.id } as Article) : fail('NOT_FOUND', { entity: 'content.article', id })
}

/** @throws NOT_FOUND */
export async function readVersion({ db, fail }: HandlerContext, articleId: string, number: number): Promise<ArticleContent> {
  const row = await db
    .selectFrom('content_version')
    .select('content')
    .where('articleId', '=', articleId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? (row.content as ArticleContent) : fail('NOT_FOUND', { entity: 'content.version', id: `${articleId}/${number}` })
}

/** Content as columns of the row. */
export function columnsOf(content: ArticleContent): ArticleContent {
  const { category, position } = content
  const { title, summary, body, cover, file } = content
  return { category, position, title, summary, body, cover, file }
}

/** `draft` before the first publication, `changed` while a newer version is not published. */
export function stateOf({ latest, publishedVersion }: Pick<Article, 'latest' | 'publishedVersion'>): SavedArticle['state'] {
  if (publishedVersion === null) return 'draft'
  return publishedVersion === latest ? 'published' : 'changed'
}

/** Adds a version and makes it the latest. What visitors see stays, unless they see nothing yet: then the row only serves the staff's list. */
export async function addVersion(
  context: HandlerContext,
  article: Article,
  { content, note }: { content: ArticleContent; note: string | null },
): Promise<SavedArticle> {
  const latest = article.latest + 1
  await insertVersion(context, article.id, { number: latest, content, note })
  const shown = article.publishedVersion === null ? columnsOf(content) : {}
  await context.rows.save('content.article', article, { latest, editorId: context.session.userId, ...shown })
  return { id: article.id, latest, state: stateOf({ latest, publishedVersion: article.publishedVersion }) }
}

/** Stores one immutable version. @param number counts from 1 */
export async function insertVersion(
  { rows, session }: HandlerContext,
  articleId: string,
  { number, content, note }: { number: number; content: ArticleContent; note: string | null },
): Promise<void> {
  await rows.create('content.version', { articleId, number, content, note, authorId: session.userId })
}
