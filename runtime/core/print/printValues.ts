/** Values of a printed sheet: which ones the form of its data declares, and what each is as words. */
import type { JsonSchema } from '../documents.ts'
import type { Lang } from '../platform.ts'
import { isPrintDayFormat, printDay } from './printDay.ts'

type Values = Readonly<Record<string, unknown>>
const JOINTS: Readonly<Record<Lang, string>> = { zh: '、', en: ', ' }

/** Name of a value -> its schema. An object with open keys has any of them. Undefined where the form declares none. */
export function printSchemaAt(schema: JsonSchema, name: string): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema
  for (const step of name.split('.')) {
    const properties = at?.properties as Record<string, JsonSchema> | undefined
    const open: unknown = at?.additionalProperties
    at = properties?.[step] ?? (open === true ? {} : typeof open === 'object' ? (open as JsonSchema) : undefined)
    if (at === undefined) return undefined
  }
  return at
}

/** Names of all values that may stand in words, in the order of the form. */
export function printNames(schema: JsonSchema, before = ''): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return properties.flatMap(([key, field]) => (isWords(field) ? [`${before}${key}`] : printNames(field, `${before}${key}.`)))
}

/** Whether a value of the schema can stand in words: a plain one, one in two languages, or a list of those. */
export function isWords(schema: JsonSchema): boolean {
  if (schema.type === 'array') return isWords((schema.items ?? {}) as JsonSchema)
  if (schema.type !== 'object') return true
  const { zh, en } = (schema.properties ?? {}) as Record<string, unknown>
  return zh !== undefined && en !== undefined
}

/** The value at a path with dots; undefined when there is none. */
export function printValueAt(values: Values, name: string): unknown {
  let at: unknown = values
  for (const step of name.split('.')) at = at !== null && typeof at === 'object' ? (at as Values)[step] : undefined
  return at
}

/** A value as words of a language: days in a format, lists joined. Empty when there is none. @param format  of a day; default: in full */
export function printWords(value: unknown, schema: JsonSchema, lang: Lang, format = 'long'): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value
      .map((item) => printWords(item, (schema.items ?? {}) as JsonSchema, lang, format))
      .filter((words) => words !== '')
      .join(JOINTS[lang])
  if (typeof value === 'object') {
    const { zh, en } = value as { zh?: unknown; en?: unknown }
    const words = lang === 'zh' ? zh || en : en || zh
    return typeof words === 'string' ? words.trim() : ''
  }
  const isDay = isPrintDay(schema) || (schema.type === undefined && /^\d{4}-\d{2}-\d{2}$/.test(String(value)))
  return isDay ? printDay(String(value), lang, isPrintDayFormat(format) ? format : 'long') : String(value).trim()
}

/** Whether the schema declares a day. */
export function isPrintDay({ format }: JsonSchema): boolean {
  return format === 'date' || format === 'date-time'
}
