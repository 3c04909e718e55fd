/** The one error that requests, sources and action chains throw and show. */
import type { Text } from '../core/documents.ts'

/** Codes that the client itself gives; all others come from the server. */
export type ClientErrorCode =
  | 'NETWORK_FAILED'
  | 'SERVER_BUSY'
  | 'SERVER_FAULT'
  | 'REPLY_UNREADABLE'
  | 'CALL_UNKNOWN'
  | 'CALL_UNPUBLISHED'
  | 'CALL_NOT_OFFERED'
  | 'JOB_FAILED'

/** A call that did not succeed. `message` is for the person when the server sent one in their language, else empty: then the text
 *  `error.<code>` is shown. */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: string
  /** Body code of the envelope, or the HTTP status without one; 0 when nothing came back. */
  readonly status: number
  /** HTTP status of the reply; 0 when nothing came back. */
  readonly http: number
  readonly details: unknown
  /** What could not be done, said before the reason; from the call's document, or the step that made it. */
  title: Text | undefined
  /** The person has already been asked or shown what to do: it is not shown again. */
  isHandled = false
  constructor(code: string, facts: { status?: number; http?: number; message?: string; details?: unknown } = {}) {
    super(facts.message ?? '')
    this.code = code
    this.status = facts.status ?? 0
    this.http = facts.http ?? 0
    this.details = facts.details
  }
}

/** The request took too long to arrive; too many requests. */
const PASSING_STATUSES: readonly number[] = [408, 429]
const FIRST_REFUSAL = 400
const FIRST_FAULT = 500

/** Whether the server decided against it: asked again it answers the same. Any other failure, such as a lost network or a busy server, may pass and
 *  says nothing of what was asked for. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  const { status } = error
  return status >= FIRST_REFUSAL && status < FIRST_FAULT && !PASSING_STATUSES.includes(status)
}

/** True when a newer request replaced this one: its failure is not shown. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
