/** A form -> the type of the answers that `forms.submit` returns. Answers of fields that may be hidden can be missing whatever the form requires; notes have none; files have
 *  come with the facts that the database knows of them. */
import type { FormField, JsonSchema } from '../../runtime/core/documents.ts'
import { holdsFiles } from '../../runtime/core/form/holdsFields.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { typeText } from './typeText.ts'

const [STORED, STORED_LIST, LOCAL_TEXT] = ['StoredFile', 'StoredFile[]', 'LocalText']

export function answersText(schema: FormField, platform: Platform): string {
  return typeText(answersOf(schema, platform), 'takes').replace(/'(StoredFile(?:\[\])?|LocalText)'/g, '$1')
}

function answersOf(field: FormField, platform: Platform): JsonSchema {
  if (holdsFiles(field)) return { const: field.type === 'array' ? STORED_LIST : STORED }
  if (field['x-widget'] === 'localText') return { const: LOCAL_TEXT }
  const { properties, items, required = [], 'x-options': options } = field
  if (field.type === 'string' && options && 'enum' in options) return codesOf(options.enum, platform)
  if (items) return { ...field, items: answersOf(items, platform) }
  if (!properties) return field
  const asked = Object.entries(properties).filter(([, { type }]) => type !== 'null')
  const shown = asked.filter(([name, inner]) => required.includes(name) && inner['x-visibleWhen'] === undefined)
  return {
    type: 'object',
    properties: Object.fromEntries(asked.map(([name, inner]) => [name, answersOf(inner, platform)])),
    required: shown.map(([name]) => name),
  }
}

/** Codes that are documents or kept at run time may be any text. */
function codesOf(id: string, platform: Platform): JsonSchema {
  const { documents, values } = platform.get('enum', id)
  return documents === undefined && values.length > 0 ? { enum: values.map(({ code }) => code) } : { type: 'string' }
}
