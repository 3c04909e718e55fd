/** Files on their way to the server: one after the other per control, with progress, cancel and retry. XMLHttpRequest, because fetch tells no
 *  progress of what it sends. An expired token is renewed once, as for every other request. */
import { CallError, isAborted, isRefusal } from '../../../runtime/client/CallError.ts'
import { callAddress } from '../../../runtime/client/http.ts'
import { refreshTokens } from '../../../runtime/client/refresh.ts'
import { hasText, translate } from '../../../runtime/client/texts.ts'
import { readTokens } from '../../../runtime/client/tokens.ts'
import type { Envelope } from '../../../runtime/core/wire.ts'
import { isLarge, sendInParts, type UploadTarget, uploadKey, withholdUpload } from './partUploads.ts'

/** Facts of a stored file as the answers hold them. */
export interface UploadedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
  type: string
  width?: number | null
  height?: number | null
}

export interface Upload {
  key: number
  name: string
  /** `paused`: by the person, who continues with `retry`. */
  state: 'waiting' | 'running' | 'paused' | 'failed'
  /** It can be paused. */
  isLarge: boolean
  /** The network is gone; it continues by itself. */
  isStalled: boolean
  /** 0..1 */
  done: number
  /** In the person's language. */
  failure: string
  /** It does not fit, or the server does not take it: trying again would fail again. It takes no place. */
  isRefused: boolean
  /** Address of the picture while it is not stored yet. */
  preview: string | null
  cancel(): void
  pause(): void
  retry(): void
}

export interface Uploads {
  start(files: readonly File[]): void
  /** Shows files that are not sent, with the reason in words. */
  refuse(files: readonly File[], reason: string): void
  /** Cancels everything: the control has gone. */
  stop(): void
}

interface Entry extends Upload {
  file: File
  abort: (() => void) | null
}

interface UploadOptions {
  purpose: string
  /** As in `UploadTarget`; default null. */
  place?: string | null
  onChange(uploads: readonly Upload[]): void
  onDone(file: UploadedFile): void
}

/** @param options what the files are for, and what runs on a change and after each stored file */
export function createUploads({ purpose, place = null, onChange, onDone }: UploadOptions): Uploads {
  const target: UploadTarget = { purpose, place }
  let entries: Entry[] = []
  let count = 0
  const tell = () => onChange(entries.map((entry) => ({ ...entry })))
  const drop = (entry: Entry) => {
    entries = entries.filter((each) => each !== entry)
    if (entry.preview) URL.revokeObjectURL(entry.preview)
    tell()
  }
  const next = () => {
    const entry = entries.some((each) => each.state === 'running') ? undefined : entries.find((each) => each.state === 'waiting')
    if (entry) void run(entry)
  }
  const run = async (entry: Entry) => {
    const show = (change: Partial<Entry>) => {
      Object.assign(entry, change)
      tell()
    }
    show({ state: 'running', done: entry.isLarge ? entry.done : 0, failure: '', isStalled: false })
    try {
      const stored = await (entry.isLarge ? sendLarge : send)(entry, target, show)
      drop(entry)
      onDone(stored)
    } catch (error) {
      if (isAborted(error)) entry.state = 'paused'
      else if (entries.includes(entry)) Object.assign(entry, { state: 'failed', failure: failureText(error), isRefused: isRefusal(error) })
      tell()
    }
    next()
  }
  const add = (file: File, refusal = '') => {
    count += 1
    const entry: Entry = {
      ...factsOf(file, refusal),
      key: count,
      cancel: () => {
        drop(entry)
        if (entry.isLarge) withholdUpload(uploadKey(file, purpose))
        entry.abort?.()
        next()
      },
      pause: () => {
        if (entry.state === 'running') return entry.abort?.()
        entry.state = 'paused'
        tell()
      },
      retry: () => {
        entry.state = 'waiting'
        tell()
        next()
      },
    }
    entries = [...entries, entry]
  }
  return {
    start(files) {
      for (const file of files) add(file)
      tell()
      next()
    },
    refuse(files, reason) {
      for (const file of files) add(file, reason)
      tell()
    },
    stop() {
      for (const entry of entries) {
        if (entry.preview) URL.revokeObjectURL(entry.preview)
        entry.abort?.()
      }
      entries = []
    },
  }
}

