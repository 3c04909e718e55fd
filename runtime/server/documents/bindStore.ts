/** The store of documents as one call changes it. */
import type { Database, DocumentName, StoredDocument } from '../../core/contracts.ts'
import { filesOfPublished } from '../../core/documents/filesOfPublished.ts'
import { KINDS, readFileName } from '../../core/documents/parseDocument.ts'
import { scopeAt } from '../../core/documents/scopeAt.ts'
import type { Kind } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { longForm } from '../../core/language/longForm.ts'
import { dropEmptyTable, makeStoredTables } from '../database/storedTables.ts'
import type { CallScope, ServerDeps } from '../serverContext.ts'
import { readBase } from './builtInSince.ts'
import { documentHash, fromRow, isCommon, rawDocument, selectDocuments, TABLE } from './documentRows.ts'
import { draftPlatform } from './draftPlatform.ts'
import {
  failuresOf,
  failuresOfDrafts,
  failuresWithout,
  ownTables,
  querying,
  type Store,
  type StoreParts,
  tableFailures,
} from './storeFailures.ts'
import type { DraftStore } from './withVersions.ts'

const MAX_CONTENT_LENGTH = 2_000_000

export function bindStore(deps: ServerDeps, scope: CallScope, parts: StoreParts): DraftStore {
  const { db, session } = scope
  const store: Store = { ...scope, ...parts, deps }
  return {
    saveDraft: (...draft) => saveDraft(store, ...draft),
    publishMany: (names, note) => publishMany(store, names, note),
    async publish(kind, id, note) {
      return (await publishMany(store, [{ kind, id }], note))[0]!
    },
    async failures(kind, id) {
      const draft = await find(store, kind, id).where('state', '=', 'draft').executeTakeFirst()
      return draft ? failuresOfDrafts(store, [fromRow(draft, store.deps.renames)]) : []
    },
    async failuresTogether(names) {
      return failuresOfDrafts(store, await findDrafts(store, names))
    },
    resetManyToBuiltIn: (names) => resetManyToBuiltIn(store, names),
    async resetToBuiltIn(kind, id) {
      return (await resetManyToBuiltIn(store, [{ kind, id }]))[0]!
    },
    platformBefore: () => store.before ?? deps.platform(),
    draftPlatform: (before) => draftPlatform(store, session.userId ?? '', before),
    scopeAt: (kind, id, place) => scopeOfDraft(store, kind, id, place),
    async overview() {
      const rows = await selectDocuments(db).where('state', 'in', ['draft', 'published']).orderBy('id').execute()
      return rows.map((row) => fromRow(row, deps.renames)).filter(isCommon)
    },
    async leftOut() {
      const left = await parts.leftOut(db)
      return left.flatMap(({ raw, failures }) => {
        const name = readFileName(raw.file)
        return 'kind' in name ? [{ kind: name.kind, id: name.id, failures }] : []
      })
    },
    async discardDraft(kind, id) {
      await db.deleteFrom(TABLE).where('kind', '=', kind).where('documentId', '=', id).where('state', '=', 'draft').execute()
    },
    shipped: (kind, id) => shippedOf(deps, kind, id),
    asFiles: (published) => filesOfPublished(deps.files(), published),
    async published(kind, id) {
      const row = await find(store, kind, id).where('state', '=', 'published').executeTakeFirst()
      return row ? fromRow(row, store.deps.renames) : null
    },
    byHash: (hash) => parts.version(db, hash),
    async revisions(kind, id) {
      return (await find(store, kind, id).orderBy('revision', 'desc').execute()).map((row) => fromRow(row, deps.renames))
    },
  }
}

/** The built-in document, found by what the file's name stands for: sub-folders are no part of an id. */
function shippedOf(deps: ServerDeps, kind: string, id: string): object | null {
  const raw = deps.shipped().find(({ file }) => {
    const name = readFileName(file)
    return 'kind' in name && name.kind === kind && name.id === id
  })
  return raw ? (longForm(kind as Kind, id, JSON.parse(raw.text)).content as object) : null
}

