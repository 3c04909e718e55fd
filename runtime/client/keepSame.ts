/** Keeps the identity of unchanged parts: after a publish every document arrives again, mostly unchanged. Objects that depend on identity (a
 * running screen, a half-filled form, a compiled document) stay valid. */

/** @returns `next`, with each part that equals the part of `last` at the same place replaced by that one; `last` itself when nothing changed. The order of keys counts. */
export function keepSame<T>(last: unknown, next: T): T {
  if (Object.is(last, next) || !isBranch(last) || !isBranch(next) || Array.isArray(last) !== Array.isArray(next)) return next
  const keys = Object.keys(next)
  const lastKeys = Object.keys(last)
  const kept = keys.map((key) => [key, keepSame(last[key], next[key])] as const)
  const isSame =
    keys.length === lastKeys.length && kept.every(([key, part], place) => key === lastKeys[place] && Object.is(part, last[key]))
  if (isSame) return last as T
  return (Array.isArray(next) ? kept.map(([, part]) => part) : Object.fromEntries(kept)) as T
}

type Branch = Record<string, unknown>

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null
}
