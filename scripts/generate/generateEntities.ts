/** Entities -> `plugins/generated/entities.ts`: a row type for each, and `Tables` for kysely. Computed fields are no columns. */
import type { JsonSchema } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { fieldSchema, IMPLIED_FIELDS, importsOf } from './fieldSchemas.ts'
import { compileTypes, typeName } from './schemaTypes.ts'

export async function generateEntities(platform: Platform): Promise<string> {
  const definitions: Record<string, JsonSchema> = {}
  const tables: Record<string, JsonSchema> = {}
  for (const entity of platform.documents.entity.values()) {
    const stored = Object.entries({ ...IMPLIED_FIELDS, ...entity.fields }).filter(([, field]) => field.computed === undefined)
    const name = `${typeName(entity.id)}Row`
    definitions[name] = {
      type: 'object',
      description: `Row of ${entity.id}.${entity.description === undefined ? '' : ` ${entity.description}`}`,
      required: stored.map(([field]) => field),
      properties: Object.fromEntries(stored.map(([field, declared]) => [field, fieldSchema(declared, platform)])),
    }
    tables[entity.id.replaceAll('.', '_')] = { $ref: `#/definitions/${name}` }
  }
  const root = { type: 'object', description: 'Table -> row, for kysely.', required: Object.keys(tables), properties: tables, definitions }
  const text = await compileTypes('Tables', root)
  return importsOf(text) + text
}
