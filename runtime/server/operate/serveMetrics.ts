/** The figures at `GET /metrics` of a port of their own, which the proxy does not lead to. */
import { createServer } from 'node:http'
import type { Metrics } from './createMetrics.ts'
import type { MetricsSettings } from './openMetrics.ts'

/** Resolves once it listens. Answers the stop. @throws when the port is taken */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { port, host }: MetricsSettings,
): Promise<() => Promise<void>> {
  const server = createServer(async ({ method, url }, reply) => {
    if (method !== 'GET' || url !== '/metrics') return void reply.writeHead(404).end()
    try {
      const text = await metrics.text()
      reply.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      reply.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
