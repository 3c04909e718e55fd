/** Large files come in parts, so that one whose connection broke continues where it stopped: in another request, after a reload, at another process. Parts belong to
 *  the person who began, wait unseen in the store for a day at most, and become a file as every upload does: counted, sniffed, scanned. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StoredFile } from '../../core/contracts.ts'
import type { UploadParts } from '../../core/doors/files.ts'
import { AgonError } from '../../core/errors.ts'
import type { CallScope, ServerDeps } from '../serverContext.ts'
import { safeFileName } from './fileName.ts'
import { readFile, type Taken } from './fileRows.ts'
import type { FileStore, PartStore } from './fileStore.ts'

export const PART_HOURS = 24
const PURPOSE = 'platform.uploadParts'
/** S3 takes parts of that size and more. */
const PART_BYTES = 5 * 1_048_576
const ID_BYTES = 16
/** Of one person: the oldest goes when there are more. */
const MAX_OPEN = 3
const OFFSET_DIGITS = 12
/** What is wrong with the bytes themselves: they would be refused again. */
const REFUSED: ReadonlySet<unknown> = new Set(['FILE_TYPE', 'FILE_IMAGE', 'FILE_ACTIVE', 'FILE_INFECTED', 'FILE_TOO_LARGE'])

interface Ticket extends Taken {
  ticket: string
  size: number
  /** When it ends, in ms. */
  until: number
}

interface Parts {
  deps: ServerDeps
  store: FileStore
  scope: CallScope
  take(stream: NodeJS.ReadableStream, facts: Taken): Promise<StoredFile>
  /** Writes a part of at most so many bytes. @returns how many came */
  write(stream: NodeJS.ReadableStream, path: string, max: number): Promise<number>
}

/** Uploads in parts for one call's caller. */
export function bindParts({ deps, store, scope, take, write }: Parts): UploadParts {
  const { signed } = deps.services
  const open = async (token: string) => readTicket(await signed.read(PURPOSE, token), scope)
  return {
    async begin({ name, size, purpose }) {
      const { maxBytes, maxLargeBytes = maxBytes } = deps.platform().app.uploads
      if (size > maxLargeBytes) throw new AgonError('FILE_TOO_LARGE', { name, max: maxLargeBytes })
      await removeOldest(store.parts, ownerOf(scope))
      const until = scope.now.getTime() + PART_HOURS * 3_600_000
      const ticket = randomBytes(ID_BYTES).toString('hex')
      const facts: Ticket = { ticket, name: safeFileName(name), size, purpose, ownerId: scope.session.userId, until }
      return { ticket: await signed.sign(PURPOSE, JSON.stringify(facts)), partBytes: PART_BYTES, received: 0 }
    },
    async add(token, offset, stream) {
      scope.assertFree?.('an upload')
      const ticket = await open(token)
      if (await fileOf(scope, ticket.ticket)) {
        stream.resume()
        return { received: ticket.size }
      }
      const received = await lengthOf(store.parts, nameOf(ticket, scope))
      if (offset % PART_BYTES !== 0 || offset > received || offset >= ticket.size)
        throw new AgonError('UPLOAD_TICKET', { reason: `${received} bytes are here, not ${offset}` })
      const wanted = Math.min(PART_BYTES, ticket.size - offset)
      const draft = randomBytes(ID_BYTES).toString('hex')
      try {
        const path = await store.draft(draft)
        const came = await write(stream, path, wanted)
        // a broken connection leaves nothing
        if (came < wanted) throw new AgonError('UPLOAD_TICKET', { reason: `${came} bytes came of ${wanted}` })
        await store.parts.keep(nameOf(ticket, scope) + String(offset).padStart(OFFSET_DIGITS, '0'), path, wanted)
      } finally {
        await store.remove(draft)
      }
      return { received: Math.max(received, offset + wanted) }
    },
    async received(token) {
      const ticket = await open(token)
      const isWhole = (await fileOf(scope, ticket.ticket)) !== null
      return { received: isWhole ? ticket.size : await lengthOf(store.parts, nameOf(ticket, scope)), partBytes: PART_BYTES }
    },
    async end(token) {
      const ticket = await open(token)
      const before = await fileOf(scope, ticket.ticket)
      if (before) return before
      const names = await namesBelow(store.parts, nameOf(ticket, scope))
      const removeAll = async () => {
        for (const name of names) await store.parts.remove(name)
      }
      try {
        const received = await lengthOf(store.parts, nameOf(ticket, scope))
        if (received < ticket.size) throw new AgonError('UPLOAD_TICKET', { reason: `${received} bytes are here of ${ticket.size}` })
        const { until: _, ...facts } = ticket
        const stored = await take(Readable.from(bytesOf(store.parts, names)), facts)
        await removeAll()
        return stored
      } catch (error) {
        // another window with the same ticket was first: it took the parts away
        const meanwhile = await fileOf(scope, ticket.ticket)
        if (meanwhile) return meanwhile
        // else it can be ended again: the process may be stopping, the scanner away
        if (REFUSED.has((error as { code?: unknown }).code)) await removeAll()
        throw error
      }
    },
  }
}

