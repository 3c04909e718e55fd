/** Fields of entities as other documents show and ask for them. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'

/** How a table or a list of facts shows a value. */
export interface Shown {
  title?: unknown
  format?: string
  enum?: string
}

const FORMATS: Readonly<Record<string, string>> = {
  integer: 'number',
  money: 'money',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  enum: 'enum',
}

/** How the value at a path through refs is shown: by the title of its field; the name of a row that a ref leads to by the title of the ref. */
export function shownField(entity: string, path: string, membersOf: FindMembers): Shown {
  const steps = path.split('.')
  let of = membersOf('entity', entity)
  let field: Json = {}
  let title: unknown
  for (const [index, step] of steps.entries()) {
    const fields = isRecord(of?.fields) ? of.fields : {}
    const isName = index > 0 && of?.label === step && index === steps.length - 1
    field = isRecord(fields[step]) ? fields[step] : IMPLIED[step] !== undefined ? { type: IMPLIED[step] } : {}
    if (!isName) title = field.title
    of = field.type === 'ref' && typeof field.entity === 'string' ? membersOf('entity', field.entity) : undefined
  }
  const format = FORMATS[String(field.type)]
  return {
    ...(title !== undefined && { title }),
    ...(format !== undefined && { format }),
    ...(typeof field.enum === 'string' && { enum: field.enum }),
  }
}

const IMPLIED: Readonly<Record<string, string>> = { createdAt: 'datetime', updatedAt: 'datetime' }

/** A field of an entity as a form asks for it, without its name; undefined for types that no control fits by itself. */
export function askedField(field: Json, membersOf: FindMembers): Json | undefined {
  const asked = ASKED[String(field.type)]
  if (asked === undefined) return undefined
  const codes = typeof field.enum === 'string' ? membersOf('enum', field.enum) : undefined
  return {
    ...asked,
    ...(field.type === 'localText' && field.richText === true && { 'x-text': 'richText' }),
    ...(codes !== undefined && { type: codes.type, 'x-options': { enum: field.enum } }),
    ...Object.fromEntries(SAME.filter(([own]) => field[own] !== undefined).map(([own, name]) => [name, field[own]])),
  }
}

const ASKED: Readonly<Record<string, Json>> = {
  string: { type: 'string' },
  text: { type: 'string', 'x-widget': 'textarea' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  enum: {},
  localText: { type: 'object', 'x-widget': 'localText' },
}

/** Key of an entity's field -> the key of a form's field that says the same. */
const SAME: readonly (readonly [own: string, name: string])[] = [
  ['title', 'title'],
  ['maxLength', 'maxLength'],
  ['min', 'minimum'],
  ['max', 'maximum'],
]
