/** A value -> the form in which its schema wants it. The schema decides: a keyword (`phone`), a format (`date`), or plain text. */
import type { JsonSchema } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { TYPE_WORDS } from '../language/typeText.ts'
import {
  normaliseCode,
  normaliseIdentifier,
  normaliseName,
  normaliseNumberOfDocument,
  normalisePhone,
  normaliseText,
} from './normaliseText.ts'

type Normalise = (typed: string) => string

const asTyped: Normalise = (typed) => typed

/** By keyword. */
const KEYWORDS: Readonly<Record<string, Normalise>> = {
  phone: normalisePhone,
  email: normaliseIdentifier,
  phoneOrEmail: (typed) => (typed.includes('@') || typed.includes('＠') ? normaliseIdentifier(typed) : normalisePhone(typed)),
  personName: normaliseName,
  idNumber: normaliseNumberOfDocument,
  creditCode: normaliseCode,
  bankAccount: normaliseCode,
  colour: normaliseIdentifier,
  password: asTyped,
  signature: normaliseName,
}

/** By format. */
const FORMATS: Readonly<Record<string, Normalise>> = {
  date: normaliseIdentifier,
  time: normaliseIdentifier,
  'date-time': normaliseIdentifier,
  uri: normaliseIdentifier,
}

/** By control, where the schema says nothing. Texts of the first two are secrets and markup. */
const CONTROLS: Readonly<Record<string, Normalise>> = {
  password: asTyped,
  richText: asTyped,
  date: normaliseIdentifier,
  datetime: normaliseIdentifier,
  time: normaliseIdentifier,
  colour: normaliseIdentifier,
  phoneCode: normaliseIdentifier,
}

const known = { answer: new WeakMap<object, Normalise>(), input: new WeakMap<object, Normalise>() }

/** Whose texts are read. Of an answer every text is one that a person typed; of a call's input those that must say something (`text`), and those of a
 *  keyword or a format: the others may be anything, markup and source included. */
type Reader = keyof typeof known

/** The way texts of this schema are written. Choices, secrets and markup stay as they are. */
function normaliserOf(schema: JsonSchema, reader: Reader): Normalise {
  const normalise = known[reader].get(schema) ?? chosenNormaliser(schema, reader)
  known[reader].set(schema, normalise)
  return normalise
}

function chosenNormaliser(schema: JsonSchema, reader: Reader): Normalise {
  if (schema.writeOnly === true || ['const', 'enum', 'x-options'].some((key) => key in schema)) return asTyped
  const control = CONTROLS[String(schema['x-widget'] ?? '')]
  if (control === asTyped) return asTyped
  for (const keyword of Object.keys(schema)) if (Object.hasOwn(KEYWORDS, keyword)) return KEYWORDS[keyword]!
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined
  return format ?? control ?? (reader === 'answer' || schema.pattern === TYPE_WORDS.text!.pattern ? normaliseText : asTyped)
}

/** @returns the value itself where nothing changes */
export function normaliseValue(schema: JsonSchema, value: unknown, reader: Reader = 'answer'): unknown {
  if (typeof value === 'string') return normaliserOf(schema, reader)(value)
  if (Array.isArray(value)) {
    const items = isRecord(schema.items) ? (schema.items as JsonSchema) : null
    return items
      ? kept(
          value,
          value.map((item) => normaliseValue(items, item, reader)),
        )
      : value
  }
  if (!isRecord(value) || !isRecord(schema.properties)) return value
  const { properties } = schema
  const made = Object.entries(value).map(([name, item]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, isRecord(own) ? normaliseValue(own as JsonSchema, item, reader) : item] as const
  })
  return made.every(([name, item]) => item === value[name]) ? value : Object.fromEntries(made)
}

/** Members of a call's input, put into their form in place. */
export function normaliseInput(schema: JsonSchema, input: Record<string, unknown>): Record<string, unknown> {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  for (const [name, own] of Object.entries(properties))
    if (Object.hasOwn(input, name) && isRecord(own)) input[name] = normaliseValue(own as JsonSchema, input[name], 'input')
  return input
}

function kept(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, at) => item === before[at]) ? before : after
}
