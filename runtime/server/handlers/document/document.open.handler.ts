/** One document for its editor: as it is served, as it is built-in, its draft and its revisions, who names it and whom it names. */
import { defineHandler } from '../../../core/contracts.ts'
import { KINDS } from '../../../core/documents/parseDocument.ts'
import { referencesOf } from '../../../core/documents/references.ts'
import type { Kind, TextsDocument } from '../../../core/documents.ts'
import { changesSince, readBase } from '../../documents/builtInSince.ts'
import { draftTitle } from '../../documents/draftTitle.ts'
import { textInBoth } from '../../documents/textInBoth.ts'
import { usersOfTexts } from '../../documents/usersOfTexts.ts'

const KINDS_ENUM = 'platform.documentKind'

export default defineHandler('platform.document.open', async ({ kind, id }, context) => {
  const { platform, documents, fail, session } = context
  if (!(KINDS as readonly string[]).includes(kind)) return fail('NOT_FOUND', { entity: 'platform.document', id })
  const served = platform.documents[kind as Kind].get(id) ?? null
  const revisions = await documents.store.revisions(kind, id)
  const shipped = documents.store.shipped(kind, id)
  const draft = revisions.find(({ state }) => state === 'draft') ?? null
  const published = revisions.find(({ state }) => state === 'published') ?? null
  if (!served && revisions.length === 0) return fail('NOT_FOUND', { entity: 'platform.document', id })
  if (revisions.some(({ apart: standalone }) => standalone ?? (kind === 'form' && !platform.documents.form.has(id))))
    return fail('NOT_FOUND', { entity: 'platform.document', id })
  const misfit = (await documents.store.leftOut()).find((one) => one.kind === kind && one.id === id)
  const references = referencesOf(platform)
  const kinds = platform.documents.enum.get(KINDS_ENUM)?.values
  return {
    kind,
    kindTitle: textInBoth(platform, kinds?.find(({ code }) => code === kind)?.label ?? kind),
    id,
    title: textInBoth(platform, served?.title ?? (draft ? draftTitle(draft) : id)),
    shipped,
    content: draft?.content ?? published?.content ?? shipped ?? served,
    published: published?.content ?? null,
    isPublished: published !== null,
    misfit: (misfit?.failures ?? []).map(({ path, expected, found }) => ({ path: path || '/', expected, found })),
    builtInChanges: changesSince(await readBase(context.db, kind, id), shipped),
    hash: draft?.hash ?? null,
    mine: draft?.authorId === session.userId,
    revisions: await Promise.all(
      revisions.map(async ({ content: _, ...revision }) => ({ ...revision, author: await nameOf(revision.authorId) })),
    ),
    namedBy: references.filter(({ to }) => to.kind === kind && to.id === id).map(({ from, path }) => ({ ...from, path })),
    names: references.filter(({ from }) => from.kind === kind && from.id === id).map(({ to, path }) => ({ ...to, path })),
    routes: (served as { routes?: string[] } | null)?.routes ?? [],
    ...(kind === 'texts' ? { shownBy: usersOfTexts(platform, Object.keys((shipped as TextsDocument | null)?.texts ?? {})) } : {}),
  }

  async function nameOf(userId: string | null): Promise<string | null> {
    if (userId === null) return null
    const row = await context.db.selectFrom('account_user').select(['name', 'nickname']).where('id', '=', userId).executeTakeFirst()
    return row?.name ?? row?.nickname ?? null
  }
})
