/** Files: taken as streams into the store, described in `platform.file`. What came from outside is counted while it streams, sniffed and measured
 *  before it is kept. A file starts with its owner only; once a row that names it is written it is bound to that row (`claim`), and read by the person who
 *  may read the row (handler `platform.file`). Files bound to nothing are removed after a day. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database, FileService, JobProgress, PackedEntry, StoredFile, VirusScanner } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { filesInText, isFileKey } from '../../core/storedFile.ts'
import { NOTHING, type SharedField, sharedFields } from '../database/sharedFields.ts'
import { tableName } from '../database/tableNames.ts'
import type inspect from '../decoders/inspect.decoder.ts'
import type { DecodersService } from '../decoding/createDecoders.ts'
import type { CallScope, FilesPart, ServerDeps } from '../serverContext.ts'
import { safeFileName } from './fileName.ts'
import { insertFile, readFile, type Taken } from './fileRows.ts'
import { type FileStore, openFileStore } from './fileStore.ts'
import { asUnavailable, createFilesMark, type FilesMark } from './filesMark.ts'
import { bindParts, PART_HOURS, removeOldParts } from './uploadParts.ts'
import { bindTickets } from './uploadTickets.ts'
import { entryNames, writeZip, type ZipEntry } from './writeZip.ts'

const KEY_BYTES = 16
const ORPHAN_HOURS = 24
/** Files the platform made for one person (exports) stay longer. */
const PRODUCED_HOURS = 7 * 24
/** A file that is still being written is written to more often than that. */
const DRAFT_HOURS = 2
const PRODUCED = 'export'
const ZIP = 'application/zip'
/** Service document of the virus scanner. */
const SCANNER = 'files.scanner'
/** `adopt`: the operator takes the folder for that of the database although its files are not in it. */
const FOLDER_SETTING = 'FILES_FOLDER'
const FILE_ENTITY = 'platform.file'
/** What the kernel fills; other fields say whose a file is. */
const OWN_FIELDS = ['key', 'name', 'size', 'type', 'width', 'height', 'purpose', 'sha256', 'ownerId', 'entity', 'rowId', 'boundAt']
const ROW_ID = /^\d{1,18}$/

export interface ProducedFile {
  name: string
  type: string
  ownerId: string | null
}

export interface FilesService extends FilesPart {
  /** Looks whether the folder is that of the database; before files are stored. */
  start(): Promise<void>
  /** Null when files can be stored; else why not, for the operator. */
  problem(): Promise<string | null>
  /** Keeps a file the platform wrote itself into `draft(key)`. */
  produced(key: string, facts: ProducedFile): Promise<StoredFile>
  /** Removes files that belong to nothing. Answers how many. */
  removeOrphans(now: Date): Promise<number>
  /** Of files that were bound before the entity of files had fields for them. */
  findOwners(): Promise<void>
}

export function createFilesService(deps: ServerDeps, decoders: DecodersService): FilesService {
  const { dataDirectory, environment } = deps.config
  const store = openFileStore(dataDirectory, environment)
  const mark = createFilesMark(store, environment[FOLDER_SETTING] === 'adopt')
  const service: FilesService = {
    start: () => mark.start(deps.db),
    problem: () => mark.problem(),
    bind: (scope) => bindFiles({ deps, store, decoders, service, mark }, scope),
    claim: (scope, entity, rowId, value) => claim(scope, { entity, rowId }, { value, owners: ownersOf(deps.platform(), entity) }),
    release: (db, entity, rowIds, keys) => release(db, { entity, rowIds, keys }, ownersOf(deps.platform(), entity)),
    path: (id) => store.path(id).catch(missing(id)),
    async draft() {
      const key = newKey()
      await mark.assertOurs().catch(refuse)
      return { key, path: await store.draft(key).catch(refuse) }
    },
    discard: (key) => store.remove(key),
    async produced(key, facts) {
      const path = await store.draft(key)
      const { size } = await stat(path)
      const sha256 = ''
      await store.keep(key).catch(refuse)
      return insertFile(deps.db, {
        ...facts,
        key,
        size,
        sha256,
        name: safeFileName(facts.name),
        purpose: PRODUCED,
        width: null,
        height: null,
      })
    },
    removeOrphans: (now) => removeOrphans(deps.db, store, now),
    async findOwners() {
      for (const entity of deps.platform().documents.entity.keys()) await findOwners(deps.db, entity, ownersOf(deps.platform(), entity))
    },
  }
  return service
}

/** Never one that shells take for an option. */
function newKey(): string {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return key.startsWith('-') ? newKey() : key
}

function refuse(error: unknown): never {
  throw asUnavailable(error)
}

function missing(id: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new AgonError('FILE_MISSING', { id }) : asUnavailable(error)
  }
}

interface Parts {
  deps: ServerDeps
  store: FileStore
  decoders: DecodersService
  service: FilesService
  mark: FilesMark
}

