import type { FormDocument } from '../../runtime/core/documents.ts'

/** Enough of a form to be shown; what else is wrong with it is listed then. */
export function isForm(value: unknown): value is FormDocument {
  const properties = (value as FormDocument | null)?.schema?.properties
  return (
    typeof properties === 'object' &&
    properties !== null &&
    Object.values(properties).every((field) => typeof field === 'object' && field !== null)
  )
}
