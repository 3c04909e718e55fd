/** Figures of a survey. */
import type { FormField } from '../../../documents.ts'
import type { Json } from '../reading.ts'

/** `{ [to]: element[from] }` when it is a number above zero, or any number for limits of values. */
export function numberOf(element: Json, from: string, to = from): FormField {
  const value = numberAt(element, from)
  const isCount = /Length|Items/.test(to)
  return value === undefined || (isCount && value < 0) || (to.startsWith('maxLength') && value <= 0) ? {} : { [to]: value }
}

/** The number under a key; undefined for anything else. */
export function numberAt(element: Json, key: string): number | undefined {
  return typeof element[key] === 'number' ? element[key] : undefined
}
