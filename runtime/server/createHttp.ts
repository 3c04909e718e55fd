/** The Fastify instance: limits, parsers, headers of every reply, and what is answered when something goes wrong before or outside a call. */
import { parse as parseUrlencoded } from 'node:querystring'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { AgonError } from '../core/errors.ts'
import { EXCESS_CODES, jsonExcess, MAX_JSON_MEMBERS } from '../core/jsonBounds.ts'
import type { Platform } from '../core/platform.ts'
import { changedNumber } from '../core/typed/keepsDigits.ts'
import { loggerOptions } from './log/loggerOptions.ts'
import { whileUnderway } from './operate/underway.ts'
import type { ServerConfig } from './serverContext.ts'
import { digitsLost } from './wire/digitsLost.ts'
import { EVERY_REPLY } from './wire/everyReply.ts'
import { normalisePath } from './wire/normalisePath.ts'
import { refuseConnection } from './wire/refuseConnection.ts'
import { sendFailure } from './wire/sendFailure.ts'
import { keepSignedText } from './wire/signedText.ts'

const BODY_BYTES = 1_048_576
const UPLOAD_BYTES = 20 * 1_048_576
/** A client that sends its headers or body slower than this is cut off. */
const REQUEST_TIMEOUT_MS = 60_000

/** @param platform the platform of this moment, for texts */
export function createHttp(config: ServerConfig, logLevel: string, platform: () => Platform): FastifyInstance {
  const app = Fastify({
    logger: loggerOptions(logLevel),
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies(config.environment.TRUST_PROXY),
    rewriteUrl: (request) => normalisePath(request.url ?? '/'),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, platform()),
    genReqId: nextRequestId,
    // a line of the log names its request by itself: a logger for each request costs more than finding the call
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request as FastifyRequest, reply as FastifyReply, platform()),
  })
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.register(cookie)
  app.register(multipart, { limits: { fileSize: UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 65_536 } })
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_BYTES }, (request, body, done) => {
    keepSignedText(request, body as string)
    const excess = jsonExcess(body as string)
    const changed = excess ? null : changedNumber(body as string)
    if (excess) done(new AgonError(EXCESS_CODES[excess]))
    else if (changed) done(digitsLost(changed))
    else readJson(request, body as string, done)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) => {
    if ((body as string).split('&', MAX_JSON_MEMBERS + 1).length > MAX_JSON_MEMBERS) done(new AgonError('BODY_TOO_LARGE'))
    else done(null, parseUrlencoded(body as string, '&', '=', { maxKeys: 0 }))
  })
  // errors that Node would answer with an empty body, or not at all, get the usual reply
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(EVERY_REPLY).header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', HTTPS_ONLY)
    done(
      request.headers.host === undefined && request.raw.httpVersion === '1.1'
        ? new AgonError('BODY_SYNTAX', { reason: 'no host' })
        : undefined,
    )
  })
  // after the body was read, which comes by events of the connection
  app.addHook('preHandler', (request, _reply, done) => whileUnderway({ kind: 'call', id: request.id }, done))
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, platform()))
  app.setNotFoundHandler((request, reply) => sendFailure({ code: 'PATH_UNKNOWN' }, request, reply, platform()))
  if (config.dev) app.log.info('development mode')
  return app
}

/** Strict-Transport-Security for requests that came by https, which only a trusted proxy can tell: one year, this host alone. */
const HTTPS_ONLY = 'max-age=31536000'

/** `TRUST_PROXY`: nothing (default), a number of hops, or addresses separated by commas. */
function trustedProxies(setting: string | undefined): boolean | string | ((address: string, hop: number) => boolean) {
  if (!setting) return false
  return /^\d+$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting
}

let requests = 0
const PROCESS_MARK = Math.floor(Math.random() * 36 ** 4)
  .toString(36)
  .padStart(4, '0')
/** Unique within a process, and with the mark nearly so between processes; shorter and cheaper than a UUID. */
function nextRequestId(): string {
  requests += 1
  return `${PROCESS_MARK}-${Date.now().toString(36)}-${requests.toString(36)}`
}
