/** Requests by call id: address and encoding from the call's wire facts, bearer token, envelope, one refresh for an expired token with all
 *  waiting requests replayed, idempotency keys on writes. Throws `CallError`; never shows anything. */

import type { CallWire, Envelope } from '../core/wire.ts'
import { askPatiently } from './busyServer.ts'
import { CallError, isAborted } from './CallError.ts'
import { noteServerDate } from './clock.ts'
import { findDocument } from './library.ts'
import { newestHeader } from './newestAnswers.ts'
import { keptReply, noteNetwork, noteReply } from './offline/replies.ts'
import { previewFrame } from './previewFrame.ts'
import { refreshTokens } from './refresh.ts'
import { readTokens } from './tokens.ts'
import { decide, keepUndecided, keyOfWrite } from './undecided.ts'

export interface RequestOptions {
  signal?: AbortSignal
  /** Body as `application/x-www-form-urlencoded` instead of JSON, also when the call does not say so. */
  urlencoded?: boolean
  /** Sends no token and never refreshes: sign-in itself. */
  anonymous?: boolean
  /** Sent in place of the stored one, and never refreshed. */
  token?: string
  /** Who asks: of a call with `pipe`, a newer request of the same asker takes the place of the one that still runs. */
  lane?: string
  /** Asked by a document, which may be someone else's, and not by the person: a source asks for calls that read alone, a form for what offers
   *  itself to forms. Anything else is refused. */
  asker?: 'source' | NonNullable<CallWire['forForms']>
  /** For calls that visitors may use too: when the session has ended, asks again without a token. */
  withoutSession?: boolean
}

/** A file that a raw call answered. */
export interface Download {
  blob: Blob
  name: string
}

const TOKEN_REFUSED = 401
const SUCCESS_CODES: readonly number[] = [0, 20000]
/** Names this client where there is no person (spec 7). It is in everyone's browser and proves nothing. */
const CLIENT_CREDENTIAL = `Basic ${btoa('web:web')}`

/**
 * Runs a call and answers its `data`.
 * @param input  one object: path parameters are taken from it by name, the rest goes to the query (GET, DELETE) or the body
 * @throws       CallError with the server's code; NETWORK_FAILED without connection; `AbortError` when cancelled
 */
export async function request<T = unknown>(callId: string, input: Record<string, unknown> = {}, options: RequestOptions = {}): Promise<T> {
  try {
    const reply = await send(callId, input, options)
    const envelope = await readEnvelope(reply)
    const data = envelopeData(envelope, reply.status) as T
    if (isRead(callId)) noteReply(callAddress(callId, input), callId, envelope, options.asker !== undefined)
    return data
  } catch (error) {
    if (error instanceof CallError) error.title ??= findDocument('calls', callId)?.failed
    throw error
  }
}

/** Runs a raw call that answers a file; its name comes from the header. @throws CallError when the server answered an envelope instead */
export async function requestFile(callId: string, input: Record<string, unknown> = {}, options: RequestOptions = {}): Promise<Download> {
  const reply = await send(callId, input, options)
  if (isJson(reply) && !reply.headers.has('content-disposition')) {
    envelopeData(await readEnvelope(reply), reply.status)
    throw new CallError('REPLY_UNREADABLE', { status: reply.status, http: reply.status })
  }
  return { blob: await reply.blob(), name: fileName(reply.headers.get('content-disposition')) ?? callId }
}

/** Runs a raw call and hands over the reply as it streams in: server-sent events. @throws CallError */
export async function requestStream(
  callId: string,
  input: Record<string, unknown>,
  options: RequestOptions,
): Promise<ReadableStream<Uint8Array>> {
  const reply = await send(callId, input, options)
  // a refusal is an envelope, whatever its status
  if (!reply.ok || !reply.body || isJson(reply)) {
    if (isJson(reply)) envelopeData(await readEnvelope(reply), reply.status)
    throw new CallError('REPLY_UNREADABLE', { status: reply.status, http: reply.status })
  }
  return reply.body
}

