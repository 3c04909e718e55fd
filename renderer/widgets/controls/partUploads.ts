/** A large file on its way in parts: it continues where it stopped when the network is back, when the person says so, and after a reload with the same file. */
import { booted } from '../../../runtime/client/boot.ts'
import { CallError } from '../../../runtime/client/CallError.ts'
import { request } from '../../../runtime/client/http.ts'
import { recentEntries } from '../../../runtime/client/recentEntries.ts'
import { session } from '../../../runtime/client/session.ts'
import type { UploadedFile } from './uploads.ts'

/** What the control says and does while a file is on its way. */
export interface PartWatch {
  signal: AbortSignal
  onProgress(done: number): void
  /** The network is gone, and it continues by itself. */
  onStall(isStalled: boolean): void
  /** Sends one part; progress from 0 to 1. */
  post(fields: Readonly<Record<string, string>>, part: Blob, onProgress: (done: number) => void): Promise<unknown>
}

/** What files are for. */
export interface UploadTarget {
  purpose: string
  /** Of the control, the same after a reload; null: where nothing of a window before is offered. */
  place: string | null
}

/** An upload that a window before this one has begun. */
export interface LeftUpload {
  /** Of its ticket. */
  key: string
  name: string
  /** 0..1; null: not known yet. */
  done: number | null
}

interface Ticket {
  ticket: string
  owner: string | null
  name: string
  /** Bytes. */
  size: number
  /** Of the control that offers to continue; null: none does. */
  place: string | null
}

interface Begun {
  ticket: string
  partBytes: number
  received: number
}

/** Tickets of files on their way. Less than the server keeps parts. */
const tickets = recentEntries<Ticket>('agon.uploads', { hours: 23, max: 3 })
/** Of files that this window has begun: another window that ends such a file forgets its ticket. */
const begunHere = new WeakMap<File, string>()
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000

/** Whether a file is too large for one request. */
export function isLarge(file: Blob): boolean {
  const { maxBytes } = booted.boot?.app.uploads ?? { maxBytes: Number.POSITIVE_INFINITY }
  return file.size > maxBytes && session.facts.userId !== null
}

/** What can be continued at a place, as far as this browser knows. */
export function leftUploads(place: string): LeftUpload[] {
  const mine = tickets.all().filter(([, ticket]) => ticket.place === place && ticket.owner === session.facts.userId)
  return mine.map(([key, { name }]) => ({ key, name, done: null }))
}

/** How far it came, as the server says; null: it cannot be continued any more. */
export async function askLeft(key: string): Promise<number | null> {
  const known = tickets.get(key)
  const state = known && (await readState(known.ticket))
  if (state) return state.received / known.size
  // unless it has begun anew meanwhile
  if (known && tickets.get(key)?.ticket === known.ticket) tickets.put(key, null)
  return null
}

/** Offers an upload no more; the same file still continues it. */
export function withholdUpload(key: string): void {
  const known = tickets.get(key)
  if (known) tickets.put(key, { ...known, place: null })
}

/** Name of the upload of a file. */
export function uploadKey({ name, size, lastModified }: File, purpose: string): string {
  return [purpose, size, lastModified, name].join(' ')
}

/** @throws CallError when the server refuses it; AbortError when the signal says so */
export async function sendInParts(file: File, { purpose, place }: UploadTarget, watch: PartWatch): Promise<UploadedFile> {
  const key = uploadKey(file, purpose)
  const goOn = () => lasting(watch, () => goOnOrBegin(file, key, { purpose, place }))
  let begun = await goOn()
  let { received } = begun
  watch.onProgress(received / file.size)
  while (received < file.size) {
    const from = received
    const part = file.slice(from, from + begun.partBytes)
    const send = () =>
      watch.post({ ticket: begun.ticket, offset: String(from) }, part, (done) =>
        watch.onProgress((from + done * part.size) / file.size),
      ) as Promise<{ received: number }>
    try {
      received = (await lasting(watch, send)).received
    } catch (error) {
      if (!isOutOfStep(error)) throw error
      const now = await goOn()
      // the server says what it said before
      if (now.ticket === begun.ticket && now.received === from) throw error
      begun = now
      received = now.received
    }
  }
  const stored = await lasting(watch, () => request<UploadedFile>('platform.uploadEnd', { ticket: begun.ticket }))
  tickets.put(key, null)
  return stored
}

/** The server has more or less of it than this window knows: another one is at it, or what was here has expired. */
function isOutOfStep(error: unknown): boolean {
  return error instanceof CallError && error.code === 'UPLOAD_TICKET'
}

/** The server knows how far an earlier upload of the same file came; a ticket that it refuses is of no use any more. */
async function goOnOrBegin(file: File, key: string, { purpose, place }: UploadTarget): Promise<Begun> {
  const known = tickets.get(key)
  const facts = { owner: session.facts.userId, name: file.name, size: file.size, place }
  const ticket = begunHere.get(file) ?? (known?.owner === facts.owner ? known.ticket : undefined)
  const state = ticket && (await readState(ticket))
  const begun = state ? { ...state, ticket } : await request<Begun>('platform.uploadBegin', { name: file.name, size: file.size, purpose })
  // another window may have ended it meanwhile, and forgotten its ticket
  if (!state || known) tickets.put(key, { ...facts, ticket: begun.ticket })
  begunHere.set(file, begun.ticket)
  return begun
}

/** Null: the server refuses the ticket. */
async function readState(ticket: string): Promise<Omit<Begun, 'ticket'> | null> {
  try {
    return await request<Omit<Begun, 'ticket'>>('platform.uploadState', { ticket })
  } catch (error) {
    if (isOutOfStep(error)) return null
    throw error
  }
}

/** Tries until the network is back. */
async function lasting<T>(watch: PartWatch, work: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    watch.signal.throwIfAborted()
    try {
      const done = await work()
      // a file that was paused or cancelled meanwhile is no answer
      watch.signal.throwIfAborted()
      watch.onStall(false)
      return done
    } catch (error) {
      watch.signal.throwIfAborted()
      if (!(error instanceof CallError) || error.code !== 'NETWORK_FAILED') throw error
      watch.onStall(true)
      await untilOnline(wait, watch.signal)
    }
  }
}

/** A while, or less where the browser says that the network is back. */
function untilOnline(wait: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, wait)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}
