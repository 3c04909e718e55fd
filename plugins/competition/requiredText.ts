/** A text field that a form must keep, because lists, letters and certificates know its answer by name (spec 5: names are required). */
import type { FormField } from '../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'

interface Fields {
  properties?: Record<string, FormField>
  required?: readonly string[]
}

/**
 * Mistakes of one field.
 * @param at  JSON Pointer of the object schema that holds it
 */
export function requiredTextFailures(
  file: string,
  { properties = {}, required = [] }: Fields,
  name: string,
  at = '/schema',
): DocumentFailure[] {
  const field = properties[name]
  const failure = (code: string, expected: string, suggestion: string) => [
    { file, path: field ? `${at}/properties/${name}` : '', code, expected, found: name, suggestion },
  ]
  if (field?.type !== 'string') return failure('FIELD_FIXED', `a text field "${name}"`, 'undo the change, or begin again from the template')
  if (!required.includes(name) || field['x-visibleWhen'] || field['x-enabledWhen'])
    return failure('FIELD_FIXED_REQUIRED', 'a field that everybody fills', 'make it required, without conditions')
  return []
}
