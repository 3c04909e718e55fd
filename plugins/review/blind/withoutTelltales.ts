/** Blacks out the words in a text that identify the author of a work. */
const BLACK = '▇▇'

/** Ways to reach someone, no matter who it is: addresses, phone numbers, and ID numbers of the mainland. */
const CONTACT =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<!\d)1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)|\+[1-9]\d(?:[ ()-]{0,2}\d){5,13}(?!\d)|(?<!\d)\d{17}[\dXx](?!\d)/g

/** @param telltales  longer ones first, so that no part of a name is left over; null: nothing is hidden */
export function withoutTelltales(text: string, telltales: readonly string[] | null): string {
  if (telltales === null) return text
  const nameless = telltales.reduce((clean, telltale) => clean.replace(new RegExp(escaped(telltale), 'giu'), BLACK), text)
  return nameless.replace(CONTACT, BLACK)
}

/** The same for every text at any depth of a value. */
export function valueWithoutTelltales(value: unknown, telltales: readonly string[] | null): unknown {
  if (typeof value === 'string') return withoutTelltales(value, telltales)
  if (Array.isArray(value)) return value.map((one) => valueWithoutTelltales(one, telltales))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueWithoutTelltales(inner, telltales)]))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
}