function factsOf(file: File, refusal: string): Omit<Entry, 'key' | 'cancel' | 'pause' | 'retry'> {
  return {
    file,
    name: file.name,
    state: refusal ? 'failed' : 'waiting',
    done: 0,
    failure: refusal,
    isRefused: refusal !== '',
    isLarge: isLarge(file),
    isStalled: false,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    abort: null,
  }
}

const TOKEN_REFUSED = 401

type Show = (change: Partial<Entry>) => void

async function send(entry: Entry, { purpose }: UploadTarget, show: Show): Promise<UploadedFile> {
  const body = { fields: { purpose }, file: entry.file, name: entry.name }
  const controller = new AbortController()
  entry.abort = () => controller.abort()
  const sent = await renewing((token) => post(controller.signal, 'platform.upload', body, token, (done) => show({ done })))
  return sent as UploadedFile
}

/** In parts, each by the same request as a small file. */
function sendLarge(entry: Entry, target: UploadTarget, show: Show): Promise<UploadedFile> {
  const controller = new AbortController()
  // also while nothing is being sent: before the first part, between two, at the end
  entry.abort = () => controller.abort()
  return sendInParts(entry.file, target, {
    signal: controller.signal,
    onProgress: (done) => show({ done }),
    onStall: (isStalled) => show({ isStalled }),
    post: (fields, file, onProgress) => {
      const body = { fields, file, name: entry.name }
      return renewing((token) => post(controller.signal, 'platform.uploadPart', body, token, onProgress))
    },
  })
}

/** @returns what the server answered */
async function renewing(run: (token: string | undefined) => Promise<Envelope>): Promise<unknown> {
  const token = readTokens()?.access_token
  const envelope = await run(token)
  if (envelope.code !== TOKEN_REFUSED || !token) return answerOf(envelope)
  const renewed = await refreshTokens(token)
  if (!renewed) throw new CallError('SESSION_REQUIRED')
  return answerOf(await run(renewed))
}

function answerOf(envelope: Envelope): unknown {
  if (envelope.code !== 0 && envelope.code !== 20000) {
    const { code: status, message } = envelope
    throw new CallError(envelope.error ?? 'SERVER_FAULT', { status, message })
  }
  return envelope.data
}

interface Body {
  fields: Readonly<Record<string, string>>
  file: Blob
  name: string
}

function post(
  signal: AbortSignal,
  call: string,
  { fields, file, name }: Body,
  token: string | undefined,
  onProgress: (done: number) => void,
): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const xhr = new XMLHttpRequest()
    xhr.open('POST', callAddress(call))
    if (token) xhr.setRequestHeader('authorization', `Bearer ${token}`)
    xhr.setRequestHeader('accept', 'application/json')
    xhr.responseType = 'json'
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    xhr.onerror = () => reject(new CallError('NETWORK_FAILED'))
    xhr.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    xhr.onload = () => {
      const envelope = xhr.response as Envelope | null
      if (typeof envelope?.code === 'number') resolve(envelope)
      else reject(new CallError('SERVER_FAULT', { status: xhr.status }))
    }
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    const body = new FormData()
    // Fields before the file: the server reads the parts as they come.
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    body.append('file', file, name)
    xhr.send(body)
  })
}

function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return translate('form.uploadFailed')
  if (error.code === 'NETWORK_FAILED') return translate('form.uploadOffline')
  const key = `error.${error.code}`
  return hasText(key) ? translate(key) : error.message || translate('form.uploadFailed')
}
