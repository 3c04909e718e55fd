/** A site in front of the server, whose pages arrive in pieces: browsers draw what they have meanwhile. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Longer than a page waits with its scripts, and than they take. */
const PAUSE_MS = 1500

export interface SlowSite {
  origin: string
  /** Pages that were cut at each of the words. */
  cut(): number
  close(): Promise<void>
}

/** @param before  HTML pauses before each of these words */
export async function slowDocument(target: string, before: readonly string[]): Promise<SlowSite> {
  let whole = 0
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const asked = http.request(target + request.url, { method: request.method, headers }, async (reply) => {
      response.writeHead(reply.statusCode!, reply.headers)
      if (!reply.headers['content-type']?.startsWith('text/html')) return reply.pipe(response)
      const pieces = cutBefore(Buffer.concat(await reply.toArray()).toString(), before)
      if (pieces.length > before.length) whole += 1
      for (const piece of pieces) {
        response.write(piece)
        await setTimeout(PAUSE_MS)
      }
      response.end()
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => whole,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function cutBefore(text: string, words: readonly string[]): string[] {
  const places = words.map((word) => text.indexOf(word)).filter((place) => place > 0)
  const ends = [0, ...places.map((place) => text.lastIndexOf('<', place)), text.length]
  return ends.slice(1).map((end, at) => text.slice(ends[at], end))
}
