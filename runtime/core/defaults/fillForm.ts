/** A form that names an `entity`: fields without a type are those of the entity that have the same name, and say only what is different. A repeat group that
 *  names `rows` asks for rows of another entity in the same way, each with its id. */
import { type Finding, pointer } from '../documents/failure.ts'
import { suggest } from '../documents/suggest.ts'
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import { askedField } from './entityFields.ts'
import type { FindMembers } from './FindMembers.ts'
import type { Filled } from './fillDocument.ts'
import { languageFields } from './languageFields.ts'

/** @returns the form without `entity` and `rows`: it says everything itself then */
export function fillForm(content: Json, membersOf: FindMembers): Pick<Filled, 'content' | 'findings'> {
  const { content: form, findings } = withEntity(content, membersOf)
  return { content: withLanguages(form, membersOf), findings }
}

function withLanguages(form: Json, membersOf: FindMembers): Json {
  const { schema } = form
  if (!isRecord(schema)) return form
  const asked = languageFields(schema, membersOf)
  return asked === schema ? form : { ...form, schema: asked }
}

function withEntity(content: Json, membersOf: FindMembers): Pick<Filled, 'content' | 'findings'> {
  const { entity, ...form } = content
  const { schema, findings } = isRecord(form.schema)
    ? ofEntity(form.schema, { entity, at: '/schema', entityAt: '/entity' }, membersOf)
    : { schema: form.schema, findings: [] }
  return findings.length === 0 && schema === form.schema && entity === undefined
    ? { content, findings }
    : { content: { ...form, ...(schema !== undefined && { schema }) }, findings }
}

interface Place {
  /** Id of the entity; undefined: fields say everything themselves. */
  entity: unknown
  /** Where the object stands, and where the entity is named. */
  at: string
  entityAt: string
}

/** @param schema  an object of the form. @returns the same object when it leaves nothing to entities */
function ofEntity(schema: Json, { entity, at, entityAt }: Place, membersOf: FindMembers): { schema: Json; findings: Finding[] } {
  const fields = typeof entity === 'string' ? membersOf('entity', entity)?.fields : undefined
  if (entity !== undefined && !isRecord(fields)) return { schema, findings: [unknownEntity(entity, entityAt)] }
  const findings: Finding[] = []
  const taken: string[] = []
  const of = isRecord(fields) ? fields : {}
  const before = isRecord(schema.properties) ? schema.properties : {}
  const properties = Object.fromEntries(
    Object.entries(before).map(([name, own]) => {
      const path = pointer(`${at}/properties`, name)
      if (isRecord(own) && own.rows !== undefined) return [name, rowsOf(own, path, membersOf, findings)]
      if (!isRecord(fields) || !isRecord(own) || own.type !== undefined) return [name, own]
      const asked = isRecord(of[name]) ? askedField(of[name] as Json, membersOf) : undefined
      if (asked === undefined) findings.push(unfit(path, name, of[name], of))
      else taken.push(name)
      return [name, { ...asked, ...own }]
    }),
  )
  if (Object.entries(properties).every(([name, field]) => field === before[name])) return { schema, findings }
  const required = (schema.required ?? taken.filter((name) => (of[name] as Json).required === true)) as string[]
  return { schema: { ...schema, ...(required.length > 0 && { required }), properties }, findings }
}

/** Keeps a row what it is while others are added, removed and moved. */
const ROW_ID: Json = { type: 'string', pattern: '^[0-9]{1,18}$', 'x-visibleWhen': { cel: 'false' }, 'x-whenHidden': 'keep' }

function rowsOf({ rows, ...group }: Json, path: string, membersOf: FindMembers, findings: Finding[]): Json {
  const own = isRecord(group.items) ? group.items : {}
  const { schema, findings: inside } = ofEntity(own, { entity: rows, at: `${path}/items`, entityAt: `${path}/rows` }, membersOf)
  findings.push(...inside)
  const properties = { id: ROW_ID, ...(isRecord(schema.properties) ? schema.properties : {}) }
  return { type: 'array', 'x-widget': 'repeat', ...group, items: { type: 'object', ...schema, properties } }
}

function unknownEntity(entity: unknown, path: string): Finding {
  return {
    code: 'REFERENCE_UNKNOWN',
    path,
    expected: 'the id of an entity',
    found: JSON.stringify(entity),
    suggestion: 'name an entity, or write the fields out',
  }
}

function unfit(path: string, name: string, of: unknown, fields: Json): Finding {
  if (of === undefined)
    return {
      code: 'FIELD_UNKNOWN',
      path,
      expected: 'a field of the entity, or a field with a type',
      found: `"${name}"`,
      suggestion: suggest(name, Object.keys(fields)),
    }
  return {
    code: 'FIELD_TYPE',
    path,
    expected: 'a field of the entity that a form can ask for by itself',
    found: `"${String((of as Json).type)}"`,
    suggestion: 'write the field out, with its type',
  }
}
