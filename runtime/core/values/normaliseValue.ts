/** A value -> the form in which its schema wants it. The schema decides: a keyword (`phone`), a format (`date`), or plain text. */
import type { JsonSchema } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
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

/** Controls whose texts are secrets or markup. */
const AS_TYPED: readonly unknown[] = ['password', 'richText']

const known = new WeakMap<object, Normalise>()

/** The way texts of this schema are written. Choices, secrets and markup stay as they are. */
function normaliserOf(schema: JsonSchema): Normalise {
  const normalise = known.get(schema) ?? chosenNormaliser(schema)
  known.set(schema, normalise)
  return normalise
}

function chosenNormaliser(schema: JsonSchema): Normalise {
  if (schema.writeOnly === true || ['const', 'enum', 'x-options'].some((key) => key in schema)) return asTyped
  if (AS_TYPED.includes(schema['x-widget'])) return asTyped
  for (const keyword of Object.keys(schema)) if (Object.hasOwn(KEYWORDS, keyword)) return KEYWORDS[keyword]!
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined
  return format ?? normaliseText
}

/** @returns the value itself where nothing changes */
export function normaliseValue(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return normaliserOf(schema)(value)
  if (Array.isArray(value)) {
    const items = isRecord(schema.items) ? (schema.items as JsonSchema) : null
    return items
      ? kept(
          value,
          value.map((item) => normaliseValue(items, item)),
        )
      : value
  }
  if (!isRecord(value) || !isRecord(schema.properties)) return value
  const { properties } = schema
  const made = Object.entries(value).map(([name, item]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, isRecord(own) ? normaliseValue(own as JsonSchema, item) : item] as const
  })
  return made.every(([name, item]) => item === value[name]) ? value : Object.fromEntries(made)
}

function kept(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, at) => item === before[at]) ? before : after
}
