import type { FormField } from '../../runtime/core/documents.ts'

export type FilterKind =
  | 'text'
  | 'number'
  | 'date'
  /** One option of few. */
  | 'choice'
  /** Several options of few. */
  | 'choices'
  /** Options found by typing, asked of a call. */
  | 'lookup'
  /** A way through a tree of options. */
  | 'way'
  | 'dateRange'
  | 'numberRange'

/** A filter's declared type -> how it is drawn. */
export function filterKind(field: FormField): FilterKind {
  const options = field['x-options']
  const isDay = field.format === 'date' || field.format === 'date-time'
  if (field['x-range']) return isDay ? 'dateRange' : 'numberRange'
  if (field['x-widget'] === 'cascader') return 'way'
  if (options && 'call' in options && options.search) return 'lookup'
  if (options) return field.type === 'array' ? 'choices' : 'choice'
  if (field.type === 'boolean') return 'choice'
  if (field.type === 'integer' || field.type === 'number') return 'number'
  return isDay ? 'date' : 'text'
}

/** Its value is a list whose order or length matters: all of it is kept. */
export function holdsSeveral(field: FormField): boolean {
  const kind = filterKind(field)
  return kind === 'choices' || kind === 'way' || field.type === 'array'
}
