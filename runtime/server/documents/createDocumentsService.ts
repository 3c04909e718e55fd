/** Documents made at run time, in `platform.document`. One draft per document is edited in place; publishing turns it into a revision that never
 *  changes again (a trigger holds that) and archives the one before. Published documents become part of the platform, in place of the built-in one
 *  with the same id; those that are `apart` (forms, and what belongs to one object) are found by id and by hash. */
import { createHash } from 'node:crypto'
import type { Database, DocumentName, StoredDocument } from '../../core/contracts.ts'
import { fileOf } from '../../core/documents/parseDocument.ts'
import { validateStored } from '../../core/documents/validateStored.ts'
import type { Kind } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { longForm } from '../../core/language/longForm.ts'
import type { DocumentFailure, Platform, RawDocument } from '../../core/platform.ts'
import { override } from '../loadPlatform.ts'
import type { CallScope, DocumentsPart, ServerDeps } from '../serverContext.ts'
import { DOCUMENT_TOPIC, installDocumentTriggers } from './documentTriggers.ts'
import { guardFailures } from './guardFailures.ts'
import { type DraftStore, withVersions } from './withVersions.ts'

/** Kinds that stay outside of the platform unless a document says otherwise. */
const APART: ReadonlySet<string> = new Set<Kind>(['form'])
const TABLE = 'platform_document'
const MAX_CONTENT_LENGTH = 2_000_000
const HASHES_KEPT = 200
const RELOAD_AGAIN_MS = 500
const RELOAD_AGAIN_AT_MOST_MS = 30_000

export interface DocumentsService extends DocumentsPart {
  start(): Promise<void>
  stop(): Promise<void>
  /** A published or archived version; versions are kept in memory, as they never change. */
  version(db: Database, hash: string): Promise<StoredDocument | null>
  /** Drafts that this person saved last, as they would become part of the platform. */
  draftsOf(userId: string): Promise<RawDocument[]>
}

/** The name of a stored version. Unlike a hash of canonical JSON it changes with the order of keys: the order of fields is part of a form. */
export function documentHash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

export function createDocumentsService(deps: ServerDeps): DocumentsService {
  const versions = new Map<string, StoredDocument>()
  const unlisten: (() => void)[] = []
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  async function version(db: Database, hash: string): Promise<StoredDocument | null> {
    const known = versions.get(hash)
    if (known) return known
    const row = await select(db).where('hash', '=', hash).where('state', '!=', 'draft').orderBy('revision', 'desc').executeTakeFirst()
    if (!row) return null
    const stored = fromRow(row)
    if (versions.size >= HASHES_KEPT) versions.delete(versions.keys().next().value!)
    versions.set(hash, stored)
    return stored
  }

  /** Until it is done: who missed a change would serve what is no longer published. */
  async function reload(wait = RELOAD_AGAIN_MS): Promise<void> {
    try {
      await deps.reloadPlatform()
    } catch (error) {
      if (isStopped) return
      if (error instanceof AgonError)
        return deps.logger.error({ err: error }, 'a published document does not fit: the old platform keeps serving')
      deps.logger.warn({ err: error }, 'the published documents could not be read: trying again')
      again = setTimeout(() => void reload(Math.min(2 * wait, RELOAD_AGAIN_AT_MOST_MS)), wait)
    }
  }

  async function published(db = deps.db): Promise<RawDocument[]> {
    if (deps.config.shippedOnly) return []
    const rows = await select(db).where('state', '=', 'published').orderBy('id').execute()
    return rows.map(fromRow).filter(isCommon).map(rawDocument)
  }

  return {
    version,
    published: () => published(),
    load: () => published(),
    bind: (scope) => withVersions(bindStore(deps, scope, { version, published }), scope.db),
    async draftsOf(userId) {
      const rows = await select(deps.db).where('state', '=', 'draft').where('authorId', '=', userId).orderBy('id').execute()
      return rows.map(fromRow).filter(isCommon).map(rawDocument)
    },
    async start() {
      await installDocumentTriggers(deps.db)
      const { notices } = deps.services
      unlisten.push(
        notices.listen(DOCUMENT_TOPIC, () => void reload()),
        notices.onGap(() => notices.connected && void reload()),
      )
    },
    async stop() {
      isStopped = true
      clearTimeout(again)
      for (const remove of unlisten) remove()
    },
  }
}

function placeOf({ code, file, path }: DocumentFailure): string {
  return `${code} ${file}#${path}`
}

/** The last one made for each person: a preview asks for it page by page. */
const previews = new Map<string, { source: string; platform: Platform }>()
const PREVIEWS_KEPT = 8

