/** Gzips the replies that a first load waits for: boot, pages, texts, forms, validators. Other calls are small or secret; they stay as they are. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const SCREENS = /^\/(?:api\/platform\/(?:boot|page|texts|form)\b|validators\/)/
const MIN_CHARACTERS = 1400
const LEVEL = 6
const compress = promisify(gzip)

/** Hook `onSend`. */
export async function compressScreens(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < MIN_CHARACTERS || !SCREENS.test(request.url)) return payload
  reply.header('vary', 'accept-encoding')
  if (reply.hasHeader('content-encoding') || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compress(payload, { level: LEVEL })
}
