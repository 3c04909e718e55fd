/** Values of a filter, strings of an address -> input of a call. */
import type { FormField } from '../../runtime/core/documents.ts'
import { filterKind, holdsSeveral } from './filterKind.ts'
import { readRange } from './rangeText.ts'

/** Only what is set: an absent parameter filters nothing. A value that is none of its type (an edited address) filters nothing either. */
export function filterInput(name: string, field: FormField, values: readonly string[]): Record<string, unknown> {
  const range = field['x-range']
  if (range) {
    const [from, to] = readRange(values[0])
    return present({ [range.from]: endOf(from, field, 'from'), [range.to]: endOf(to, field, 'to') })
  }
  if (field.type === 'array') {
    const list = values.map((value) => typedValue(value, field.items ?? {})).filter((value) => value !== undefined)
    return list.length > 0 ? { [name]: list } : {}
  }
  const value = holdsSeveral(field) ? values.at(-1) : values[0]
  return present({ [name]: value === undefined ? undefined : typedValue(value, field) })
}

/** A string as the type a schema says; undefined when it is none. */
export function typedValue(text: string, { type, format }: FormField): unknown {
  if (text === '') return undefined
  if (type === 'integer' || type === 'number') {
    const number = Number(text)
    return Number.isNaN(number) ? undefined : number
  }
  if (type === 'boolean') return text === 'true'
  return format === 'date' && !isDay(text) ? undefined : text
}

function endOf(text: string, field: FormField, end: 'from' | 'to'): unknown {
  if (field.format !== 'date-time' || filterKind(field) !== 'dateRange') return typedValue(text, field)
  if (!isDay(text)) return undefined
  return new Date(end === 'from' ? `${text}T00:00:00.000` : `${text}T23:59:59.999`).toISOString()
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

function present(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
