/** One field of a new area, as the command line says it: `name? : type limits | 中文 | English`. */

import type { LocalText } from '../../runtime/core/documents.ts'
import type { AreaField, AreaFieldType } from '../../runtime/server/documents/area/area.ts'

type FieldType = Extract<AreaFieldType, 'string' | 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum'>

const TYPES: readonly FieldType[] = ['string', 'text', 'integer', 'number', 'boolean', 'date', 'datetime', 'enum']
const NAME = /^[a-z][A-Za-z0-9]{0,39}$/
const SAMPLE = '"name: string 60 | 名称 | Name", "quantity?: integer 1..999 | 数量 | Quantity", "kind: enum computer camera | 类别 | Kind"'
/** Columns that every entity has. */
const IMPLIED = ['id', 'createdAt', 'updatedAt']

/** @throws Error that says what is wrong with the text and shows how a field is written */
export function readField(text: string): AreaField {
  const [head = '', zh = '', en = '', ...more] = text.split('|').map((part) => part.trim())
  const match = /^([^\s:?]+)(\?)?\s*:\s*(\S+)\s*(.*)$/.exec(head)
  if (!match || more.length > 0) throw mistake(text, 'it is not written as name: type limits | Chinese title | English title')
  const [, name, optional, type, limits] = match as unknown as [string, string, string | undefined, string, string]
  if (!NAME.test(name)) throw mistake(text, `"${name}" is no name: begin with a small letter, then letters and digits, 40 at most`)
  if (IMPLIED.includes(name)) throw mistake(text, `every entity has "${name}" already`)
  if (!isType(type)) throw mistake(text, `there is no type "${type}"; types are ${TYPES.join(', ')}`)
  return { name, type, required: !optional, title: readTitle(name, zh, en), ...readLimits(text, type, limits) }
}

/** The title given, or the name in words; a title that is missing in one language is that of the other. */
export function readTitle(name: string, zh = '', en = ''): LocalText {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
  const spoken = words.charAt(0).toUpperCase() + words.slice(1)
  return { zh: zh || en || spoken, en: en || zh || spoken }
}

function readLimits(text: string, type: FieldType, limits: string): Partial<AreaField> {
  if (type === 'enum') {
    const codes = limits.split(/[\s,]+/).filter(Boolean)
    if (codes.length < 2) throw mistake(text, 'an enum needs at least two codes after its type')
    const bad = codes.find((code) => !NAME.test(code))
    if (bad !== undefined) throw mistake(text, `"${bad}" is no code: begin with a small letter, then letters and digits`)
    if (new Set(codes).size < codes.length) throw mistake(text, 'a code stands twice')
    return { codes: codes.map((code) => ({ code, label: readTitle(code) })) }
  }
  if (type === 'string' || type === 'text') {
    const length = limits === '' ? (type === 'string' ? '100' : '2000') : limits
    if (!/^[1-9]\d{0,4}$/.test(length)) throw mistake(text, `"${limits}" is no number of characters`)
    return { maxLength: Number(length) }
  }
  if (limits === '') return {}
  const range = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(limits)
  if (!range || (type !== 'integer' && type !== 'number')) throw mistake(text, `"${limits}" is no limit of the type ${type}`)
  const [min, max] = [Number(range[1]), Number(range[2])]
  if (min > max) throw mistake(text, `${min} is more than ${max}`)
  if (type === 'integer' && !(Number.isInteger(min) && Number.isInteger(max))) throw mistake(text, 'limits of an integer are whole numbers')
  return { min, max }
}

const isType = (type: string): type is FieldType => (TYPES as readonly string[]).includes(type)

const mistake = (text: string, what: string) => new Error(`Field "${text}": ${what}. Examples: ${SAMPLE}`)