async function draftPlatform(deps: ServerDeps, userId: string): Promise<Platform> {
  const drafts = await deps.services.documents.draftsOf(userId)
  const source = [deps.platform().hash, ...drafts.map(({ file }) => file)].join('\n')
  const known = previews.get(userId)
  if (known?.source === source) return known.platform
  const { platform, failures } = deps.buildWith(override(await deps.services.documents.published(), drafts))
  if (failures) throw new AgonError('DOCUMENT_INVALID', { failures })
  previews.delete(userId)
  if (previews.size >= PREVIEWS_KEPT) previews.delete(previews.keys().next().value!)
  previews.set(userId, { source, platform })
  return platform
}

/** Takes part in the platform, instead of belonging to one object. */
export function isCommon({ kind, apart }: StoredDocument): boolean {
  return !(apart ?? APART.has(kind))
}

interface StoreParts {
  version: DocumentsService['version']
  /** What is published now, of what takes part in the platform. */
  published(db: Database): Promise<RawDocument[]>
}

function bindStore(deps: ServerDeps, { db, session, now }: CallScope, { version, published }: StoreParts): DraftStore {
  let before: Platform | undefined
  const find = (kind: string, id: string) => select(db).where('kind', '=', kind).where('documentId', '=', id)
  const shipped = (kind: string, id: string) => deps.shipped().find(({ file }) => file.endsWith(fileOf(kind, id))) ?? null

  const saveDraft: DraftStore['saveDraft'] = async (kind, id, content, note, how) => {
    const text = draftText(kind, id, content)
    await lockDocument(db, kind, id)
    const latest = await find(kind, id).orderBy('revision', 'desc').executeTakeFirst()
    const apart: boolean | null = latest ? latest.apart : (how?.apart ?? null)
    if (how?.apart !== undefined && how.apart !== apart) throw new AgonError('CONFLICT', { entity: 'platform.document', fields: 'apart' })
    const values = {
      content: text,
      hash: documentHash(JSON.parse(text)),
      formatVersion: Number((JSON.parse(text) as { version?: number }).version ?? 1),
      authorId: session.userId,
      note: note ?? null,
      updatedAt: now.toISOString(),
    }
    const draft = await find(kind, id).where('state', '=', 'draft').executeTakeFirst()
    if (draft) await db.updateTable(TABLE).set(values).where('id', '=', draft.id).execute()
    else
      await db
        .insertInto(TABLE)
        .values({ ...values, kind, documentId: id, apart, state: 'draft', revision: await nextRevision(db, kind, id) })
        .execute()
    return fromRow(await find(kind, id).where('state', '=', 'draft').executeTakeFirstOrThrow())
  }

  async function findDrafts(names: readonly DocumentName[]): Promise<StoredDocument[]> {
    const drafts: StoredDocument[] = []
    for (const { kind, id } of names) {
      const draft = await find(kind, id).where('state', '=', 'draft').executeTakeFirst()
      if (!draft) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id })
      drafts.push(fromRow(draft))
    }
    return drafts
  }

  /** Another process may have published since this one loaded: what counts is what is published now. */
  async function failuresOf(drafts: readonly StoredDocument[]): Promise<DocumentFailure[]> {
    const apart = drafts.filter((draft) => !isCommon(draft)).map(rawDocument)
    const common = drafts.filter(isCommon)
    const alone = apart.flatMap((raw) => validateStored(deps.platform(), raw, deps.names))
    return alone.length > 0 || common.length === 0 ? alone : commonFailures(common)
  }

  async function commonFailures(drafts: readonly StoredDocument[]): Promise<DocumentFailure[]> {
    const raws = drafts.map(rawDocument)
    const stored = await published(db)
    const served = deps.buildWith(stored)
    before = served.platform ?? deps.platform()
    const next = deps.buildWith(override(stored, raws))
    if (next.failures) return next.failures
    // what is passed over when it is served is refused when it is published: words that fit nothing among it
    const known = new Set(served.passedOver?.map(placeOf))
    const added = next.passedOver.filter((failure) => !known.has(placeOf(failure)))
    if (added.length > 0) return added
    const platform = before
    const misfits = raws.flatMap((raw, at) => (drafts[at]!.kind === 'texts' ? validateStored(platform, raw, deps.names) : []))
    return misfits.length > 0 ? misfits : guardFailures(platform, drafts)
  }

  /** What would be wrong without a published document. */
  async function failuresWithout(kind: string, id: string): Promise<DocumentFailure[]> {
    const stored = await published(db)
    before = deps.buildWith(stored).platform ?? deps.platform()
    return deps.buildWith(stored.filter(({ file }) => !file.startsWith(`document:${id}.${kind}@`))).failures ?? []
  }

  async function publishMany(names: readonly DocumentName[], note?: string): Promise<StoredDocument[]> {
    const sorted = [...names].sort((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
    for (const { kind, id } of sorted) await lockDocument(db, kind, id)
    const drafts = await findDrafts(sorted)
    if (drafts.some(isCommon)) await lockDocument(db, '*', 'platform')
    const failures = await failuresOf(drafts)
    if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures })
    for (const draft of drafts) await makePublished(draft, note)
    return Promise.all(
      sorted.map(async ({ kind, id }) => fromRow(await find(kind, id).where('state', '=', 'published').executeTakeFirstOrThrow())),
    )
  }

  async function makePublished({ kind, id, rowId }: StoredDocument, note?: string): Promise<void> {
    await archive(kind, id)
    const moment = now.toISOString()
    await db
      .updateTable(TABLE)
      .set({ state: 'published', publishedAt: moment, updatedAt: moment, ...(note === undefined ? {} : { note }) })
      .where('id', '=', rowId)
      .execute()
  }

  async function archive(kind: string, id: string): Promise<void> {
    await db
      .updateTable(TABLE)
      .set({ state: 'archived', updatedAt: now.toISOString() })
      .where('kind', '=', kind)
      .where('documentId', '=', id)
      .where('state', '=', 'published')
      .execute()
  }

  return {
    saveDraft,
    publishMany,
    async publish(kind, id, note) {
      return (await publishMany([{ kind, id }], note))[0]!
    },
    async failures(kind, id) {
      const draft = await find(kind, id).where('state', '=', 'draft').executeTakeFirst()
      return draft ? failuresOf([fromRow(draft)]) : []
    },
    async failuresTogether(names) {
      return failuresOf(await findDrafts(names))
    },
    async takeBack(kind, id) {
      await lockDocument(db, kind, id)
      await lockDocument(db, '*', 'platform')
      const published = await find(kind, id).where('state', '=', 'published').executeTakeFirst()
      if (!published) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id })
      const stored = fromRow(published)
      if (isCommon(stored)) {
        const failures = await failuresWithout(kind, id)
        if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures })
      }
      await archive(kind, id)
      return stored
    },
    platformBefore: () => before ?? deps.platform(),
    draftPlatform: () => draftPlatform(deps, session.userId ?? ''),
    async overview() {
      const rows = await select(db).where('state', 'in', ['draft', 'published']).orderBy('id').execute()
      return rows.map(fromRow).filter(isCommon)
    },
    async discardDraft(kind, id) {
      await db.deleteFrom(TABLE).where('kind', '=', kind).where('documentId', '=', id).where('state', '=', 'draft').execute()
    },
    shipped(kind, id) {
      const raw = shipped(kind, id)
      return raw ? longForm(kind as Kind, id, JSON.parse(raw.text)).content : null
    },
    async published(kind, id) {
      const row = await find(kind, id).where('state', '=', 'published').executeTakeFirst()
      return row ? fromRow(row) : null
    },
    byHash: (hash) => version(db, hash),
    async revisions(kind, id) {
      return (await find(kind, id).orderBy('revision', 'desc').execute()).map(fromRow)
    },
  }
}

