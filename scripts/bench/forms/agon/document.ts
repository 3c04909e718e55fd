/** The form as a document. */
import type { FormDocument, FormField } from '../../../../runtime/core/documents.ts'
import { type BenchField, benchFields, isRequired, MAX_LENGTH, OPTIONS } from '../definition.ts'

export function benchDocument(count: number): FormDocument {
  const fields = benchFields(count)
  return {
    $schema: '../kinds/form.schema.json',
    id: 'bench.form',
    version: 1,
    title: 'Form',
    schema: {
      type: 'object',
      required: fields.filter(isRequired).map((field) => field.name),
      properties: Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)])),
    },
  }
}

function fieldOf(field: BenchField): FormField {
  const title = field.label
  if (field.kind === 'phone') return { type: 'string', title, phone: true }
  if (field.kind === 'email') return { type: 'string', title, email: true }
  if (field.kind === 'select') return { type: 'string', title, 'x-options': OPTIONS }
  if (field.kind === 'date') return { type: 'string', title, format: 'date' }
  if (field.kind === 'checkbox') return { type: 'boolean', title }
  if (field.kind === 'number') return { type: 'number', title }
  const shown = field.shownBy ? { 'x-visibleWhen': { cel: `${field.shownBy} == true` } } : {}
  return { type: 'string', title, maxLength: MAX_LENGTH, ...shown }
}
