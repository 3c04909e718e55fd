/** Text in which words that tell whose a work is are blacked out. */
const BLACK = '▇▇'

/** @param telltales  longer ones first, so that no part of a name is left over */
export function withoutTelltales(text: string, telltales: readonly string[]): string {
  return telltales.reduce((clean, telltale) => clean.replace(new RegExp(escaped(telltale), 'giu'), BLACK), text)
}

/** The same for every text at any depth of a value. */
export function valueWithoutTelltales(value: unknown, telltales: readonly string[]): unknown {
  if (typeof value === 'string') return withoutTelltales(value, telltales)
  if (Array.isArray(value)) return value.map((one) => valueWithoutTelltales(one, telltales))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueWithoutTelltales(inner, telltales)]))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
}
