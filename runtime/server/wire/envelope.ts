/** The shape of every reply: `{ code, error?, message, data, details? }`, or a problem body (RFC 9457) for those who ask for one. Says what an error
 *  looks like to a caller; `sendFailure.ts` sends it. */
import { AgonError, type ErrorEntry, errorCatalogue } from '../../core/errors.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import type { FieldError } from '../../core/validation/index.ts'
import { fillText } from './fillText.ts'
import { placeText } from './placeText.ts'

/** Codes of success by the path's prefix. */
export const SUCCESS_MAIN = 0
export const SUCCESS_NODE = 20_000
/** Status of an error that a call declares itself. */
const DECLARED_STATUS = 422
/** The only application errors whose HTTP status is their own; all others travel as 200. */
const OWN_STATUS: ReadonlySet<number> = new Set([400, 404, 408, 413, 415, 429, 431, 500, 503])
const TRUE_STATUS_CODES: ReadonlySet<string> = new Set([
  'PATH_UNKNOWN',
  'BODY_SYNTAX',
  'BODY_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'CONTENT_TYPE',
  'RATE_LIMITED',
  'SERVER_FAULT',
  'BUSY',
  'TOO_LONG',
  'FILES_UNAVAILABLE',
])

export interface Failure {
  code: string
  status: number
  httpStatus: number
  message: string
  details: Record<string, unknown> | undefined
}

/** The error as the caller sees it: never a developer's message. */
export function failureOf(error: { code: string; details?: Record<string, unknown> }, lang: Lang, platform: Platform): Failure {
  const entry = (errorCatalogue as Record<string, ErrorEntry>)[error.code]
  const status = entry?.status ?? DECLARED_STATUS
  const hidden = status >= 500 || error.details === undefined || Object.keys(error.details).length === 0
  return {
    code: error.code,
    status,
    httpStatus: TRUE_STATUS_CODES.has(error.code) && OWN_STATUS.has(status) ? status : 200,
    message: placedMessage(error, lang, platform) ?? messageOf(error, lang, platform),
    details: hidden ? undefined : error.details,
  }
}

type ReportedError = { code: string; details?: Record<string, unknown> }

function messageOf({ code, details = {} }: ReportedError, lang: Lang, { texts }: Platform): string {
  return fillText(texts[lang][`error.${code}`] ?? texts[lang]['error.SERVER_FAULT'] ?? code, details, lang)
}

/** An input is refused in the words of its first mistake, with its place; null when the place or the reason is not known. */
function placedMessage({ code, details }: ReportedError, lang: Lang, platform: Platform): string | null {
  const [first] = code === 'CALL_INPUT' && Array.isArray(details?.errors) ? (details.errors as Partial<FieldError>[]) : []
  const place = placeText(String(details?.call ?? ''), first?.path, lang, platform)
  const texts = platform.texts[lang]
  const key = first?.message?.key ?? `validation.${first?.rule}`
  const reason = texts[key]
  const whole = texts['error.CALL_INPUT_AT']
  if (!place || reason === undefined || whole === undefined) return null
  return fillText(whole, { place, reason: fillText(reason, first?.message?.values ?? {}, lang) }, lang)
}

/** The envelope of a failure. */
export function failureEnvelope(failure: Failure): Record<string, unknown> {
  const { code, status, message, details } = failure
  return { code: status, error: code, message, data: null, ...(details ? { details } : {}) }
}

/** The RFC 9457 body of a failure. @param instance path of the request */
export function problemBody(failure: Failure, instance: string): Record<string, unknown> {
  const { code, status, message, details } = failure
  const title = code.toLowerCase().replaceAll('_', ' ')
  return { type: `/openapi#error-${code}`, title, status, detail: message, instance, error: code, ...(details ? { details } : {}) }
}

/** Any thrown value as an error with a code; what is not ours is a fault of the server. */
export function asCodedError(error: unknown): AgonError {
  if (error instanceof AgonError) return error
  return new AgonError('SERVER_FAULT', { message: error instanceof Error ? error.message : String(error) })
}
