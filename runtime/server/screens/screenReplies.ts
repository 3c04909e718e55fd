/** Replies that a first load waits for (boot, pages, texts, forms, validators) are gzipped, and not sent again while they stay the same: they carry a
 *  tag of their content, and a browser that holds it is answered 304. Other calls are small or secret; they stay as they are. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const SCREENS = /^\/(?:api\/platform\/(?:boot|page|texts|form)\b|validators\/)/
const CALLS = /^\/api\//
/** Failures are not cached. */
const SUCCESS = '{"code":0,'
const MIN_CHARACTERS = 1400
const LEVEL = 6
const compress = promisify(gzip)

/** Hook `onSend`. */
export async function sendScreen(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || !SCREENS.test(request.url)) return payload
  if (payload.startsWith(SUCCESS) && CALLS.test(request.url)) {
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`
    // what a person sees depends on who asks and in which language: kept by their browser alone, and asked for each time
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization, accept-language, cookie, accept-encoding' })
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      return ''
    }
  } else reply.header('vary', 'accept-encoding')
  if (payload.length < MIN_CHARACTERS) return payload
  if (reply.hasHeader('content-encoding') || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compress(payload, { level: LEVEL })
}
