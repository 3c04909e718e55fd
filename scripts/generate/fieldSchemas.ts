/** Fields of entities -> the JSON Schema of their values, as rows of the database and answers of calls carry them. */
import type { EntityField, JsonSchema } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'

/** Implied columns of every table. */
export const IMPLIED_FIELDS: Readonly<Record<string, EntityField>> = {
  id: { type: 'ref', required: true, description: 'Decimal string.' },
  createdAt: { type: 'datetime', required: true },
  updatedAt: { type: 'datetime', required: true },
}

/** Value of a field; null beside it unless it is required. */
export function fieldSchema(field: EntityField, platform: Platform): JsonSchema {
  const value = valueSchema(field, platform)
  const schema = field.required === true || Object.keys(value).length === 0 ? value : { anyOf: [value, { type: 'null' }] }
  return field.description === undefined ? schema : { ...schema, description: field.description }
}

function valueSchema(field: EntityField, platform: Platform): JsonSchema {
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'money':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { enum: platform.get('enum', field.enum ?? '').values.map(({ code }) => code) }
    case 'localText':
      return { type: 'object', required: ['zh', 'en'], properties: { zh: { type: 'string' }, en: { type: 'string' } } }
    case 'json':
      return {}
    case 'file':
      return { tsType: 'StoredFile' }
    case 'files':
      return { tsType: 'StoredFile[]' }
    default:
      return { type: 'string' }
  }
}

/** Import of what `tsType` names, when a text uses it. */
export function importsOf(text: string): string {
  return /\bStoredFile\b/.test(text) ? "import type { StoredFile } from '../../runtime/core/contracts.ts'\n\n" : ''
}
