/** Expressions inside texts and addresses: `{ "zh": "{{note.title}} 已删除", "en": "{{note.title}} is removed" }` and `"/notes/{{row.id}}"`. Each
 *  `{{expression}}` is a value of the long form `{ "text": ..., "with": ... }`; its name there is the last word of the expression, unless it is given
 *  before `:=`, as in `{{count := works.total}}`. A format follows the expression after a comma: `{{at, datetime}}`. */

import { isRecord } from '../isRecord.ts'
import { isExpression } from './expressionForm.ts'
import type { Expansion, Json, Mistake, ShortForm } from './shortForm.ts'

const PLACE = /\{\{([^{}]*)\}\}/g
const NAMED = /^\s*([A-Za-z]\w*)\s*:=\s*([\s\S]*)$/
/** What follows the last comma of a place, or the one before a list in parentheses. */
const FORMAT = /^,\s*[A-Za-z]\w*(?:\([^()]*\))?\s*$/
/** Values that a text may have; more of them are no text. */
const MAX = 100
/** Of an expression inside a text; a longer one is written once, under "with". */
const LONGEST = 48

/** Of texts in two languages. */
export const textForm: ShortForm = {
  expand(value) {
    return isRecord(value) && 'zh' in value && 'en' in value && !('text' in value) ? expandPlaces(value) : undefined
  },
  contract: contractPlaces,
}

/** Of addresses: one text; an expression as a whole is `"=..."`. */
export const addressForm: ShortForm = {
  expand(value) {
    return typeof value === 'string' && !value.startsWith('=') ? expandPlaces(value) : undefined
  },
  contract: contractPlaces,
}

function expandPlaces(text: unknown): Expansion | undefined {
  const given = new Map<string, string>()
  const places = placesOf(text)
  if (places > MAX) return { value: text, mistakes: [tooMany(places)] }
  const rewritten = mapTexts(text, (one) => one.replaceAll(PLACE, (_, inner: string) => `{{${take(inner, given)}}}`))
  if (given.size === 0) return undefined
  const values = Object.fromEntries([...given].map(([name, cel]) => [name, { cel }]))
  const names = [...given.keys()].flatMap((name) => [`/with/${name}`, `/with/${name}/cel`])
  return { value: { text: rewritten, with: values }, moves: ['/text', '/with', ...names].map((to) => ({ to, from: '' })) }
}

/** Keeps the expression of a place under its name. @returns the place as the long form writes it */
function take(inner: string, given: Map<string, string>): string {
  const named = NAMED.exec(inner)
  const { source: cel, format } = splitFormat(named?.[2] ?? inner)
  const wanted = named?.[1] ?? nameOf(cel)
  let name = wanted
  for (let turn = 2; given.has(name) && given.get(name) !== cel; turn++) name = `${wanted}${turn}`
  given.set(name, cel)
  return `${name}${format}`
}

/** An expression and the format behind it, with its comma. The parts are looked for from the end, so that long texts cost no more than their length. */
function splitFormat(inner: string): { source: string; format: string } {
  const open = inner.trimEnd().endsWith(')') ? inner.lastIndexOf('(') : inner.length
  const comma = inner.lastIndexOf(',', open)
  const isFormat = comma >= 0 && FORMAT.test(inner.slice(comma))
  return isFormat ? { source: inner.slice(0, comma).trim(), format: inner.slice(comma).trimEnd() } : { source: inner.trim(), format: '' }
}

/** The last word of an expression that begins with a letter: `title` of `row.title`. */
function nameOf(cel: string): string {
  let end = cel.length
  while (end > 0 && !/[A-Za-z]/.test(cel.charAt(end - 1))) end -= 1
  let start = end
  while (start > 0 && /\w/.test(cel.charAt(start - 1))) start -= 1
  while (/[0-9_]/.test(cel.charAt(start))) start += 1
  while (/\w/.test(cel.charAt(end))) end += 1
  return cel.slice(start, end) || 'value'
}

function placesOf(text: unknown): number {
  if (typeof text === 'string') return text.split('{{').length - 1
  return isRecord(text) ? Object.values(text).reduce<number>((max, one) => Math.max(max, placesOf(one)), 0) : 0
}

function tooMany(places: number): Mistake {
  return {
    path: '',
    expected: `at most ${MAX} values in a text`,
    found: `${places}`,
    suggestion: 'show them by a node that lists them, such as repeat or detail',
  }
}

function contractPlaces(long: unknown, contracted: unknown): unknown {
  if (!isRecord(long) || !isRecord(long.with) || Object.keys(long).length !== 2 || !('text' in long)) return contracted
  const values = long.with
  if (typeof long.text === 'string' && long.text.startsWith('@')) return contracted
  if (
    !Object.values(values).every(
      (value) => isExpression(value) && value.cel.length <= LONGEST && !/[{}]|:=/.test(value.cel) && splitFormat(value.cel).format === '',
    )
  )
    return contracted
  const used = new Set<string>()
  const short = mapTexts(long.text, (one) =>
    one.replaceAll(PLACE, (whole, inner: string) => {
      const { source: name, format } = splitFormat(inner)
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (!isExpression(value)) return whole
      used.add(name)
      return `{{${name === nameOf(value.cel) ? '' : `${name} := `}${value.cel}${format}}}`
    }),
  )
  return used.size === Object.keys(values).length ? short : contracted
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value as Json).map(([key, item]) => [key, mapTexts(item, change)]))
}
