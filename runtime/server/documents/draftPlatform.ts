/** The platform as it would be with the drafts of one person: what the studio's frames show. */
import type { DraftPlatform, EarlierVersion, StoredDocument } from '../../core/contracts.ts'
import { readFileName } from '../../core/documents/parseDocument.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform, RawDocument } from '../../core/platform.ts'
import type { ServerDeps } from '../serverContext.ts'
import { fromRow, rawDocument, selectDocuments } from './documentRows.ts'
import { override } from './overlayFiles.ts'
import type { Store } from './storeFailures.ts'

/** The last previews, kept because a preview is loaded page by page, and two stand beside each other. */
const previews = new Map<string, { source: string; preview: DraftPlatform }>()
const PREVIEWS_KEPT = 8
/** Drafts that are left out one at a time, to find the one that breaks another document. */
const MAX_TRIED = 8

/** @param before  an earlier version of one document, in place of the person's draft of it @throws DOCUMENT_INVALID, NOT_FOUND */
export async function draftPlatform(store: Store, userId: string, before?: EarlierVersion): Promise<DraftPlatform> {
  const { documentStore } = store.deps.services
  const isOther = ({ file }: RawDocument) => !before || !isOf(file, before)
  const drafts = (await documentStore.draftsOf(userId)).filter(isOther)
  const published = [...(await documentStore.published())]
  const stored = before ? await withVersion(store, published, before) : published
  const source = [store.deps.platform().hash, ...[...stored, ...drafts].map(({ file }) => file)].join('\n')
  const key = before ? `${userId} before` : userId
  const known = previews.get(key)
  if (known?.source === source) return known.preview
  const preview = build(store.deps, stored, drafts)
  previews.delete(key)
  if (previews.size >= PREVIEWS_KEPT) previews.delete(previews.keys().next().value!)
  previews.set(key, { source, preview })
  return preview
}

/** Stored documents with the wanted version of one: none for the built-in one, which is a file. */
async function withVersion(store: Store, published: readonly RawDocument[], { kind, id, version }: EarlierVersion): Promise<RawDocument[]> {
  if (version === 'published') return [...published]
  const others = published.filter(({ file }) => !isOf(file, { kind, id }))
  return version === 'shipped' ? others : [...others, rawDocument(await revision(store, kind, id, version))]
}

async function revision(store: Store, kind: string, id: string, wanted: number): Promise<StoredDocument> {
  const row = await selectDocuments(store.db)
    .where('kind', '=', kind)
    .where('documentId', '=', id)
    .where('revision', '=', wanted)
    .executeTakeFirst()
  if (!row) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id: `${id} ${wanted}` })
  return fromRow(row, store.deps.renames)
}

/** A draft with a mistake is left out alone. One that breaks another document is found by leaving out each; when none is found, all are left out.
 *  @throws DOCUMENT_INVALID when the platform has failures without drafts */
function build(deps: ServerDeps, stored: readonly RawDocument[], drafts: readonly RawDocument[]): DraftPlatform {
  const tried = (kept: readonly RawDocument[]) => deps.buildWith(override(stored, kept))
  let kept = drafts
  for (;;) {
    const { platform, failures } = tried(kept)
    if (platform) return preview(platform, drafts, kept)
    if (kept.length === 0) throw new AgonError('DOCUMENT_INVALID', { failures: failures ?? [] })
    const blamed = new Set((failures ?? []).map(({ file }) => file))
    const sound = kept.filter(({ file }) => !blamed.has(file))
    kept = sound.length < kept.length ? sound : withoutOne(kept, tried)
  }
}

function withoutOne(
  kept: readonly RawDocument[],
  tried: (kept: readonly RawDocument[]) => { platform?: Platform | undefined },
): RawDocument[] {
  const found = kept
    .slice(0, MAX_TRIED)
    .map((left) => kept.filter((each) => each !== left))
    .find((rest) => tried(rest).platform)
  return found ?? []
}

function preview(platform: Platform, drafts: readonly RawDocument[], kept: readonly RawDocument[]): DraftPlatform {
  const skippedDrafts = drafts.filter((draft) => !kept.includes(draft)).map(({ file }) => nameOf(file))
  return { platform, skippedDrafts }
}

function nameOf(file: string): { kind: string; id: string } {
  const name = readFileName(file)
  return 'kind' in name ? { kind: name.kind, id: name.id } : { kind: '', id: file }
}

function isOf(file: string, { kind, id }: { kind: string; id: string }): boolean {
  const name = nameOf(file)
  return name.kind === kind && name.id === id
}