/** The address of a call for `<img src>` and links. */
export function callAddress(callId: string, input: Record<string, unknown> = {}): string {
  return prepare(callId, input, {}).url
}

function isRead(callId: string): boolean {
  const wire = findDocument('calls', callId)
  return wire !== undefined && firstMethod(wire) === 'GET'
}

// The steps of one request: prepare -> attempt (again while the server is busy) -> (refresh -> attempt).
async function send(callId: string, input: Record<string, unknown>, options: RequestOptions): Promise<Response> {
  const prepared = prepare(callId, input, options)
  const isPiped = prepared.pipe && options.lane !== undefined
  const signal = isPiped ? takePlaceOf(`${options.lane} ${prepared.method} ${prepared.url.split('?')[0]}`, options.signal) : options.signal
  const { writes } = findDocument('calls', callId)!
  const ask = (token: string | undefined) =>
    writes ? attempt(prepared, token, signal) : askPatiently(() => attempt(prepared, token, signal), signal)
  if (options.token) return ask(options.token)
  const token = options.anonymous ? undefined : readTokens()?.access_token
  const reply = await ask(token)
  if (!token || !(await isTokenRefused(reply))) return reply
  const renewed = await refreshTokens(token)
  if (renewed) return ask(renewed)
  return options.withoutSession ? ask(undefined) : reply
}

interface Prepared {
  method: string
  url: string
  headers: Record<string, string>
  body?: BodyInit
  key?: string
  /** Cancels an earlier, still running request of the same method and address. */
  pipe?: boolean
}

function prepare(callId: string, input: Record<string, unknown>, options: RequestOptions): Prepared {
  const wire = findDocument('calls', callId)
  if (!wire) throw new CallError('CALL_UNKNOWN', { details: { call: callId } })
  if (options.asker && options.asker !== 'source' && options.asker !== wire.forForms)
    throw new CallError('CALL_NOT_OFFERED', { details: { call: callId } })
  const method = firstMethod(wire)
  const { path, rest } = fillPath(wire.path, withoutNulls(input))
  // The language on the screen, also before the person has chosen one: messages and files must not come in another.
  const headers: Record<string, string> = {
    accept: wire.raw ? '*/*' : 'application/json',
    // the server, which draws by this file, has addresses made and asks nothing
    'accept-language': typeof document === 'undefined' ? '' : document.documentElement.lang,
    ...(options.asker ? { 'x-asker': options.asker } : {}),
    ...newestHeader(),
  }
  if (method === 'GET' || method === 'DELETE') {
    const query = encodeQuery(rest)
    return withKey({ method, url: query ? `${path}?${query}` : path, headers, pipe: wire.pipe }, rest)
  }
  if (wire.upload || hasFile(rest)) return withKey({ method, url: path, headers, body: multipart(rest) }, rest)
  const urlencoded = options.urlencoded || wire.urlencoded
  headers['content-type'] = urlencoded ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = urlencoded ? encodeQuery(rest) : JSON.stringify(rest)
  return withKey({ method, url: path, headers, body, pipe: wire.pipe }, rest)
}

function withKey(prepared: Prepared, input: Record<string, unknown>): Prepared {
  if (prepared.method === 'GET') return prepared
  const write = `${prepared.method} ${prepared.url} ${hasFile(input) ? randomId() : JSON.stringify(input)}`
  prepared.headers['idempotency-key'] = keyOfWrite(write, randomId())
  return { ...prepared, key: write }
}

