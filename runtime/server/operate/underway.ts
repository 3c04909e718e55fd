/** What is under way where code runs: the call or the job behind a line of the log and behind a statement. It follows promises, timers and callbacks by
 *  itself, so no code passes it on. A connection taken from a pool belongs to the one who waited for it (`watchStatements`). */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracedSpan } from './createTraces.ts'

export interface Underway {
  kind: 'call' | 'job'
  /** Id of the request, key of the job. */
  id: string
  /** Id of the call, handler of the job. Known once the call is found. */
  name?: string
  /** Where traces are kept. */
  span?: TracedSpan | undefined
}

const storage = new AsyncLocalStorage<Underway>()

/** Undefined for what the server does by itself. */
export const underway = (): Underway | undefined => storage.getStore()

/** @param of  may be filled in while the work runs */
export function whileUnderway<T>(of: Underway, work: () => T): T {
  return storage.run(of, work)
}

/** What a line of the log says of it. */
export function underwayFacts(): Record<string, string> {
  const of = underway()
  if (!of) return {}
  const { kind, id, name, span } = of
  const facts = kind === 'call' ? { reqId: id, ...(name && { call: name }) } : { job: id, ...(name && { handler: name }) }
  return span ? { ...facts, traceId: span.traceId } : facts
}
