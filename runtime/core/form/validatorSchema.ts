/** A form's schema -> the static part that the validator compiles: values only. What depends on visibility (required) and on words (titles,
 *  annotations) is taken out, because the form logic decides it and because it would change the validator without changing a rule. */
import type { FormField, JsonSchema } from '../documents.ts'
import { holdsFields } from './holdsFields.ts'
import { MAX_STROKES, SIGNATURE_TEXT } from './strokes.ts'

const WORDS = new Set(['title', 'description', 'default', 'examples'])

/** What the answers of a control are by nature, whether or not the form says so. */
const BY_CONTROL: Readonly<Record<string, JsonSchema>> = {
  date: { format: 'date' },
  datetime: { format: 'date-time' },
  time: { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
  dateRange: { inOrder: true, maxItems: 2, items: { type: ['string', 'null'], format: 'date' } },
  colour: { colour: true },
}

function byControl(field: FormField): JsonSchema {
  const options = field['x-options']
  if (field['x-widget'] === 'ranking' && Array.isArray(options)) return { permutationOf: options.map(({ value }) => value) }
  if (field['x-widget'] === 'signature' && field.type === 'string') return { pattern: SIGNATURE_TEXT, maxLength: MAX_STROKES }
  return BY_CONTROL[field['x-widget'] ?? ''] ?? {}
}

/** @returns a new schema; `required` is dropped only where the form logic decides it: at the form, its groups and its repeat rows */
export function validatorSchema(schema: FormField): JsonSchema {
  return strip(schema, true)
}

function strip(field: FormField, isHolder: boolean): JsonSchema {
  const stripped: JsonSchema = { ...byControl(field) }
  for (const [keyword, value] of Object.entries(field)) {
    if (keyword.startsWith('x-') || WORDS.has(keyword) || value === undefined) continue
    if (keyword === 'properties') stripped.properties = stripAll(value as Record<string, FormField>)
    else if (keyword === 'items' && isSchema(value))
      stripped.items = { ...(stripped.items as JsonSchema | undefined), ...strip(value, holdsFields(field) === 'repeat') }
    else if (keyword !== 'required' || !isHolder) stripped[keyword] = value
  }
  return stripped
}

function stripAll(properties: Record<string, FormField>): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, strip(field, holdsFields(field) === 'group')]))
}

function isSchema(value: unknown): value is FormField {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
