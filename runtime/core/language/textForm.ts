/** Expressions inside texts and addresses: `{ "zh": "{{note.title}} 已删除", "en": "{{note.title}} is removed" }` and `"/notes/{{row.id}}"`. Each
 *  `{{expression}}` is a value of the long form `{ "text": ..., "with": ... }`; its name there is the last word of the expression, unless it is given
 *  before `:=`, as in `{{count := works.total}}`. A format follows the expression after a comma: `{{at, datetime}}`. */
import { isExpression } from './expressionForm.ts'
import { isObject, type Json, type ShortForm } from './shortForm.ts'

const PLACE = /\{\{([^{}]*)\}\}/g
const NAMED = /^\s*([A-Za-z]\w*)\s*:=\s*([\s\S]*)$/
const FORMAT = /^([\s\S]*?)(,\s*[A-Za-z]\w*(?:\([^()]*\))?)?\s*$/
const LAST_WORD = /([A-Za-z]\w*)[^A-Za-z]*$/
/** Of an expression inside a text; a longer one is written once, under "with". */
const LONGEST = 48

/** Of texts in two languages. */
export const textForm: ShortForm = {
  expand(value) {
    return isObject(value) && 'zh' in value && 'en' in value && !('text' in value) ? expandPlaces(value) : undefined
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

function expandPlaces(text: unknown): { value: unknown; moves: { to: string; from: string }[] } | undefined {
  const given = new Map<string, string>()
  const rewritten = mapTexts(text, (one) => one.replaceAll(PLACE, (_, inner: string) => `{{${take(inner, given)}}}`))
  if (given.size === 0) return undefined
  const values = Object.fromEntries([...given].map(([name, cel]) => [name, { cel }]))
  const names = [...given.keys()].flatMap((name) => [`/with/${name}`, `/with/${name}/cel`])
  return { value: { text: rewritten, with: values }, moves: ['/text', '/with', ...names].map((to) => ({ to, from: '' })) }
}

/** Keeps the expression of a place under its name. @returns the place as the long form writes it */
function take(inner: string, given: Map<string, string>): string {
  const named = NAMED.exec(inner)
  const [, source = '', format = ''] = FORMAT.exec(named?.[2] ?? inner) as RegExpExecArray
  const cel = source.trim()
  const wished = named?.[1] ?? nameOf(cel)
  let name = wished
  for (let turn = 2; given.has(name) && given.get(name) !== cel; turn++) name = `${wished}${turn}`
  given.set(name, cel)
  return `${name}${format}`
}

function nameOf(cel: string): string {
  return LAST_WORD.exec(cel)?.[1] ?? 'value'
}

function contractPlaces(long: unknown, contracted: unknown): unknown {
  if (!isObject(long) || !isObject(long.with) || Object.keys(long).length !== 2 || !('text' in long)) return contracted
  const values = long.with
  if (typeof long.text === 'string' && long.text.startsWith('@')) return contracted
  if (
    !Object.values(values).every(
      (value) => isExpression(value) && !/[{}]|:=|,\s*\w+(?:\([^()]*\))?\s*$/.test(value.cel) && value.cel.length <= LONGEST,
    )
  )
    return contracted
  const used = new Set<string>()
  const short = mapTexts(long.text, (one) =>
    one.replaceAll(PLACE, (whole, inner: string) => {
      const [, name = '', format = ''] = FORMAT.exec(inner) as RegExpExecArray
      const value = values[name.trim()]
      if (!isExpression(value)) return whole
      used.add(name.trim())
      return `{{${name.trim() === nameOf(value.cel) ? '' : `${name.trim()} := `}${value.cel}${format}}}`
    }),
  )
  return used.size === Object.keys(values).length ? short : contracted
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value as Json).map(([key, item]) => [key, mapTexts(item, change)]))
}