/** Removes what no one has gone on with. */
export async function removeOldParts(parts: PartStore, before: Date): Promise<void> {
  for await (const { key, at } of parts.list('')) if (at < before) await parts.remove(key)
}

/** @throws UPLOAD_TICKET for what is not ours, ended, or of another person */
function readTicket(value: string | null, { session, now }: CallScope): Ticket {
  const ticket = value === null ? null : (JSON.parse(value) as Ticket)
  if (ticket === null || ticket.ownerId !== session.userId) throw new AgonError('UPLOAD_TICKET', { reason: 'not one of yours' })
  if (now.getTime() > ticket.until) throw new AgonError('UPLOAD_TICKET', { reason: 'expired' })
  return ticket
}

function ownerOf({ session }: CallScope): string {
  return `${session.userId ?? 'nobody'}.`
}

function nameOf({ ticket }: Ticket, scope: CallScope): string {
  return `${ownerOf(scope)}${ticket}.`
}

async function namesBelow(parts: PartStore, prefix: string): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of parts.list(prefix)) names.push(key)
  return names.sort()
}

/** Bytes from the beginning without a gap. */
async function lengthOf(parts: PartStore, prefix: string): Promise<number> {
  const sizes = new Map<number, number>()
  for await (const { key, size } of parts.list(prefix)) sizes.set(Number(key.slice(prefix.length)), size)
  let received = 0
  for (let size = sizes.get(0); size !== undefined; size = sizes.get(received)) received += size
  return received
}

async function* bytesOf(parts: PartStore, names: readonly string[]): AsyncIterable<Buffer> {
  for (const name of names) for await (const chunk of await parts.open(name)) yield chunk as Buffer
}

async function removeOldest(parts: PartStore, owner: string): Promise<void> {
  const uploads = new Map<string, { at: Date; names: string[] }>()
  for await (const { key, at } of parts.list(owner)) {
    const id = key.slice(owner.length).split('.')[0]!
    const known = uploads.get(id) ?? { at, names: [] }
    uploads.set(id, { at: at > known.at ? at : known.at, names: [...known.names, key] })
  }
  const old = [...uploads.values()].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(MAX_OPEN - 1)
  for (const { names } of old) for (const name of names) await parts.remove(name)
}

/** What has become of a ticket. @throws UPLOAD_TICKET once something is made of the file: it is not given twice */
async function fileOf({ db }: CallScope, ticket: string): Promise<StoredFile | null> {
  const row = await db.selectFrom('platform_file').select(['key', 'entity']).where('ticket', '=', ticket).executeTakeFirst()
  if (row && row.entity !== null) throw new AgonError('UPLOAD_TICKET', { reason: 'the file is in use' })
  return row ? readFile(db, row.key) : null
}