/** @throws DOCUMENT_INVALID when it is not an object with this id, or too long */
function draftText(kind: string, id: string, content: unknown): string {
  const refuse = (path: string, expected: string, found: string): never => {
    const failure = { code: 'DOCUMENT_SHAPE', file: `document:${id}`, path, expected, found, suggestion: '' }
    throw new AgonError('DOCUMENT_INVALID', { kind, failures: [failure] })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return refuse('', 'an object', typeof content)
  const text = JSON.stringify(longForm(kind as Kind, id, { ...content, id }).content)
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
    .selectNoFrom(({ fn, val }) =>
      fn('pg_advisory_xact_lock', [fn('hashtextextended', [val(`document ${kind} ${id}`), val(0)])]).as('locked'),
    )
    .execute()
}

function select(db: Database) {
  return db
    .selectFrom(TABLE)
    .select([
      'id',
      'kind',
      'documentId',
      'revision',
      'state',
      'hash',
      'content',
      'formatVersion',
      'authorId',
      'note',
      'apart',
      'createdAt',
      'updatedAt',
    ])
}

// biome-ignore lint/suspicious/noExplicitAny: rows of tables declared in JSON
function fromRow(row: any): StoredDocument {
  const { content } = longForm(row.kind, row.documentId, JSON.parse(row.content))
  return {
    rowId: row.id,
    kind: row.kind,
    id: row.documentId,
    revision: row.revision,
    state: row.state,
    hash: row.hash,
    content: content as object,
    authorId: row.authorId,
    note: row.note,
    apart: row.apart ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

function rawDocument({ kind, id, hash, content }: StoredDocument): RawDocument {
  return { file: `document:${id}.${kind}@${hash}`, text: JSON.stringify(content) }
}
