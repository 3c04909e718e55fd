/** Upload tickets: leave to bring one file, signed, for minutes, bound to the person, the size and the type. Where the store takes uploads directly, the bytes pass
 *  the server by and wait unseen until the ticket is handed in; else they come to an address of ours. One ticket is one file: the database holds that. */
import { randomBytes } from 'node:crypto'
import type { StoredFile, UploadTicket } from '../../core/contracts.ts'
import type { FileService } from '../../core/doors/files.ts'
import { AgonError } from '../../core/errors.ts'
import type { CallScope, ServerDeps } from '../serverContext.ts'
import { safeFileName } from './fileName.ts'
import { readFile, type Taken } from './fileRows.ts'
import type { FileStore } from './fileStore.ts'

const PURPOSE = 'platform.upload'
const SECONDS = 15 * 60
const ID_BYTES = 16
/** PostgreSQL's code. */
const UNIQUE_VIOLATION = '23505'
/** Call that takes the form of a ticket. */
const OWN_ADDRESS = '/api/web/oss/upload'

interface Ticket extends Omit<Taken, 'ticket'> {
  id: string
  size: number
  /** When it ends, in ms. */
  until: number
}

interface Parts {
  deps: ServerDeps
  store: FileStore
  scope: CallScope
  take(stream: NodeJS.ReadableStream, facts: Taken): Promise<StoredFile>
}

export function bindTickets({ deps, store, scope, take }: Parts): Pick<FileService, 'ticket' | 'takeTicket'> {
  const { signed } = deps.services
  return {
    async ticket({ name, size, type, purpose }) {
      const { maxBytes } = deps.platform().app.uploads
      if (size > maxBytes) throw new AgonError('FILE_TOO_LARGE', { name, max: maxBytes })
      const id = randomBytes(ID_BYTES).toString('hex')
      const until = scope.now.getTime() + SECONDS * 1_000
      const ticket: Ticket = { id, name: safeFileName(name), size, purpose, ownerId: scope.session.userId, until }
      const token = await signed.sign(PURPOSE, JSON.stringify(ticket))
      const request = await store.direct?.request(id, { size, type, seconds: SECONDS })
      return { ticket: token, ...(request ? { ...request, fields: null } : ownRequest(token)), expiresAt: new Date(until).toISOString() }
    },
    async takeTicket(token, stream) {
      const { id, until, ...facts } = readTicket(await signed.read(PURPOSE, token))
      const before = await fileOf(scope, id)
      if (before) return before
      if (scope.now.getTime() > until) throw new AgonError('UPLOAD_TICKET', { reason: 'expired' })
      const bytes = stream ?? (await store.direct?.open(id).catch(nothingYet))
      if (!bytes) throw new AgonError('UPLOAD_TICKET', { reason: 'nothing was uploaded' })
      const file = await take(bytes, { ...facts, ticket: id }).catch((error: unknown) => takenMeanwhile(scope, id, error))
      await store.direct?.remove(id)
      return file
    },
  }
}

function ownRequest(ticket: string): Pick<UploadTicket, 'method' | 'address' | 'headers' | 'fields'> {
  return { method: 'POST', address: OWN_ADDRESS, headers: {}, fields: { ticket } }
}

/** @throws UPLOAD_TICKET */
function readTicket(value: string | null): Ticket {
  if (value === null) throw new AgonError('UPLOAD_TICKET', { reason: 'not one of ours' })
  return JSON.parse(value) as Ticket
}

function nothingYet(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function fileOf({ db }: CallScope, id: string): Promise<StoredFile | null> {
  const row = await db.selectFrom('platform_file').select('key').where('ticket', '=', id).executeTakeFirst()
  return row ? readFile(db, row.key) : null
}

/** Two requests with one ticket: the one that came second gets the file of the first. */
async function takenMeanwhile(scope: CallScope, id: string, error: unknown): Promise<StoredFile> {
  const file = (error as { code?: string }).code === UNIQUE_VIOLATION ? await fileOf(scope, id) : null
  if (!file) throw error
  return file
}