function bindFiles(parts: Parts, scope: CallScope): FileService {
  const { deps, store, service } = parts
  const keepDraft = (fill: Fill) => keepInStore(parts, fill)
  const owner = (ownerId: string | null | undefined) => ownerId ?? scope.session.userId
  const take = (stream: NodeJS.ReadableStream, facts: Taken) => {
    scope.assertFree?.('an upload')
    const name = safeFileName(facts.name)
    return keepDraft(async (key, path) => {
      const counted = await write(stream, path, facts.size ?? deps.platform().app.uploads.maxBytes, name)
      if (counted.size < (facts.size ?? 0)) throw new AgonError('UPLOAD_TICKET', { reason: `${counted.size} bytes came of ${facts.size}` })
      const inspected = await inspectUpload(parts, path, name, scope)
      return () => insertFile(scope.db, { ...facts, ...counted, ...inspected, key, name })
    })
  }
  return {
    ...bindTickets({ deps, store, scope, take }),
    parts: bindParts({ deps, store, scope, take, write: async (stream, path, max) => (await write(stream, path, max, 'part')).size }),
    store: (stream, { name, purpose, ownerId }) => take(stream, { name, purpose, ownerId: owner(ownerId) }),
    keep: (bytes, { name, type, purpose, ownerId }) =>
      keepDraft(async (key, path) => {
        await writeFile(path, bytes, { mode: 0o600 })
        const facts = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), width: null, height: null }
        return () => insertFile(scope.db, { ...facts, key, name: safeFileName(name), type, purpose, ownerId: owner(ownerId) })
      }),
    async copy(id, { name, purpose }) {
      const row = await readFile(scope.db, id)
      if (row === null || !(await hasBytes(store, id))) return null
      const { type, width, height } = row
      return keepDraft(async (key, path) => {
        const counted = await write(await store.open(id), path, Number.POSITIVE_INFINITY, name)
        return () => insertFile(scope.db, { ...counted, type, width, height, key, name: safeFileName(name), purpose, ownerId: owner(null) })
      })
    },
    async get(id) {
      return readFile(scope.db, id)
    },
    open: (id, range) => store.open(id, range).catch(missing(id)),
    pack: (name, entries, progress) => pack(service, store, { name, entries, ownerId: scope.session.userId, progress }),
  }
}

/** Writes the draft, and answers what is done once it is kept. */
type Fill = (key: string, path: string) => Promise<() => Promise<StoredFile>>

async function keepInStore({ store, mark }: Parts, fill: Fill): Promise<StoredFile> {
  const key = newKey()
  await mark.assertOurs().catch(refuse)
  try {
    const done = await fill(key, await store.draft(key))
    await store.keep(key)
    return await done()
  } catch (error) {
    await store.remove(key).catch(() => {})
    throw asUnavailable(error)
  }
}

/** @throws FILE_TYPE, FILE_IMAGE, FILE_ACTIVE, FILE_UNREADABLE, FILE_EXCESSIVE, FILE_INFECTED, BUSY */
async function inspectUpload({ deps, decoders }: Parts, path: string, name: string, { whose = 'platform' }: CallScope) {
  const allowed = deps.platform().app.uploads.fileTypes
  const { value } = await decoders.run<typeof inspect>('platform.inspect', path, { name, allowed }, { whose, name })
  await assertClean(deps, path, name)
  return value
}

/** Without the scanner's verdict no file is kept. @throws FILE_INFECTED, BUSY */
async function assertClean({ services, logger }: ServerDeps, path: string, name: string): Promise<void> {
  const scanner = services.providers.get<VirusScanner>(SCANNER)?.provider
  if (!scanner) return
  const { infected } = await scanner.scan(createReadStream(path)).catch((error: unknown) => {
    logger.error({ err: error }, 'the virus scanner gave no verdict')
    throw new AgonError('BUSY', { what: 'the virus scanner' })
  })
  if (infected !== null) throw new AgonError('FILE_INFECTED', { name, found: infected })
}

interface Pack {
  name: string
  entries: readonly PackedEntry[]
  ownerId: string | null
  progress: ((state: JobProgress) => Promise<void>) | undefined
}
async function pack(service: FilesService, store: FileStore, { name, entries, ownerId, progress }: Pack) {
  const kept: PackedEntry[] = []
  const missing: string[] = []
  for (const entry of entries) {
    if ('text' in entry || (await hasBytes(store, entry.file))) kept.push(entry)
    else missing.push(entry.name)
  }
  const names = entryNames(
    kept.map((entry) => entry.name),
    safeFileName,
  )
  const zipped = kept.map(
    (entry, at): ZipEntry => ({ name: names[at]!, content: 'text' in entry ? Buffer.from(entry.text) : () => store.open(entry.file) }),
  )
  const { key, path } = await service.draft()
  try {
    await writeZip(path, zipped, (at) => void progress?.({ done: at / zipped.length, note: `${at + 1}/${zipped.length}` }))
    return { ...(await service.produced(key, { name, type: ZIP, ownerId })), missing }
  } catch (error) {
    await service.discard(key)
    throw error
  }
}

