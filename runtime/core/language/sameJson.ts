/** Whether two JSON values mean the same: the order of keys does not count, nor that of the names in a schema's `required`. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameList(a, b)
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => key in right && (key === 'required' ? sameNames(left[key], right[key]) : sameJson(left[key], right[key])))
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
}

function sameNames(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? sameList([...a].sort(), [...b].sort()) : sameJson(a, b)
}
