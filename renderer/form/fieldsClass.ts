/** The grid around fields: one column, or twelve where a field says how wide it is. */
import type { FieldTemplate } from '../../runtime/core/form/compileForm.ts'

export function fieldsClass(fields: Iterable<FieldTemplate | undefined>): string {
  for (const field of fields) if (field?.schema['x-span']) return 'ag-form-fields ag-form-fields-wide'
  return 'ag-form-fields'
}
