/** What the server writes to its log (JSON lines, pino): never a body, never a token, and nothing that looks like an ID number, a phone number, an email
 *  address or a password inside messages or error texts. Codes of errors stay; codes that people are sent do not. */
import type { FastifyServerOptions } from 'fastify'
import { errorCatalogue } from '../../core/errors.ts'
import { underwayFacts } from '../operate/underway.ts'

const SECRET_KEYS = ['password', 'token', 'access_token', 'refresh_token', 'secret', 'authorization', 'cookie', 'idNumber', 'phone']
const ID_NUMBER = /(?<![\dA-Za-z])(\d{6})\d{8}(\d{3}[\dXx])(?![\dA-Za-z])|(?<!\d)(\d{6})\d{9}(?!\d)/g
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
const SECRET_PARAMETER = /((?:password|token|secret|ticket|code)["']?\s*[=:]\s*["']?)([^\s"'&,}]+)/gi
const EMAIL = /[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu
const PHONE = /(?<!\d)(1[3-9])\d{9}(?!\d)/g
/** With a country code. */
const PHONE_ABROAD = /(?<![\w+])(\+[1-9]\d)\d{5,13}(?!\d)/g

/** Replaces secrets and personal numbers in a text. */
export function redactText(text: string): string {
  return text
    .replace(JWT, '[token]')
    .replace(BEARER, '$1 [redacted]')
    .replace(SECRET_PARAMETER, (_, before: string, value: string) => (value in errorCatalogue ? before + value : `${before}[redacted]`))
    .replace(EMAIL, '[email]')
    .replace(ID_NUMBER, '[id number]')
    .replace(PHONE, '$1*********')
    .replace(PHONE_ABROAD, '$1*********')
}

/** pino options for Fastify. @param level `silent` writes nothing */
export function loggerOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    mixin: underwayFacts,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: {
      req: (request) => ({ id: request.id, method: request.method, path: redactText(request.url.split('?')[0] ?? ''), ip: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
      err: serialiseError,
    },
    hooks: {
      streamWrite: redactText,
    },
  }
}

/** `reason`: the code of the error, such as PostgreSQL's. Under the name `code` it would be redacted with the codes that people are sent. */
function serialiseError(error: Error & { code?: string }): { type: string; reason: string; message: string; stack: string } {
  return { type: error.name, reason: error.code ?? '', message: redactText(error.message), stack: redactText(error.stack ?? '') }
}
