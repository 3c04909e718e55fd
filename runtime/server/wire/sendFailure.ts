/** Answers a request that failed: finds the code, writes the log when it is the server's fault, sends the envelope or the problem body. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { errorFromPostgres } from '../database/errorFromPostgres.ts'
import { asCodedError, type Failure, failureEnvelope, failureOf, problemBody } from './envelope.ts'
import { EVERY_REPLY } from './everyReply.ts'
import { languageOf } from './languageOf.ts'

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, platform: Platform): FastifyReply {
  const coded = codedError(error, request)
  const lang = languageOf(request.headers, platform.app)
  const failure = withReference(failureOf(coded, lang, platform), String(request.id), platform.texts[lang])
  if (failure.status >= 500) request.log.error({ reqId: request.id, err: error, req: request, code: failure.code }, 'call failed')
  const wait = coded.details.retryAfter
  if (failure.status === 429 || failure.status === 503) reply.header('retry-after', String(typeof wait === 'number' ? wait : 1))
  // replies of Fastify itself have passed no hook
  for (const [name, value] of Object.entries(EVERY_REPLY)) if (!reply.hasHeader(name)) reply.header(name, value)
  reply.header('x-request-id', request.id)
  // what was not read of the body would be taken for the next request
  if (isUnread(request)) reply.header('connection', 'close')
  reply.header('cache-control', 'no-store')
  if (request.headers.accept?.includes('application/problem+json')) {
    const path = request.url.split('?')[0] ?? '/'
    return reply
      .code(failure.status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemBody(failure, path)))
  }
  return reply
    .code(failure.httpStatus)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(failureEnvelope(failure)))
}

/** A fault of the server names its request, by which the log has it: people send pictures of what they read. */
function withReference(failure: Failure, id: string, texts: Readonly<Record<string, string>>): Failure {
  const reference = texts['kernel.requestId']
  return failure.status === FAULT && reference ? { ...failure, message: `${failure.message}${reference.replace('{{id}}', id)}` } : failure
}

function isUnread({ raw }: FastifyRequest): boolean {
  return raw.complete === false && (raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0)
}

const FAULT = 500

/** Codes of Fastify and its parsers that are the caller's mistakes. */
const FRAMEWORK_CODES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_FILES_LIMIT: 'BODY_TOO_LARGE',
  FST_FIELDS_LIMIT: 'BODY_TOO_LARGE',
  FST_PARTS_LIMIT: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'CONTENT_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'CONTENT_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_SYNTAX',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BODY_SYNTAX',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_SYNTAX',
  FST_ERR_BAD_URL: 'PATH_UNKNOWN',
}

function codedError(error: unknown, request: FastifyRequest): AgonError {
  if (error instanceof AgonError) return error
  const { code = '', statusCode = 0 } = error as { code?: string; statusCode?: number }
  if (code === 'PATH_UNKNOWN') return new AgonError(code, { method: request.method, path: request.url.split('?')[0] })
  const known = FRAMEWORK_CODES[code]
  if (known === 'CONTENT_TYPE') return new AgonError(known, { found: String(request.headers['content-type'] ?? 'none').slice(0, 100) })
  if (known) return new AgonError(known)
  if (statusCode >= 400 && statusCode < 500) return new AgonError('BODY_SYNTAX')
  return errorFromPostgres(error) ?? asCodedError(error)
}
