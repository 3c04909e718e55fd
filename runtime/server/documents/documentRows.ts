/** Rows of `platform.document` -> stored documents. */
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Database, StoredDocument } from '../../core/contracts.ts'
import { readFileName } from '../../core/documents/parseDocument.ts'
import { type Renames, renameIds } from '../../core/documents/renameIds.ts'
import type { Kind } from '../../core/documents.ts'
import { longForm } from '../../core/language/longForm.ts'
import type { RawDocument } from '../../core/platform.ts'

/** Kinds that stay outside of the platform unless a document says otherwise. */
const STANDALONE_KINDS: ReadonlySet<string> = new Set<Kind>(['form'])
export const TABLE = 'platform_document'

/** The name of a stored version. Unlike a hash of canonical JSON it changes with the order of keys: the order of fields is part of a form. */
export function documentHash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Takes part in the platform, instead of belonging to one object. */
export function isCommon({ kind, apart: standalone }: StoredDocument): boolean {
  return !(standalone ?? STANDALONE_KINDS.has(kind))
}

/** Statement that selects revisions of stored documents, for `fromRow`. */
export function selectDocuments(db: Database) {
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

/** A revision from its row: in the long form, with the ids that documents have today. */
// biome-ignore lint/suspicious/noExplicitAny: rows of tables declared in JSON
export function fromRow(row: any, renames: Renames): StoredDocument {
  const content = renameIds(renames, row.kind, longForm(row.kind, row.documentId, JSON.parse(row.content)).content)
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
    apart: row.apart ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** A revision as a file that the loader can read. */
export function rawDocument({ kind, id, hash, content }: StoredDocument): RawDocument {
  const [file, text] = [`document:${id}.${kind}@${hash}`, JSON.stringify(content)]
  const known = madeBefore.get(file)?.deref()
  if (known?.text === text) return known
  const raw = { file, text }
  if (madeBefore.size >= MAX_MADE) for (const [name, made] of madeBefore) if (!made.deref()) madeBefore.delete(name)
  madeBefore.set(file, new WeakRef(raw))
  return raw
}

/** From so many on, those that nothing refers to are let go. */
const MAX_MADE = 1_000

/** The same object while something refers to it, so that what is made from it is made once. */
const madeBefore = new Map<string, WeakRef<RawDocument>>()

/** Revisions that are meant for the platform, as files that the loader can read. */
// biome-ignore lint/suspicious/noExplicitAny: rows of tables declared in JSON
export function rawDocuments(rows: readonly any[], renames: Renames): RawDocument[] {
  return rows
    .map((row) => fromRow(row, renames))
    .filter(isCommon)
    .map(rawDocument)
}

const idsBefore = new WeakMap<readonly RawDocument[], Map<Kind, ReadonlySet<string>>>()

/** Ids of the documents of a kind that files have. The same set for the same list. */
export function shippedIds(shipped: readonly RawDocument[], kind: Kind): ReadonlySet<string> {
  const known = idsBefore.get(shipped) ?? new Map<Kind, ReadonlySet<string>>()
  idsBefore.set(shipped, known)
  const ids =
    known.get(kind) ??
    new Set(shipped.map(({ file }) => readFileName(file)).flatMap((name) => ('kind' in name && name.kind === kind ? [name.id] : [])))
  known.set(kind, ids)
  return ids
}

/** Published documents that are meant for the platform, before there are pools. */
export async function readPublished(client: ClientBase, renames: Renames): Promise<RawDocument[]> {
  const { rows } = await client.query(`SELECT * FROM ${TABLE} WHERE state = 'published' ORDER BY id`)
  return rawDocuments(rows, renames)
}