async function hasBytes(store: FileStore, key: string): Promise<boolean> {
  try {
    ;((await store.open(key)) as Readable).destroy()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** @throws FILE_TOO_LARGE as soon as the limit is passed */
async function write(
  stream: NodeJS.ReadableStream,
  path: string,
  maxBytes: number,
  name: string,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      if (size > maxBytes) return next(new AgonError('FILE_TOO_LARGE', { name, max: maxBytes }))
      hash.update(chunk)
      next(null, chunk)
    },
  })
  await pipeline(stream, count, createWriteStream(path, { mode: 0o600 }))
  // set by the multipart parser when its own limit cut the stream off
  if ((stream as { truncated?: boolean }).truncated) throw new AgonError('FILE_TOO_LARGE', { name, max: maxBytes })
  if (size === 0) throw new AgonError('FILE_TYPE', { name, found: 'empty' })
  return { size, sha256: hash.digest('hex') }
}

/** Fields of a file that say whose it is, filled from the row that it belongs to. */
function ownersOf(platform: Platform, entityId: string): SharedField[] {
  const [file, entity] = [FILE_ENTITY, entityId].map((id) => platform.documents.entity.get(id))
  return file && entity ? sharedFields(file, OWN_FIELDS, entity, platform).filter(({ of }) => of('r') !== NOTHING) : []
}

function ownedBy({ entity, rowId }: { entity: string; rowId: string }, owners: readonly SharedField[]): Record<string, RawBuilder<string>> {
  const id = ROW_ID.test(rowId) ? rowId : null
  const of = (sqlText: string) =>
    sql<string>`(SELECT ${sql.raw(sqlText)} FROM ${sql.table(tableName(entity))} r WHERE r."id" = ${id}::bigint)`
  return Object.fromEntries(owners.map((owner) => [owner.name, of(owner.of('r'))]))
}

interface Claimed {
  value: unknown
  owners: readonly SharedField[]
}

/** Binds the caller's unbound files that `value` names. */
async function claim({ db, session, now }: CallScope, row: { entity: string; rowId: string }, { value, owners }: Claimed): Promise<void> {
  const keys = [...namedFiles(value)]
  if (keys.length === 0 || session.userId === null) return
  await db
    .updateTable('platform_file')
    .set({ ...row, boundAt: now.toISOString(), ...ownedBy(row, owners) })
    .where('key', 'in', keys)
    .where('ownerId', '=', session.userId)
    .where('entity', 'is', null)
    .execute()
}

interface Released {
  entity: string
  rowIds: readonly string[]
  keys: readonly string[] | undefined
}

async function release(db: Database, { entity, rowIds, keys }: Released, owners: readonly SharedField[]): Promise<void> {
  const rows = db
    .updateTable('platform_file')
    .where('entity', '=', entity)
    .where('rowId', 'in', [...rowIds])
  const free = { entity: null, rowId: null, boundAt: null, ...Object.fromEntries(owners.map(({ name }) => [name, null])) }
  await (keys ? rows.where('key', 'in', [...keys]) : rows).set(free).execute()
}

async function findOwners(db: Database, entity: string, owners: readonly SharedField[]): Promise<void> {
  for (const { name, of } of owners)
    await sql`UPDATE platform_file f SET ${sql.ref(name)} = ${sql.raw(of('r'))} FROM ${sql.table(tableName(entity))} r
      WHERE f.entity = ${entity} AND f.${sql.ref(name)} IS NULL AND r."id"::text = f."rowId" AND ${sql.raw(of('r'))} IS NOT NULL`.execute(
      db,
    )
}

/** Ids of files in a value: objects with the facts of a stored file, and addresses in formatted texts, at any depth. */
export function namedFiles(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') for (const key of filesInText(value)) found.add(key)
  else if (Array.isArray(value)) for (const item of value) namedFiles(item, found)
  else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    if (isFileKey(object.id) && typeof object.size === 'number') found.add(object.id)
    else for (const member of Object.values(object)) namedFiles(member, found)
  }
  return found
}

/** Drafts keep the files they name. */
async function removeOrphans(db: Database, store: FileStore, now: Date): Promise<number> {
  const before = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const rows = await db
    .deleteFrom('platform_file as f')
    .where('f.entity', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('f.purpose', '!=', PRODUCED), eb('f.createdAt', '<', before(ORPHAN_HOURS))]),
        eb('f.createdAt', '<', before(PRODUCED_HOURS)),
      ]),
    )
    .where(
      sql<boolean>`not exists (select 1 from platform_draft d where d."ownerId" = f."ownerId" and strpos(d."answers"::text, f."key") > 0)`,
    )
    .returning('f.key')
    .execute()
  for (const { key } of rows) await store.remove(key as string)
  await removeOldParts(store.parts, new Date(now.getTime() - PART_HOURS * 3_600_000))
  await store.removeDrafts(new Date(now.getTime() - DRAFT_HOURS * 3_600_000))
  return rows.length
}
