/** A field -> the name of its control, declared or by type. */
import type { FormField } from '../documents.ts'

/** Name of the control that draws a field. */
export function controlName(field: FormField): string {
  const declared = field['x-widget']
  if (declared === 'checkbox' && field['x-options']) return 'checkboxes'
  if (declared) return declared
  const type = Array.isArray(field.type) ? field.type.find((each) => each !== 'null') : field.type
  if (type === 'array') return 'multiSelect'
  if (type === 'boolean') return 'checkbox'
  if (field['x-options']) return 'select'
  if (type === 'number' || type === 'integer') return 'number'
  if (field.phone !== undefined) return 'phoneCode'
  return { date: 'date', time: 'time', 'date-time': 'datetime' }[String(field.format)] ?? 'text'
}
