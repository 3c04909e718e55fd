/** Formats that a place of a text may name: `{{at, datetime}}`, `{{count, plural(one: work; other: works)}}`, `{{work.state, enum(work.state)}}`. */

/** Formats without anything in parentheses. */
export const PLAIN_TEXT_FORMATS = ['number', 'percent', 'money', 'price', 'boolean', 'date', 'datetime', 'relative', 'bytes'] as const

/** Those that a message has: it is written once, by the server, with no browser to ask. */
export const MESSAGE_FORMATS: readonly string[] = ['number', 'percent', 'money', 'price', 'date', 'datetime', 'plural', 'enum']

/** A place of a text: its name, and the format behind the comma with what stands in its parentheses. */
export interface TextPlace {
  name: string
  format?: string
  argument?: string
}

const PLACE = /\{\{\s*(\w+)\s*(?:,([^{}]*))?\}\}/g
const FORMAT = /^\s*([A-Za-z]\w*)\s*(?:\(([^()]*)\))?\s*$/

/** Each `{{name}}` place replaced by what `fill` makes of it. */
export function replacePlaces(text: string, fill: (place: TextPlace, written: string) => string): string {
  return text.replace(PLACE, (written, name: string, format: string | undefined) => fill({ name, ...parseTextFormat(format) }, written))
}

/** `enum(work.state)` -> format and argument. What is not written so is a format that no one knows. */
export function parseTextFormat(written: string | undefined): Omit<TextPlace, 'name'> {
  if (written === undefined) return {}
  const [, format = written.trim(), argument] = FORMAT.exec(written) ?? []
  return argument === undefined ? { format } : { format, argument: argument.trim() }
}

/** Ids of the enums whose labels a text shows. */
export function enumsOfText(text: string): string[] {
  return text.includes('{{') ? placesOfText(text).flatMap(({ format, argument }) => (format === 'enum' && argument ? [argument] : [])) : []
}

/** The places of a text in their order. */
export function placesOfText(text: string): TextPlace[] {
  return [...text.matchAll(PLACE)].map(([, name = '', format]) => ({ name, ...parseTextFormat(format) }))
}
