import type { FieldTemplate } from '../../runtime/core/form/compileForm.ts'

/** CSS class of the grid around fields: one column, or twelve when a field sets its width. */
export function fieldsClass(fields: Iterable<FieldTemplate | undefined>): string {
  for (const field of fields) if (field?.schema['x-span']) return 'ag-form-fields ag-form-fields-wide'
  return 'ag-form-fields'
}
