/** Values of documents as React state: evaluated over the scope, drawn again only when the result differs in content. */
import { useRef, useSyncExternalStore } from 'react'
import { sameValue } from '../runtime/client/sameValue.ts'
import type { Scope } from '../runtime/client/scope.ts'
import { evaluateCel, evaluateValue, holds, isCel } from '../runtime/client/scope.ts'
import { resolveText } from '../runtime/client/texts.ts'
import type { Cel, Text, Value } from '../runtime/core/documents.ts'
import { useScope } from './ScreenContext.ts'

/** Result of `compute` over the scope in reach. `compute` must depend on nothing but the scope, the language and its document. */
export function useScoped<T>(compute: (scope: Scope) => T): T {
  const scope = useScope()
  const last = useRef<{ value: T } | null>(null)
  const read = () => {
    const value = compute(scope)
    if (last.current && sameValue(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  }
  return useSyncExternalStore(scope.subscribe, read, read)
}

/** A `Value` evaluated; `undefined` stays `undefined`. */
export function useValue(value: Value | undefined): unknown {
  return useScoped((scope) => evaluateValue(value, scope))
}

/** A `Text`, or an expression whose result is shown as text. */
export function useText(text: Text | Cel | undefined): string {
  return useScoped((scope) => textOf(text, scope))
}

/** A condition; absent means true. */
export function useHolds(condition: Cel | undefined): boolean {
  return useScoped((scope) => holds(condition, scope))
}

/** The string of a text or expression in a scope. */
export function textOf(text: Text | Cel | undefined, scope: Scope): string {
  return isCel(text) ? resolveText(evaluateCel(text, scope)) : resolveText(text, scope)
}
