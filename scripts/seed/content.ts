/** Content of the demo: pages of the site, questions and downloads, all published, with their first version. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredFile } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { writeWorkbook } from '../../runtime/server/exports/writeWorkbook.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface DemoArticle {
  type: number
  slug: string | null
  category: string | null
  position: number
  title: LocalText
  summary: LocalText
  body: LocalText | null
  /** A sheet; the first row is its head. */
  download?: { name: string; rows: (string | number)[][] }
}

/** @param authorId who wrote it */
export async function insertContent(deps: ServerDeps, scope: SeedScope, authorId: string | null): Promise<void> {
  const owned: SeedScope = { ...scope, session: { ...scope.session, userId: authorId } }
  for (const article of readDemo<{ articles: DemoArticle[] }>('content.json').articles) await insertArticle(deps, owned, article)
}

async function insertArticle(deps: ServerDeps, scope: SeedScope, { download, ...article }: DemoArticle): Promise<void> {
  const { db, now, session } = scope
  const { type, slug, category, position, title, summary, body } = article
  const file = download ? await storeSheet(deps, scope, download) : null
  const content = { category, position, title, summary, body, cover: null, file }
  const texts = { title, summary, body, file }
  const columns = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value === null ? null : JSON.stringify(value)]))
  const row = { type, slug, category, position, ...columns, latest: 1, publishedVersion: 1, publishedAt: now.toISOString() }
  const { id } = await db
    .insertInto('content_article')
    .values({ ...row, editorId: session.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('content_version')
    .values({ articleId: id, number: 1, content: JSON.stringify(content), authorId: session.userId })
    .execute()
  if (file) await deps.services.files.claim(scope, 'content.article', String(id), file)
}

async function storeSheet(deps: ServerDeps, scope: SeedScope, { name, rows }: NonNullable<DemoArticle['download']>): Promise<StoredFile> {
  const directory = await mkdtemp(join(tmpdir(), 'agon-'))
  const path = join(directory, name)
  const [head = [], ...lines] = rows
  const columns = head.map((title, at) => ({
    title: String(title),
    value: (line: Record<string, unknown>) => (line[at] ?? null) as string | number | null,
  }))
  try {
    await writeWorkbook({ path, sheets: [{ title: '1', columns, rows: [lines.map((line) => ({ ...line }))] }] }, async () => {})
    return await deps.services.files.bind(scope).store(createReadStream(path), { name, purpose: 'download' })
  } finally {
    await rm(directory, { recursive: true })
  }
}
