/** Documents made at run time, in `platform.document`. One draft per document is edited in place; publishing turns it into a revision that never
 *  changes again (a trigger holds that) and archives the one before. Published documents of all kinds but forms become part of the platform, in
 *  the place of the shipped one with the same id; forms are found by id and by hash, because answers keep the hash of the version they answered. */
import { createHash } from 'node:crypto'
import type { Database, StoredDocument } from '../../core/contracts.ts'
import { migrateDocument } from '../../core/documents/migrate-document.ts'
import { validateStored } from '../../core/documents/validate-stored.ts'
import type { Kind } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { DocumentFailure, RawDocument } from '../../core/platform.ts'
import type { CallScope, DocumentsPart, ServerDeps } from '../server-context.ts'
import { DOCUMENT_TOPIC, installDocumentTriggers } from './document-triggers.ts'
import { type DraftStore, withVersions } from './with-versions.ts'

/** Kinds that stay outside of the platform: one per object, found by hash. */
const APART: ReadonlySet<string> = new Set<Kind>(['form'])
const TABLE = 'platform_document'
const MAX_CONTENT_LENGTH = 2_000_000
const HASHES_KEPT = 200

export interface DocumentsService extends DocumentsPart {
  start(): Promise<void>
  stop(): Promise<void>
  /** A published or archived version; versions are kept in memory, as they never change. */
  version(db: Database, hash: string): Promise<StoredDocument | null>
}

/** The name of a stored version. Unlike a hash of canonical JSON it changes with the order of keys: the order of fields is part of a form. */
export function documentHash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

export function createDocumentsService(deps: ServerDeps): DocumentsService {
  const versions = new Map<string, StoredDocument>()
  let unlisten: (() => void) | undefined

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

  async function reload(text: string): Promise<void> {
    if (APART.has(text.split(' ')[0]!)) return
    await deps
      .reloadPlatform()
      .catch((error: unknown) => deps.logger.error({ err: error }, 'a published document does not fit: the old platform keeps serving'))
  }

  return {
    version,
    bind: (scope) => withVersions(bindStore(deps, scope, version), scope.db),
    async load() {
      const rows = await select(deps.db)
        .where('state', '=', 'published')
        .where('kind', 'not in', [...APART])
        .orderBy('id')
        .execute()
      return rows.map(fromRow).map(rawDocument)
    },
    async start() {
      await installDocumentTriggers(deps.db)
      unlisten = deps.services.notices.listen(DOCUMENT_TOPIC, (text) => void reload(text))
    },
    async stop() {
      unlisten?.()
    },
  }
}

function bindStore(deps: ServerDeps, { db, session, now }: CallScope, version: DocumentsService['version']): DraftStore {
  const find = (kind: string, id: string) => select(db).where('kind', '=', kind).where('documentId', '=', id)

  async function saveDraft(kind: string, id: string, content: unknown, note?: string): Promise<StoredDocument> {
    const text = draftText(kind, id, content)
    await lockDocument(db, kind, id)
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
        .values({ ...values, kind, documentId: id, state: 'draft', revision: await nextRevision(db, kind, id) })
        .execute()
    return fromRow(await find(kind, id).where('state', '=', 'draft').executeTakeFirstOrThrow())
  }

  async function publish(kind: string, id: string, note?: string): Promise<StoredDocument> {
    await lockDocument(db, kind, id)
    const draft = await find(kind, id).where('state', '=', 'draft').executeTakeFirst()
    if (!draft) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id })
    const failures = validateStored(deps.platform(), rawDocument(fromRow(draft)), deps.names)
    if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures })
    await db
      .updateTable(TABLE)
      .set({ state: 'archived', updatedAt: now.toISOString() })
      .where('kind', '=', kind)
      .where('documentId', '=', id)
      .where('state', '=', 'published')
      .execute()
    await db
      .updateTable(TABLE)
      .set({ state: 'published', publishedAt: now.toISOString(), updatedAt: now.toISOString(), ...(note === undefined ? {} : { note }) })
      .where('id', '=', draft.id)
      .execute()
    return fromRow(await find(kind, id).where('state', '=', 'published').executeTakeFirstOrThrow())
  }

  async function failures(kind: string, id: string): Promise<DocumentFailure[]> {
    const draft = await find(kind, id).where('state', '=', 'draft').executeTakeFirst()
    return draft ? validateStored(deps.platform(), rawDocument(fromRow(draft)), deps.names) : []
  }

  return {
    saveDraft,
    failures,
    publish,
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
  const text = JSON.stringify({ ...content, id })
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
    .select(['id', 'kind', 'documentId', 'revision', 'state', 'hash', 'content', 'formatVersion', 'authorId', 'note', 'createdAt'])
}

// biome-ignore lint/suspicious/noExplicitAny: rows of tables declared in JSON
function fromRow(row: any): StoredDocument {
  const content = migrateDocument(row.kind, JSON.parse(row.content))
  return {
    rowId: row.id,
    kind: row.kind,
    id: row.documentId,
    revision: row.revision,
    state: row.state,
    hash: row.hash,
    content,
    authorId: row.authorId,
    note: row.note,
    createdAt: row.createdAt,
  }
}

function rawDocument({ kind, id, hash, content }: StoredDocument): RawDocument {
  return { file: `document:${id}.${kind}@${hash}`, text: JSON.stringify(content) }
}
