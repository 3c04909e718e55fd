/** A value that is given to a field of an entity must be one that the field takes: a literal, or an expression of that type. */
import type { EntityDocument, EntityField, JsonSchema, Value } from '../documents.ts'
import { idType } from '../expressions/types.ts'
import { isRecord } from '../isRecord.ts'
import { show } from './failure.ts'
import { type ExpressionPlace, linkCel, linkValue } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { isDay, isMoment, linkLimits } from './linkLimits.ts'
import { fieldOf, fieldType } from './scopeTypes.ts'

/** @param place.path where the value stands */
export function linkFieldValue(
  linker: Linker,
  place: ExpressionPlace,
  { entity, name }: { entity: EntityDocument; name: string },
  value: Value,
): void {
  const field = fieldOf(entity, name)
  if (isRecord(value) && typeof value.cel === 'string') {
    linkCel(
      linker,
      place,
      { cel: value.cel },
      field === undefined ? 'dyn' : field.type === 'ref' ? idType(field.entity ?? '') : fieldType(field, linker.index),
    )
    return
  }
  linkValue(linker, place, value)
  if (field !== undefined) linkLiteral(linker, place, field, value)
}

/** @param place.path where the literal stands */
export function linkLiteral(
  linker: Linker,
  { document, path }: Pick<ExpressionPlace, 'document' | 'path'>,
  field: EntityField,
  value: unknown,
): void {
  if (value === null || value === undefined) return
  const codes = field.type === 'enum' ? linker.codes(field.enum) : undefined
  if (codes !== undefined && !codes.some((code) => code === value)) {
    const suggestion = `write one of ${codes.join(', ')}`
    linker.report(document, { code: 'CODE_UNKNOWN', path, expected: `a code of the enum ${field.enum}`, found: show(value), suggestion })
    return
  }
  const wanted = LITERALS[field.type]
  if (wanted === undefined) return
  if (wanted.holds(value)) {
    linkLimits(linker, { document, path }, schemaOf(field), value)
    return
  }
  const suggestion = `write ${wanted.what}, or make the field another type`
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: `${wanted.what}, for a field of type ${field.type}`,
    found: show(value),
    suggestion,
  })
}

interface Literal {
  what: string
  holds(value: unknown): boolean
}

/** Limits of a column in the words of JSON Schema. */
function schemaOf({ maxLength, min, max }: EntityField): JsonSchema {
  const limits = { maxLength, minimum: min, maximum: max }
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}

const TEXT: Literal = { what: 'a text in quotes', holds: (value) => typeof value === 'string' }
const NUMBER: Literal = { what: 'a number', holds: (value) => typeof value === 'number' }
const WHOLE: Literal = { what: 'a whole number', holds: Number.isInteger }

/** Types that are not here take any value. */
const LITERALS: Readonly<Partial<Record<EntityField['type'], Literal>>> = {
  string: TEXT,
  text: TEXT,
  secret: TEXT,
  date: { what: 'a day: 2026-12-31', holds: (value) => typeof value === 'string' && isDay(value) },
  datetime: { what: 'a moment: 2026-12-31T16:00:00Z', holds: (value) => typeof value === 'string' && isMoment(value) },
  integer: WHOLE,
  money: WHOLE,
  number: NUMBER,
  boolean: { what: 'true or false', holds: (value) => typeof value === 'boolean' },
}
