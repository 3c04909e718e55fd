/** A form that names an `entity`: fields without a type are those of the entity that have the same name, and say only what is different. */
import { type Finding, pointer } from '../documents/failure.ts'
import { suggest } from '../documents/suggest.ts'
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import { askedField } from './entityFields.ts'
import type { Filled } from './fillDocument.ts'
import type { Lend } from './Lend.ts'
import { languageFields } from './languageFields.ts'

/** @returns the form without `entity`: it says everything itself then */
export function fillForm(content: Json, lend: Lend): Pick<Filled, 'content' | 'findings'> {
  const { content: form, findings } = withEntity(content, lend)
  return { content: withLanguages(form), findings }
}

function withLanguages(form: Json): Json {
  const { schema } = form
  if (!isRecord(schema) || !isRecord(schema.properties)) return form
  const properties = languageFields(schema.properties, (schema.required as string[] | undefined) ?? [])
  return properties === schema.properties ? form : { ...form, schema: { ...schema, properties } }
}

function withEntity(content: Json, lend: Lend): Pick<Filled, 'content' | 'findings'> {
  if (typeof content.entity !== 'string') return { content, findings: [] }
  const { entity, ...form } = content
  const schema = isRecord(form.schema) ? form.schema : {}
  const fields = lend('entity', entity as string)?.fields
  const findings: Finding[] = []
  if (!isRecord(fields)) {
    findings.push({
      code: 'REFERENCE_UNKNOWN',
      path: '/entity',
      expected: 'the id of an entity',
      found: `"${entity}"`,
      suggestion: 'name an entity, or write the fields out',
    })
    return { content: form, findings }
  }
  const taken: string[] = []
  const properties = Object.fromEntries(
    Object.entries(isRecord(schema.properties) ? schema.properties : {}).map(([name, own]) => {
      if (!isRecord(own) || own.type !== undefined) return [name, own]
      const of = fields[name]
      const asked = isRecord(of) ? askedField(of, lend) : undefined
      if (asked === undefined) findings.push(unfit(name, of, fields))
      else taken.push(name)
      return [name, { ...asked, ...own }]
    }),
  )
  const required = schema.required ?? taken.filter((name) => (fields[name] as Json).required === true)
  return {
    content: { ...form, schema: { ...schema, ...((required as string[]).length > 0 && { required }), properties } },
    findings,
  }
}

function unfit(name: string, of: unknown, fields: Json): Finding {
  const path = pointer('/schema/properties', name)
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