async function attempt(prepared: Prepared, token: string | undefined, signal: AbortSignal | undefined): Promise<Response> {
  // what the frame itself is made of is asked for by the studio's own rights
  const role = prepared.url.startsWith('/api/platform/preview/') ? null : previewFrame()?.role
  const headers = {
    ...prepared.headers,
    ...(role ? { 'x-view-as': role } : {}),
    authorization: token ? `Bearer ${token}` : CLIENT_CREDENTIAL,
  }
  const { method, body } = prepared
  let reply: Response
  try {
    reply = await fetch(prepared.url, { method, headers, body, signal, credentials: 'same-origin' })
    noteServerDate(reply.headers.get('date'))
    noteNetwork()
  } catch (error) {
    if (isAborted(error)) throw error
    const kept = method === 'GET' && !previewFrame() ? await keptReply(prepared.url) : null
    if (kept) return kept
    if (prepared.key) keepUndecided(prepared.key)
    throw new CallError('NETWORK_FAILED')
  }
  // A busy or broken server may or may not have done the work: the key stays.
  if (prepared.key && reply.status < 500) decide(prepared.key)
  return reply
}

async function isTokenRefused(reply: Response): Promise<boolean> {
  if (reply.status === TOKEN_REFUSED) return true
  if (!isJson(reply)) return false
  const envelope: unknown = await reply
    .clone()
    .json()
    .catch(() => null)
  return (envelope as Envelope | null)?.code === TOKEN_REFUSED
}

async function readEnvelope(reply: Response): Promise<Envelope> {
  const envelope = (await reply.json().catch(() => null)) as Envelope | null
  if (envelope && typeof envelope.code === 'number') return envelope
  if (reply.status === 503) throw new CallError('SERVER_BUSY', { status: 503, http: 503 })
  throw new CallError(reply.status >= 500 ? 'SERVER_FAULT' : 'REPLY_UNREADABLE', { status: reply.status, http: reply.status })
}

function envelopeData(envelope: Envelope, http: number): unknown {
  if (!SUCCESS_CODES.includes(envelope.code)) {
    const code = envelope.error ?? (envelope.code === TOKEN_REFUSED ? 'SESSION_REQUIRED' : 'SERVER_FAULT')
    // a draft is drawn before the server answers its calls
    if (code === 'PATH_UNKNOWN' && previewFrame()?.drafts) throw new CallError('CALL_UNPUBLISHED', { status: envelope.code, http })
    throw new CallError(code, { status: envelope.code, http, message: envelope.message, details: envelope.details })
  }
  return parsedData(envelope.data)
}

// Older handlers answer JSON inside a string (the wire contract allows it).
function parsedData(data: unknown): unknown {
  if (typeof data !== 'string' || !/^\s*[[{]/.test(data)) return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

const running = new Map<string, AbortController>()

function takePlaceOf(address: string, signal: AbortSignal | undefined): AbortSignal {
  running.get(address)?.abort()
  const controller = new AbortController()
  running.set(address, controller)
  return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
}

function firstMethod(wire: CallWire): string {
  return (Array.isArray(wire.method) ? wire.method[0] : wire.method) ?? 'GET'
}

// An absent parameter and null mean the same to a call, but only absence passes its input schema.
function withoutNulls(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
}

function fillPath(template: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  return { path: `/${path.replace(/^\/+/, '')}`, rest }
}

function encodeQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null || item === '') continue
      query.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
    }
  }
  return query.toString()
}

function hasFile(values: Record<string, unknown>): boolean {
  return Object.values(values).some((value) => typeof Blob !== 'undefined' && value instanceof Blob)
}

function multipart(values: Record<string, unknown>): FormData {
  const form = new FormData()
  // Fields before files: the server reads the parts as they come.
  const entries = Object.entries(values).sort(([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob))
  for (const [name, value] of entries) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : name)
    else if (value !== undefined && value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

function isJson(reply: Response): boolean {
  return /\bjson\b/.test(reply.headers.get('content-type') ?? '')
}

/** File name of a `Content-Disposition` header: RFC 5987 form first, then the plain one. */
export function fileName(header: string | null): string | null {
  const encoded = /filename\*\s*=\s*UTF-8'[\w-]*'([^;\s]+)/i.exec(header ?? '')?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Badly encoded: the plain form below.
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /filename\s*=\s*([^";\s]+)/i.exec(header ?? '')?.[1] ?? null
}

// randomUUID exists in secure contexts only; a test server on a LAN address is none.
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