/** In the platform with the person's drafts. A draft that is broken is passed over for what is served. */
async function scopeOfDraft(store: Store, kind: string, id: string, place: string): ReturnType<DraftStore['scopeAt']> {
  const { deps, session } = store
  const { platform } = await draftPlatform(store, session.userId ?? '')
  const draft = await find(store, kind, id).where('state', '=', 'draft').executeTakeFirst()
  const stored = draft && fromRow(draft, deps.renames)
  const served = platform.documents[kind as Kind]?.get(id) as object | undefined
  const versions = [
    ...(stored ? [rawDocument(stored)] : []),
    ...(served ? [{ file: `document:${id}.${kind}@served`, text: JSON.stringify(served) }] : []),
  ]
  for (const raw of versions) {
    const scope = scopeAt(platform, raw, place, deps.names)
    if (scope) return { scope, document: JSON.parse(raw.text), platform }
  }
  return null
}

function find({ db }: Store, kind: string, id: string) {
  return selectDocuments(db).where('kind', '=', kind).where('documentId', '=', id)
}

async function saveDraft(store: Store, ...[kind, id, content, note, how]: Parameters<DraftStore['saveDraft']>): Promise<StoredDocument> {
  const { db, session, now } = store
  const text = draftText(kind, id, content)
  const hash = await versionHash(store, text)
  await lockDocument(db, kind, id)
  const latest = await find(store, kind, id).orderBy('revision', 'desc').executeTakeFirst()
  const apart: boolean | null = latest ? latest.apart : (how?.apart ?? null)
  if (how?.apart !== undefined && how.apart !== apart) throw new AgonError('CONFLICT', { entity: 'platform.document', fields: 'apart' })
  const values = {
    content: text,
    hash,
    formatVersion: Number((JSON.parse(text) as { version?: number }).version ?? 1),
    authorId: session.userId,
    note: note ?? null,
    updatedAt: now.toISOString(),
  }
  const draft = await find(store, kind, id).where('state', '=', 'draft').executeTakeFirst()
  if (draft)
    await db
      .updateTable(TABLE)
      .set(how?.onto ? { ...values, base: builtInText(store, kind, id) } : values)
      .where('id', '=', draft.id)
      .execute()
  else
    await db
      .insertInto(TABLE)
      .values({
        ...values,
        base: await baseOf(store, { kind, id, apart, onto: how?.onto === true }),
        kind,
        documentId: id,
        apart: apart,
        state: 'draft',
        revision: await nextRevision(db, kind, id),
      })
      .execute()
  return fromRow(await find(store, kind, id).where('state', '=', 'draft').executeTakeFirstOrThrow(), store.deps.renames)
}

interface Based {
  kind: string
  id: string
  apart: boolean | null
  onto: boolean
}

/** The built-in document that a new draft begins from: that of what is published, which it continues. */
async function baseOf(store: Store, { kind, id, apart, onto }: Based): Promise<string | null> {
  if (apart ?? !isCommon({ kind, apart } as StoredDocument)) return null
  const published = await find(store, kind, id).where('state', '=', 'published').executeTakeFirst()
  const continued = published && !onto ? await readBase(store.db, kind, id) : null
  return published && !onto ? continued && JSON.stringify(continued) : builtInText(store, kind, id)
}

function builtInText({ deps }: Store, kind: string, id: string): string | null {
  const shipped = shippedOf(deps, kind, id)
  return shipped && JSON.stringify(shipped)
}

/** Keys of what `pruneForm` takes out of a form before it leaves the server. */
const WITHHELD = /"(?:x-score|quiz|x-readers)":/

/** The name of a version travels with the form: a plain hash would confirm a guess at what was taken out of it, such as the right answers of a quiz. */
async function versionHash({ deps }: Store, text: string): Promise<string> {
  const hash = documentHash(JSON.parse(text))
  return WITHHELD.test(text) ? documentHash(await deps.services.signed.derive('document.version', hash)) : hash
}

async function publishMany(store: Store, names: readonly DocumentName[], note?: string): Promise<StoredDocument[]> {
  const { db } = store
  const sorted = inOrder(names)
  for (const { kind, id } of sorted) await lockDocument(db, kind, id)
  const drafts = await findDrafts(store, sorted)
  if (drafts.some(isCommon)) await lockDocument(db, '*', 'platform')
  const failures = await failuresOf(store, drafts)
  if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures })
  await makeTables(store, drafts)
  for (const draft of drafts) await makePublished(store, draft, note)
  return Promise.all(
    sorted.map(async ({ kind, id }) =>
      fromRow(await find(store, kind, id).where('state', '=', 'published').executeTakeFirstOrThrow(), store.deps.renames),
    ),
  )
}

