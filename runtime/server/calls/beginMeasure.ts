/** How long a call takes and how it ends: for the figures of Prometheus and for its span. Both have ids of calls and codes of errors alone. */
import type { FastifyRequest } from 'fastify'
import { AgonError, type ErrorEntry, errorCatalogue } from '../../core/errors.ts'
import type { Outcome } from '../operate/createMetrics.ts'
import { underway } from '../operate/underway.ts'
import type { ServerDeps } from '../serverContext.ts'

export interface CallMeasure {
  /** The request is for this call. */
  found(call: string): void
  ended(error?: unknown): void
}

/** Label of requests for no call. */
const NO_CALL = 'none'
const UNAVAILABLE = 503

export function beginMeasure({ metrics, traces }: Pick<ServerDeps, 'metrics' | 'traces'>, request: FastifyRequest): CallMeasure {
  const begun = performance.now()
  const of = underway()
  return {
    found(call) {
      if (!of) return
      of.name = call
      of.span = traces?.begin({ name: call, kind: 'server', facts: factsOf(call, request) }, readTraceparent(request))
    },
    ended(error) {
      const outcome = error === undefined ? 'ok' : outcomeOf(error)
      metrics?.answered(of?.name ?? NO_CALL, outcome, performance.now() - begun)
      const code = error === undefined ? undefined : error instanceof AgonError ? error.code : 'SERVER_FAULT'
      of?.span?.end({ facts: { 'agon.outcome': outcome }, error: code, isRefusal: outcome === 'refused' })
    },
  }
}

function factsOf(call: string, { id, method }: FastifyRequest) {
  return { 'agon.call': call, 'agon.area': call.split('.', 1)[0]!, 'agon.request': id, 'http.request.method': method }
}

function readTraceparent({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof AgonError) || error.code === 'SERVER_FAULT') return 'fault'
  return (errorCatalogue as Record<string, ErrorEntry>)[error.code]?.status === UNAVAILABLE ? 'busy' : 'refused'
}
