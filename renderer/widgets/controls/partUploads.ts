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

interface Begun {
  ticket: string
  partBytes: number
  received: number
}

/** Tickets of files on their way. Less than the server keeps parts. */
const tickets = recentEntries<{ ticket: string; owner: string | null }>('agon.uploads', { hours: 23, max: 3 })
/** Of files that this window has begun: another window that ends such a file forgets its ticket. */
const begunHere = new WeakMap<File, string>()
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000

/** Whether a file is too large for one request. */
export function isLarge(file: Blob): boolean {
  const { maxBytes } = booted.boot?.app.uploads ?? { maxBytes: Number.POSITIVE_INFINITY }
  return file.size > maxBytes && session.facts.userId !== null
}

/** @throws CallError when the server refuses it; AbortError when the signal says so */
export async function sendInParts(file: File, purpose: string, watch: PartWatch): Promise<UploadedFile> {
  const name = nameOf(file, purpose)
  let begun = await lasting(watch, () => goOnOrBegin(file, purpose, name))
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
      const now = await lasting(watch, () => goOnOrBegin(file, purpose, name))
      // the server says what it said before
      if (now.ticket === begun.ticket && now.received === from) throw error
      begun = now
      received = now.received
    }
  }
  const stored = await lasting(watch, () => request<UploadedFile>('platform.uploadEnd', { ticket: begun.ticket }))
  tickets.put(name, null)
  return stored
}

/** The server has more or less of it than this window knows: another one is at it, or what was here has expired. */
function isOutOfStep(error: unknown): boolean {
  return error instanceof CallError && error.code === 'UPLOAD_TICKET'
}

/** The server knows how far an earlier upload of the same file came; a ticket that it refuses is of no use any more. */
async function goOnOrBegin(file: File, purpose: string, name: string): Promise<Begun> {
  const known = tickets.get(name)
  const ticket = begunHere.get(file) ?? (known?.owner === session.facts.userId ? known.ticket : undefined)
  if (ticket) {
    const state = await request<Omit<Begun, 'ticket'>>('platform.uploadState', { ticket }).catch((error: unknown) => {
      if (isOutOfStep(error)) return null
      throw error
    })
    if (state) {
      begunHere.set(file, ticket)
      return { ...state, ticket }
    }
  }
  const begun = await request<Begun>('platform.uploadBegin', { name: file.name, size: file.size, purpose })
  tickets.put(name, { ticket: begun.ticket, owner: session.facts.userId })
  begunHere.set(file, begun.ticket)
  return begun
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

function nameOf({ name, size, lastModified }: File, purpose: string): string {
  return [purpose, size, lastModified, name].join(' ')
}
