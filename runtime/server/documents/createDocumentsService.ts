/** Documents made at run time, in `platform.document`. One draft per document is edited in place; publishing turns it into a revision that never
 *  changes again (a trigger holds that) and archives the one before. Published documents become part of the platform, in place of the built-in one
 *  with the same id; those that are `apart` (forms, and what belongs to one object) are found by id and by hash. */
import type { Database, StoredDocument } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { RawDocument } from '../../core/platform.ts'
import type { DocumentsPart, ServerDeps } from '../serverContext.ts'
import { bindStore } from './bindStore.ts'
import { fromRow, rawDocuments, selectDocuments } from './documentRows.ts'
import { DOCUMENT_TOPIC, installDocumentTriggers } from './documentTriggers.ts'
import { withVersions } from './withVersions.ts'

const HASHES_KEPT = 200
const RELOAD_AGAIN_MS = 500
const RELOAD_AGAIN_AT_MAX_MS = 30_000

export interface DocumentsService extends DocumentsPart {
  start(): Promise<void>
  stop(): Promise<void>
  /** A published or archived version; versions are kept in memory, as they never change. */
  version(db: Database, hash: string): Promise<StoredDocument | null>
  /** Drafts that this person saved last, as they would become part of the platform. */
  draftsOf(userId: string): Promise<RawDocument[]>
}

export function createDocumentsService(deps: ServerDeps): DocumentsService {
  const versions = new Map<string, StoredDocument>()
  const unlisten: (() => void)[] = []
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  async function version(db: Database, hash: string): Promise<StoredDocument | null> {
    const known = versions.get(hash)
    if (known) return known
    const row = await selectDocuments(db)
      .where('hash', '=', hash)
      .where('state', '!=', 'draft')
      .orderBy('revision', 'desc')
      .executeTakeFirst()
    if (!row) return null
    const stored = fromRow(row, deps.renames)
    if (versions.size >= HASHES_KEPT) versions.delete(versions.keys().next().value!)
    versions.set(hash, stored)
    return stored
  }

  /** Repeats while they cannot be read: a process that missed a change would serve documents that are no longer published. */
  async function reload(wait = RELOAD_AGAIN_MS): Promise<void> {
    try {
      await deps.reloadPlatform()
    } catch (error) {
      if (isStopped) return
      if (error instanceof AgonError)
        return deps.logger.error({ err: error }, 'a published document does not fit: the old platform keeps serving')
      deps.logger.warn({ err: error }, 'the published documents could not be read: trying again')
      again = setTimeout(() => void reload(Math.min(2 * wait, RELOAD_AGAIN_AT_MAX_MS)), wait)
    }
  }

  async function load(db = deps.db): Promise<RawDocument[]> {
    if (deps.config.shippedOnly) return []
    const rows = await selectDocuments(db).where('state', '=', 'published').orderBy('id').execute()
    return rawDocuments(rows, deps.renames)
  }

  const published = async (db = deps.db) => deps.fitting(await load(db)).kept
  const leftOut = async (db: Database) => deps.fitting(await load(db)).left

  return {
    version,
    published: () => published(),
    load: () => load(),
    bind: (scope) => withVersions(bindStore(deps, scope, { version, published, leftOut }), scope.db),
    async draftsOf(userId) {
      const rows = await selectDocuments(deps.db).where('state', '=', 'draft').where('authorId', '=', userId).orderBy('id').execute()
      return rawDocuments(rows, deps.renames)
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
