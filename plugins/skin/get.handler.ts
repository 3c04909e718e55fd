/** A skin for the designer. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type StoredDocument } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { resolveSkin, skinRules } from '../../runtime/core/skin/resolveSkin.ts'
import { groupOf, readSkin, readVersions, type SkinRow, scopeOf, writtenSkin } from './skin.ts'

export default defineHandler('skin.get', async ({ id }, context) => {
  const row = await readSkin(id, context)
  const versions = await readVersions(row, context)
  const content = writtenSkin(versions)
  const { skin: skins } = context.platform.documents
  const find = (name: string) => skins.get(name)
  const applied = await context.db.selectFrom('shell_setting').select('theme').where('groupId', '=', groupOf(row)).executeTakeFirst()
  return {
    id,
    name: row.name,
    scope: scopeOf(row),
    content,
    hash: versions.draft?.hash ?? null,
    published: versions.published !== null,
    publishedContent: versions.published?.content ?? null,
    changed: versions.draft !== null,
    worn: applied?.theme === row.documentId,
    rules: skinRules(content, find),
    starts: [...skins.values()]
      .filter(({ id: name }) => name !== row.documentId)
      .map((skin) => ({ title: skin.title, skin: resolveSkin(skin, find) })),
    pages: await pagesOf(row, context),
    revisions: await Promise.all(versions.all.map((revision) => describe(revision, context))),
  }
})

async function describe({ revision, state, note, createdAt, updatedAt, authorId, content }: StoredDocument, { db }: HandlerContext) {
  const author =
    authorId === null
      ? undefined
      : await db.selectFrom('account_user').select(['name', 'nickname']).where('id', '=', authorId).executeTakeFirst()
  return { revision, state, note, createdAt, updatedAt, author: author?.name ?? author?.nickname ?? null, content }
}

interface PreviewPage {
  title: LocalText
  to: string
}
const PLATFORM_PAGES = { home: '/', competitions: '/competition', help: '/helpcenter' }
const COMPETITION_PAGES = { competition: '/details', guide: '/details/entryGuide', works: '/details/worksShow' }
type PageName = keyof typeof PLATFORM_PAGES | keyof typeof COMPETITION_PAGES

/** Real pages on which the skin shows: of the competition itself, or of one of the organisation's. */
async function pagesOf({ competitionId, organisationId }: SkinRow, context: HandlerContext): Promise<PreviewPage[]> {
  if (competitionId !== null) return named(COMPETITION_PAGES, context, competitionId)
  if (organisationId === null) return named(PLATFORM_PAGES, context)
  const row = await context.db
    .selectFrom('competition_competition')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('deletedAt', 'is', null)
    .orderBy(sql`"publishedAt" is null`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return [...(row ? named(COMPETITION_PAGES, context, row.id) : []), ...named(PLATFORM_PAGES, context)]
}

function named(pages: Readonly<Partial<Record<PageName, string>>>, { text }: HandlerContext, competitionId?: string): PreviewPage[] {
  const query = competitionId === undefined ? '' : `?competitionId=${competitionId}`
  return Object.entries(pages).map(([key, path]) => ({ title: text(`skin.page.${key as PageName}`), to: path + query }))
}
