/** A collector of OpenTelemetry: takes spans by OTLP over HTTP (JSON) and keeps them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: Record<string, string>
}

export interface TraceCollector {
  /** OTEL_EXPORTER_OTLP_ENDPOINT. */
  address: string
  spans: CollectedSpan[]
  /** All that was sent, as it came. */
  text(): string
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}
type Sent = { resourceSpans: { scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: Attribute[] })[] }[] }[] }

export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, reply) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void reply.writeHead(404).end()
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    bodies.push(body)
    for (const { scopeSpans } of (JSON.parse(body) as Sent).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, String(Object.values(value)[0])])),
        })
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
