/** A value -> JSON text that reads like a table: whatever fits is on one line, so that a list of columns has one column on each line. Used for
 *  all JSON that people see; documents go through `printDocument`, which also knows the order of their keys. */

/** Columns of a line. */
export const PRINT_WIDTH = 140
const INDENT = '  '
/** Width up to which values of a list share lines; longer values get a line each. */
const SHORT_VALUE = 40
/** The same for an object among names, such as a renamed field of an output. */
const SHORT_OBJECT = 72

export interface PrintOptions {
  /** Columns of a line; default `PRINT_WIDTH`. A string is never broken, so a line may be longer. */
  width?: number
  /** Whether the outermost object or list takes several lines even where one is enough. */
  open?: boolean
}

/**
 * Objects and lists on one line where they fit, else one entry a line; lists of short values fill their lines. The keys keep their order.
 * @param value  anything `JSON.stringify` takes; what it leaves out is left out here
 * @returns      text without a line break at its end; printing what it parses to gives the same text
 */
export function printJson(value: unknown, { width = PRINT_WIDTH, open = false }: PrintOptions = {}): string {
  return print(plain(value), { width, indent: '', before: 0, after: 0, open })
}

interface Layout {
  width: number
  /** Of the line the value begins on. */
  indent: string
  /** Columns that are before the value on its line, and after its end. */
  before: number
  after: number
  open: boolean
}

function print(value: unknown, { width, indent, before, after, open }: Layout): string {
  const line = open && isOpenable(value) ? undefined : onOneLine(value, width - before - after)
  if (line !== undefined) return line
  if (typeof value !== 'object' || value === null) return scalar(value)
  const inner = indent + INDENT
  const entry = (item: unknown, index: number, count: number, key = ''): string => {
    const place = { width, indent: inner, before: inner.length + columnsOf(key), after: index < count - 1 ? 1 : 0, open: false }
    return key + print(item, place)
  }
  if (Array.isArray(value)) {
    const items = value.map(plain)
    const lines = fillsLines(items) ? filled(items, width - inner.length) : items.map((item, index) => entry(item, index, items.length))
    return between('[', lines, ']', indent)
  }
  const members = membersOf(value as object)
  const lines = members.map(([key, item], index) => entry(item, index, members.length, `${scalar(key)}: `))
  return between('{', lines, '}', indent)
}

function between(begin: string, lines: readonly string[], end: string, indent: string): string {
  return `${begin}\n${lines.map((line) => indent + INDENT + line).join(',\n')}\n${indent}${end}`
}

/** @returns undefined when the value takes more columns than there are; nothing is made that is longer */
function onOneLine(value: unknown, columns: number): string | undefined {
  if (typeof value !== 'object' || value === null) {
    const text = scalar(value)
    return columnsOf(text) <= columns ? text : undefined
  }
  const isList = Array.isArray(value)
  const pieces: string[] = []
  let left = columns - (isList ? '[]' : '{  }').length
  for (const [key, item] of isList ? value.map((each) => ['', plain(each)] as const) : membersOf(value)) {
    const name = isList ? '' : `${scalar(key)}: `
    left -= columnsOf(name) + (pieces.length > 0 ? ', '.length : 0)
    const text = left < 0 ? undefined : onOneLine(item, left)
    if (text === undefined) return undefined
    left -= columnsOf(text)
    if (left < 0) return undefined
    pieces.push(name + text)
  }
  if (pieces.length === 0) return isList ? '[]' : '{}'
  return isList ? `[${pieces.join(', ')}]` : `{ ${pieces.join(', ')} }`
}

function fillsLines(items: readonly unknown[]): boolean {
  const objects = items.filter((item) => typeof item === 'object' && item !== null)
  return objects.length * 2 <= items.length && items.every((item) => shortText(item) !== undefined)
}

/** A short value, or a small object, printed on one line. */
function shortText(item: unknown): string | undefined {
  const isObject = typeof item === 'object' && item !== null
  if (isObject && Object.values(item).some((inner) => typeof inner === 'object' && inner !== null)) return undefined
  return onOneLine(item, isObject ? SHORT_OBJECT : SHORT_VALUE)
}

/** Lines of several values each, without the comma at their end. */
function filled(items: readonly unknown[], columns: number): string[] {
  const lines: string[] = []
  let used = columns
  for (const [index, item] of items.entries()) {
    const text = shortText(item) ?? ''
    const taken = columnsOf(text)
    const comma = index < items.length - 1 ? 1 : 0
    if (used + ', '.length + taken + comma <= columns) {
      lines.push(`${lines.pop()}, ${text}`)
      used += ', '.length + taken
    } else {
      lines.push(text)
      used = taken
    }
  }
  return lines
}

function isOpenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Array.isArray(value) ? value.length > 0 : membersOf(value).length > 0)
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value)
    .map(([key, item]): [string, unknown] => [key, plain(item)])
    .filter(([, item]) => item !== undefined && typeof item !== 'function' && typeof item !== 'symbol')
}

/** Dates and similar objects as their text. */
function plain(value: unknown): unknown {
  const made = value as { toJSON?: unknown } | null | undefined
  return typeof value === 'object' && typeof made?.toJSON === 'function' ? made.toJSON() : value
}

/** Spaces that look like other characters, and invisible marks. */
const UNSEEN = /(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cf}]/gu

/** Nothing in a list is `null`. Characters that cannot be seen are written as escapes, so that a reader of the text sees them. */
function scalar(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return ASCII.test(text) ? text : text.replace(UNSEEN, escaped)
}

function escaped(unseen: string): string {
  return [...Array(unseen.length).keys()].map((at) => `\\u${unseen.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
}

/** Characters that editors and terminals show in two columns (East Asian Width W and F). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/gu
const ASCII = /^[\x20-\x7e]*$/

/** Columns a text takes: two for a wide character, as Chinese ones are. */
function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length
  return [...text].length + (text.match(WIDE)?.length ?? 0)
}
