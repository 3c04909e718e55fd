/** What is wrong with drafts, before they are published. */
import type { Database, DocumentName, StoredDocument } from '../../core/contracts.ts'
import { pointer } from '../../core/documents/failure.ts'
import { validateStored } from '../../core/documents/validateStored.ts'
import type { DocumentFailure, Platform, RawDocument } from '../../core/platform.ts'
import { executeRaw } from '../database/executeRaw.ts'
import type { Querying } from '../database/readCatalog.ts'
import { type RefusedChange, refusedChanges, storedModels } from '../database/storedTables.ts'
import type { TableModel } from '../database/tableModel.ts'
import type { CallScope, ServerDeps } from '../serverContext.ts'
import { isCommon, rawDocument, shippedIds } from './documentRows.ts'
import type { LeftOut } from './fitStored.ts'
import { guardFailures } from './guardFailures.ts'
import { override } from './overlayFiles.ts'

export interface StoreParts {
  /** A published or archived version. */
  version(db: Database, hash: string): Promise<StoredDocument | null>
  /** What is published now and takes part in the platform. */
  published(db: Database): Promise<readonly RawDocument[]>
  /** What is published and does not fit. */
  leftOut(db: Database): Promise<readonly LeftOut[]>
}

/** Stored documents as one call changes them. */
export interface Store extends StoreParts, CallScope {
  deps: ServerDeps
  /** The platform that was served before the call changed it. */
  before?: Platform
}

/** Another process may have published since this one loaded: what counts is what is published now. */
export async function failuresOf(store: Store, drafts: readonly StoredDocument[]): Promise<DocumentFailure[]> {
  const { deps } = store
  const standalone = drafts.filter((draft) => !isCommon(draft)).map(rawDocument)
  const common = drafts.filter(isCommon)
  const alone = standalone.flatMap((raw) => validateStored(deps.platform(), raw, deps.names))
  return alone.length > 0 || common.length === 0 ? alone : commonFailures(store, common)
}

async function commonFailures(store: Store, drafts: readonly StoredDocument[]): Promise<DocumentFailure[]> {
  const { deps, db, published } = store
  const raws = drafts.map(rawDocument)
  const stored = await published(db)
  const served = deps.buildWith(stored)
  store.before = served.platform ?? deps.platform()
  const next = deps.buildWith(override(stored, raws))
  if (next.failures) return next.failures
  // publishing refuses what serving ignores, such as texts that belong to nothing
  const known = new Set(served.passedOver?.map(placeOf))
  const own = new Set(raws.map(({ file }) => file))
  // a role that gives a right on single objects is no mistake of the calls that ask for the right
  const isOthers = ({ code, file }: DocumentFailure) => code === 'ACCESS_REACH' && !own.has(file)
  const added = next.passedOver.filter((failure) => !known.has(placeOf(failure)) && !isOthers(failure))
  if (added.length > 0) return added
  const platform = store.before
  const misfits = raws.flatMap((raw, at) => (drafts[at]!.kind === 'texts' ? validateStored(platform, raw, deps.names) : []))
  return misfits.length > 0 ? misfits : guardFailures(platform, drafts, shippedIds(deps.shipped(), 'entity'))
}

/** The same with what the rows of tables do not allow, as far as reading tells. */
export async function failuresOfDrafts(store: Store, drafts: readonly StoredDocument[]): Promise<DocumentFailure[]> {
  const failures = await failuresOf(store, drafts)
  return failures.length > 0 ? failures : tableFailures(await refusedChanges(querying(store.db), await ownTables(store, drafts)), drafts)
}

/** Tables, with these drafts, of the entities that are no files. */
export async function ownTables({ deps, db, published }: Store, drafts: readonly StoredDocument[]): Promise<TableModel[]> {
  const common = drafts.filter(isCommon).map(rawDocument)
  const { platform } = common.length > 0 ? deps.buildWith(override(await published(db), common)) : {}
  return platform ? storedModels(platform, shippedIds(deps.shipped(), 'entity')) : []
}

/** Texts of SQL are run in the transaction of the call. */
export function querying(db: Database): Querying {
  return { query: async (text) => ({ rows: [...(await executeRaw(db, text))] }) }
}

/** Where the documents ask for what the rows of a table do not allow. */
export function tableFailures(refused: readonly RefusedChange[], drafts: readonly StoredDocument[]): DocumentFailure[] {
  return refused.map(({ entity, column, change }) => {
    const draft = drafts.find(({ kind, id }) => kind === 'entity' && id === entity) ?? drafts[0]!
    return {
      code: 'TABLE_ROWS_BREAK',
      file: rawDocument(draft).file,
      path: draft.id === entity && column ? pointer('/fields', column) : '',
      expected: 'a change that the rows of the table allow',
      found: change,
      suggestion: 'leave a new field optional or give it a default; a field that changes its kind is a new field',
    }
  })
}

function placeOf({ code, file, path }: DocumentFailure): string {
  return `${code} ${file}#${path}`
}

/** Failures that the platform would have without these published documents. */
export async function failuresWithout(store: Store, names: readonly DocumentName[]): Promise<DocumentFailure[]> {
  const { deps, db, published } = store
  const stored = await published(db)
  store.before = deps.buildWith(stored).platform ?? deps.platform()
  const isGone = ({ file }: RawDocument) => names.some(({ kind, id }) => file.startsWith(`document:${id}.${kind}@`))
  return deps.buildWith(stored.filter((raw) => !isGone(raw))).failures ?? []
}
