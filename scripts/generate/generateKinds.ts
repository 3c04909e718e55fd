/** Meta-schemas -> `runtime/core/generated/kinds.ts`, which `documents.ts` names: what editors and the validator accept is what code expects. Keys are explained
 *  as the meta-schemas explain them. */

import { metaSchemas } from '../../runtime/core/documents/metaSchemas.ts'
import { KINDS } from '../../runtime/core/documents/parseDocument.ts'
import type { JsonSchema } from '../../runtime/core/documents.ts'
import { compileTypes, shapeOf, typeName } from './schemaTypes.ts'

/** Keys of a form field that have a type; the rest of draft 7 is open there. */
const FIELD_KEYS = /^(title|description|properties|items|required|x-(?!props$).*)$/
const OPEN = { type: 'object', additionalProperties: true }

/** A comment of one line, as the library writes it. */
const ONE_LINE = /\/\*\*\n *\* (.*)\n *\*\//g

export async function generateKinds(): Promise<string> {
  const definitions: Record<string, JsonSchema> = {}
  for (const [file, schema] of Object.entries(metaSchemas)) {
    for (const [name, definition] of Object.entries(schema.definitions ?? {})) {
      definitions[definitionName(file, name)] = resolved(widened(file, name, definition as JsonSchema), file)
    }
  }
  const documents = KINDS.map((kind) => {
    const { definitions: _, oneOf: __, allOf: ___, ...schema } = metaSchemas[`${kind}.schema.json`] as JsonSchema
    definitions[`${typeName(kind)}Kind`] = resolved(schema, `${kind}.schema.json`)
    return [kind, { $ref: `#/definitions/${typeName(kind)}Kind` }] as const
  })
  const root = {
    type: 'object',
    description: 'Kind -> document.',
    required: [...KINDS],
    properties: Object.fromEntries(documents),
    definitions,
  }
  return (await compileTypes('KindOf', root)).replaceAll(ONE_LINE, '/** $1 */')
}

function definitionName(file: string, name: string): string {
  const area = file.replace('.schema.json', '')
  return `${area === 'common' ? '' : typeName(area === 'nodes' ? 'node' : area)}${name === 'node' ? '' : typeName(name)}${area === 'common' ? 'Part' : ''}`
}

/** Places where the meta-schema is narrower than the type on purpose. */
function widened(file: string, name: string, schema: JsonSchema): JsonSchema {
  if (name === 'jsonSchema') return OPEN
  if (name === 'variable') return { ...OPEN, required: ['sample'], properties: { sample: {} } }
  if (name === 'address')
    return { anyOf: [{ $ref: 'common.schema.json#/definitions/text' }, { $ref: 'common.schema.json#/definitions/cel' }] }
  if (name !== 'formField' || file !== 'common.schema.json') return schema
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>).filter(([key]) => FIELD_KEYS.test(key))
  const type = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
  return { ...OPEN, properties: { ...Object.fromEntries(properties), type, 'x-props': OPEN } }
}

function describe({ description, $ref }: JsonSchema): string | undefined {
  return typeof description === 'string' && $ref === undefined ? description : undefined
}

/** `$ref`s between the files -> between the definitions of one. */
function resolved(schema: JsonSchema, file: string): JsonSchema {
  const text = JSON.stringify(shapeOf(schema, describe), (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    const [target, fragment = ''] = value.split('#')
    return `#/definitions/${definitionName(target || file, fragment.split('/').at(-1) as string)}`
  })
  return JSON.parse(text) as JsonSchema
}
