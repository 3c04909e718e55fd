/** A field of a stored form -> the filter on its answers, and that filter's values -> conditions on the json field of the row. */
import type { FormField } from '../../runtime/core/documents.ts'
import { typedValue } from '../filters/filterInput.ts'
import { filterKind } from '../filters/filterKind.ts'
import { readRange } from '../filters/rangeText.ts'

const MINOR_UNITS = 100
const WITHOUT_FILTER = new Set(['upload', 'richText', 'signature', 'picture', 'agreement', 'section', 'note', 'repeat', 'password'])
/** Ends of a range are read by `answerConditions`, not sent as parameters of their own. */
const ENDS = { from: 'from', to: 'to' }

/** Null for fields that cannot be filtered by. */
export function answerFilter(field: FormField): FormField | null {
  const type = Array.isArray(field.type) ? field.type.find((each) => each !== 'null') : field.type
  const widget = field['x-widget'] ?? ''
  const { title } = field
  if (field['x-personal'] || WITHOUT_FILTER.has(widget)) return null
  if (widget === 'dateRange' || (type === 'string' && field.format === 'date'))
    return { type: 'string', format: 'date', title, 'x-range': ENDS }
  if (widget === 'cascader')
    return {
      type: 'array',
      title,
      items: field.items ?? { type },
      'x-widget': widget,
      'x-options': field['x-options'],
      'x-props': field['x-props'],
    }
  const options = field['x-options'] ?? field.items?.['x-options']
  if (options) return { type: 'array', title, items: type === 'array' ? (field.items ?? {}) : { type }, 'x-options': options }
  if (type === 'integer' || type === 'number') return { type, title, 'x-range': ENDS, 'x-widget': widget }
  if (type === 'boolean') return { type, title }
  return type === 'string' ? { type, title } : null
}

/** Paths below the answers -> what they must be; the wire of the filter operation `json`. */
export function answerConditions(name: string, answer: FormField, values: readonly string[]): Record<string, unknown> {
  const filter = answerFilter(answer)
  if (!filter || values.length === 0) return {}
  switch (filterKind(filter)) {
    case 'dateRange':
      return answer['x-widget'] === 'dateRange' ? overlap(name, values[0]) : between(name, readRange(values[0]))
    case 'numberRange':
      return between(
        name,
        readRange(values[0]).map((end) => numberOf(end, answer)),
      )
    case 'way':
      // the last step is in the answer, whatever is below it
      return { [name]: typedValue(values.at(-1)!, filter.items ?? {}) }
    case 'choices':
    case 'lookup':
      return { [name]: { op: 'in', value: values.map((value) => typedValue(value, filter.items ?? {})) } }
    case 'text':
      return { [name]: { op: 'contains', value: values[0] } }
    default:
      return { [name]: typedValue(values[0]!, filter) }
  }
}

function between(path: string, [from, to]: readonly (string | number | undefined)[]): Record<string, unknown> {
  const ends = [...(isSet(from) ? [{ op: 'gte', value: from }] : []), ...(isSet(to) ? [{ op: 'lte', value: to }] : [])]
  return ends.length > 0 ? { [path]: ends } : {}
}

/** Answers that share a day with the range: they begin before its end and end after its begin. */
function overlap(name: string, text: string | undefined): Record<string, unknown> {
  const [from, to] = readRange(text)
  return { ...between(`${name}.0`, ['', to]), ...between(`${name}.1`, [from, '']) }
}

function numberOf(text: string, { 'x-widget': widget }: FormField): number | undefined {
  const number = typedValue(text, { type: 'number' }) as number | undefined
  return number !== undefined && widget === 'money' ? Math.round(number * MINOR_UNITS) : number
}

function isSet(end: unknown): boolean {
  return end !== undefined && end !== ''
}
