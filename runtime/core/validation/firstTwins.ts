/** `uniqueItems` in one pass: Ajv compares each item with each other one, and so does anyone who reads a schema word for word. */

/** The places of the first item that stands in the list before, and of that earlier one; null when all items differ. Equal as `isSameJson` says. */
export function firstTwins(items: readonly unknown[]): { i: number; j: number } | null {
  const seen = new Map<unknown, number>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item)
    const j = seen.get(key)
    if (j !== undefined) return { i, j }
    seen.set(key, i)
  }
  return null
}

/** The same for equal values alone: a Map tells `1` from `'1'`, and the text of an object or list from another text by its mark. */
function keyOf(item: unknown): unknown {
  if (typeof item === 'string') return `"${item}`
  return typeof item === 'object' && item !== null ? textOf(item) : item
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  let text = '{'
  for (const key of Object.keys(value).sort()) text += `${JSON.stringify(key)}:${textOf((value as Record<string, unknown>)[key])},`
  return text
}
