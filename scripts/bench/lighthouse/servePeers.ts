/** The server of the peers, which sends files as ours does: from memory, packed once, by brotli or gzip. A process of its own; its files come as a message. */
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Fastify from 'fastify'
import type { PeerFile } from './buildPeers.ts'

interface Packed extends PeerFile {
  br: Buffer | null
  gzip: Buffer | null
}

const files = new Map<string, Packed>()
const app = Fastify({ logger: false })

app.get('/*', (request, reply) => {
  const file = files.get((request.params as { '*': string })['*'])
  if (!file) return reply.code(404).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = file.br && /\bbr\b/.test(accepted) ? 'br' : file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (encoding) reply.header('content-encoding', encoding)
  const kept = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'
  return reply
    .headers({ 'content-type': file.type, 'cache-control': kept, vary: 'accept-encoding' })
    .send(encoding ? file[encoding] : file.bytes)
})

process.once('message', async (sent: [string, PeerFile][]) => {
  for (const [path, file] of sent) files.set(path, await packed(file))
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send!((app.server.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit(0))

async function packed(file: PeerFile): Promise<Packed> {
  const bytes = Buffer.from(file.bytes)
  const isText = file.type.startsWith('text/')
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    ...file,
    bytes,
    br: isText ? await promisify(brotliCompress)(bytes, quality) : null,
    gzip: isText ? await promisify(gzip)(bytes, { level: 9 }) : null,
  }
}