/** @throws DOCUMENT_INVALID when rows do not allow a change of their table */
async function makeTables(store: Store, drafts: readonly StoredDocument[]): Promise<void> {
  const refused = await makeStoredTables(querying(store.db), await ownTables(store, drafts))
  if (refused.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures: tableFailures(refused, drafts) })
}

async function findDrafts(store: Store, names: readonly DocumentName[]): Promise<StoredDocument[]> {
  const drafts: StoredDocument[] = []
  for (const { kind, id } of names) {
    const draft = await find(store, kind, id).where('state', '=', 'draft').executeTakeFirst()
    if (!draft) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id })
    drafts.push(fromRow(draft, store.deps.renames))
  }
  return drafts
}

async function makePublished(store: Store, { kind, id, rowId }: StoredDocument, note?: string): Promise<void> {
  const { db, now } = store
  await archive(store, kind, id)
  const moment = now.toISOString()
  await db
    .updateTable(TABLE)
    .set({ state: 'published', publishedAt: moment, updatedAt: moment, ...(note === undefined ? {} : { note }) })
    .where('id', '=', rowId)
    .execute()
}

async function archive({ db, now }: Store, kind: string, id: string): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ state: 'archived', updatedAt: now.toISOString() })
    .where('kind', '=', kind)
    .where('documentId', '=', id)
    .where('state', '=', 'published')
    .execute()
}

/** Removes published documents, so that the built-in ones are used again. @throws NOT_FOUND, DOCUMENT_INVALID */
async function resetManyToBuiltIn(store: Store, names: readonly DocumentName[]): Promise<StoredDocument[]> {
  const sorted = inOrder(names)
  for (const { kind, id } of sorted) await lockDocument(store.db, kind, id)
  await lockDocument(store.db, '*', 'platform')
  const taken: StoredDocument[] = []
  for (const { kind, id } of sorted) {
    const published = await find(store, kind, id).where('state', '=', 'published').executeTakeFirst()
    if (!published) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id })
    taken.push(fromRow(published, store.deps.renames))
  }
  const common = taken.filter(isCommon)
  const failures = common.length > 0 ? await failuresWithout(store, common) : []
  if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures })
  for (const { kind, id } of taken) await archive(store, kind, id)
  for (const { kind, id } of common) if (kind === 'entity') await dropEmptyTable(querying(store.db), id)
  return taken
}

/** The same in every call, so that two of them do not wait for each other. */
function inOrder(names: readonly DocumentName[]): DocumentName[] {
  return [...names].sort((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
}

/** @throws DOCUMENT_INVALID when it is of no kind, not an object with this id, or too long, or has a mistake in a short form, of which the long form would keep nothing */
function draftText(kind: string, id: string, content: unknown): string {
  const refuse = (path: string, expected: string, found: string): never => {
    const failure = { code: 'DOCUMENT_SHAPE', file: `document:${id}`, path, expected, found, suggestion: '' }
    throw new AgonError('DOCUMENT_INVALID', { kind, failures: [failure] })
  }
  if (!KINDS.includes(kind as Kind)) return refuse('', `a document of a kind (${KINDS.join(', ')})`, kind)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return refuse('', 'an object', typeof content)
  const { content: long, findings } = longForm(kind as Kind, id, { ...content, id })
  if (findings.length > 0)
    throw new AgonError('DOCUMENT_INVALID', { kind, failures: findings.map((one) => ({ ...one, file: `document:${id}` })) })
  const text = JSON.stringify(long)
  return text.length > MAX_CONTENT_LENGTH ? refuse('', `at most ${MAX_CONTENT_LENGTH} characters`, String(text.length)) : text
}

async function nextRevision(db: Database, kind: string, id: string): Promise<number> {
  const row = await db
    .selectFrom(TABLE)
    .select(({ fn }) => fn.max('revision').as('last'))
    .where('kind', '=', kind)
    .where('documentId', '=', id)
    .executeTakeFirst()
  return Number(row?.last ?? 0) + 1
}

/** One writer of a document at a time, also for its first draft. */
async function lockDocument(db: Database, kind: string, id: string): Promise<void> {
  await db
    .selectNoFrom(({ fn, val }) => [
      fn('pg_advisory_xact_lock', [fn('hashtextextended', [val(`document ${kind} ${id}`), val(0)])]).as('locked'),
      // the platform is linked meanwhile, and a machine that is busy takes its time
      fn('set_config', [val('idle_in_transaction_session_timeout'), val('5min'), val(true)]).as('patience'),
    ])
    .execute()
}
