/** Files on their way to the server: one after the other per control, with progress, cancel and retry. XMLHttpRequest, because fetch tells no
 *  progress of what it sends. An expired token is renewed once, as for every other request. */
import { CallError } from '../../../runtime/client/CallError.ts'
import { callAddress } from '../../../runtime/client/http.ts'
import { refreshTokens } from '../../../runtime/client/refresh.ts'
import { hasText, translate } from '../../../runtime/client/texts.ts'
import { readTokens } from '../../../runtime/client/tokens.ts'
import type { Envelope } from '../../../runtime/core/wire.ts'

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
  state: 'waiting' | 'running' | 'failed'
  /** 0..1 */
  done: number
  /** In the person's language. */
  failure: string
  /** It was never sent and never will be: trying again would fail again. */
  isRefused: boolean
  /** Address of the picture while it is not stored yet. */
  preview: string | null
  cancel(): void
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

/** @param options purpose of the files, and what runs on a change and after each stored file */
export function createUploads(options: {
  purpose: string
  onChange(uploads: readonly Upload[]): void
  onDone(file: UploadedFile): void
}): Uploads {
  let entries: Entry[] = []
  let count = 0
  const tell = () => options.onChange(entries.map((entry) => ({ ...entry })))
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
    Object.assign(entry, { state: 'running', done: 0, failure: '' })
    tell()
    const show = (done: number) => {
      entry.done = done
      tell()
    }
    try {
      const stored = await send(entry, options.purpose, show)
      drop(entry)
      options.onDone(stored)
    } catch (error) {
      if (entries.includes(entry)) Object.assign(entry, { state: 'failed', failure: failureText(error) })
      tell()
    }
    next()
  }
  const add = (file: File, refusal = '') => {
    count += 1
    const entry: Entry = {
      key: count,
      file,
      name: file.name,
      state: refusal ? 'failed' : 'waiting',
      done: 0,
      failure: refusal,
      isRefused: refusal !== '',
      preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
      abort: null,
      cancel: () => {
        drop(entry)
        entry.abort?.()
        next()
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

const TOKEN_REFUSED = 401

async function send(entry: Entry, purpose: string, onProgress: (done: number) => void): Promise<UploadedFile> {
  const token = readTokens()?.access_token
  const envelope = await post(entry, purpose, token, onProgress)
  if (envelope.code !== TOKEN_REFUSED || !token) return storedFile(envelope)
  const renewed = await refreshTokens(token)
  if (!renewed) throw new CallError('SESSION_REQUIRED')
  return storedFile(await post(entry, purpose, renewed, onProgress))
}

function storedFile(envelope: Envelope): UploadedFile {
  if (envelope.code !== 0 && envelope.code !== 20000) throw new CallError(envelope.error ?? 'SERVER_FAULT', { message: envelope.message })
  return envelope.data as UploadedFile
}

function post(entry: Entry, purpose: string, token: string | undefined, onProgress: (done: number) => void): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', callAddress('platform.upload'))
    if (token) xhr.setRequestHeader('authorization', `Bearer ${token}`)
    xhr.setRequestHeader('accept', 'application/json')
    xhr.responseType = 'json'
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    xhr.onerror = () => reject(new CallError('NETWORK_FAILED'))
    xhr.onload = () => {
      const envelope = xhr.response as Envelope | null
      if (typeof envelope?.code === 'number') resolve(envelope)
      else reject(new CallError('SERVER_FAULT', { status: xhr.status }))
    }
    entry.abort = () => xhr.abort()
    const body = new FormData()
    // Fields before the file: the server reads the parts as they come.
    body.append('purpose', purpose)
    body.append('file', entry.file, entry.name)
    xhr.send(body)
  })
}

function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return translate('form.uploadFailed')
  if (error.code === 'NETWORK_FAILED') return translate('form.uploadOffline')
  const key = `error.${error.code}`
  return hasText(key) ? translate(key) : error.message || translate('form.uploadFailed')
}
