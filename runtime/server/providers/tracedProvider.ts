/** A provider whose calls are spans: below the call or job that is under way, else a trace of their own. Says who was asked for what, never with what. */
import { AgonError } from '../../core/errors.ts'
import type { Traces } from '../operate/createTraces.ts'
import { underway } from '../operate/underway.ts'

export function tracedProvider<P extends object>(provider: P, of: { service: string; name: string; traces: Traces }): P {
  const traced = new Map<PropertyKey, unknown>()
  return new Proxy(provider, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || typeof key !== 'string') return value
      if (!traced.has(key)) traced.set(key, tracedMethod(target, key, value as Method, of))
      return traced.get(key)
    },
  })
}

type Method = (...given: unknown[]) => unknown

function tracedMethod(target: object, method: string, run: Method, of: { service: string; name: string; traces: Traces }): Method {
  const facts = { 'agon.service': of.service, 'agon.provider': of.name, 'agon.method': method }
  return (...given) => {
    const asked = { name: `${of.name} ${method}`, kind: 'client' as const, facts }
    const span = underway()?.span?.below(asked) ?? of.traces.begin(asked)
    const answer = Reflect.apply(run, target, given)
    // what is answered without waiting asked no one outside: its span is never sent
    if (answer instanceof Promise)
      answer.then(
        () => span.end(),
        (error: unknown) => span.end({ error: error instanceof AgonError ? error.code : ((error as Error)?.name ?? 'Error') }),
      )
    return answer
  }
}
