/** Spans of calls, statements, jobs and providers, sent to a collector by OTLP over HTTP. Ids of calls, names of tables and codes of errors stand in
 *  them: no value, no text of an error, nothing of a person. What is above a span is said by the one who begins it; nothing is registered for the process. */
import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { releaseVersion } from './releaseVersion.ts'

export interface TraceSettings {
  url: string
  /** Name under which the collector has these spans. */
  service: string
  sampler: 'always_on' | 'always_off' | 'traceidratio'
  /** Share of traces that `traceidratio` keeps. */
  ratio: number
  /** What the one who sent `traceparent` keeps is kept. */
  isParentBased: boolean
  /** Longest time that spans wait to be sent together. */
  delayMs: number
}

export interface SpanFacts {
  name: string
  kind: 'server' | 'client' | 'consumer'
  facts: Readonly<Record<string, string | number>>
}

export interface TracedSpan {
  readonly traceId: string
  /** As the header `traceparent` carries it. */
  readonly carried: string
  below(span: SpanFacts): TracedSpan
  /** @param error  a code; the span has failed then, unless `isRefusal` */
  end(outcome?: { facts?: SpanFacts['facts']; error?: string | undefined; isRefusal?: boolean }): void
}

export interface Traces {
  /** @param from  header `traceparent`, whose trace continues; a wrong one counts as none */
  begin(span: SpanFacts, from?: string): TracedSpan
  /** Sends what is left, and waits for it a moment. */
  close(): Promise<void>
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
/** A collector that does not answer keeps no process from ending. */
const CLOSE_MS = 2_000

/** Without asking whether anyone listens at the address: spans that cannot be sent are dropped. */
export function createTraces(settings: TraceSettings): Traces {
  const named = resourceFromAttributes({ 'service.name': settings.service, 'service.version': releaseVersion() })
  const exporter = new OTLPTraceExporter({ url: settings.url })
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(named),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.delayMs })],
  })
  const tracer = provider.getTracer('agon')
  return {
    begin(span, from) {
      const above = from ? parseTraceParent(from) : null
      return begin(tracer, span, above ? trace.setSpanContext(ROOT_CONTEXT, { ...above, isRemote: true }) : ROOT_CONTEXT)
    },
    async close() {
      const sent = provider.shutdown().catch(() => {})
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())])
    },
  }
}

function samplerOf({ sampler, ratio, isParentBased }: TraceSettings) {
  const root =
    sampler === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : sampler === 'always_on'
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler()
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

function begin(tracer: Tracer, { name, kind, facts }: SpanFacts, above: Context): TracedSpan {
  const span: Span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts as Attributes }, above)
  const { traceId, spanId, traceFlags } = span.spanContext()
  const here = trace.setSpan(above, span)
  return {
    traceId,
    carried: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    below: (inner) => begin(tracer, inner, here),
    end({ facts: more, error, isRefusal = false } = {}) {
      if (more) span.setAttributes(more as Attributes)
      if (error !== undefined) span.setAttribute('error.type', error)
      if (error !== undefined && !isRefusal) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
