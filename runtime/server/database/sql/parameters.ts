/** Constants as parameters of the type of the column that they are compared with, so that indexes serve. */
import type { SqlWriter } from '../SqlWriter.ts'
import type { Fragment } from './fragment.ts'

/** A constant as a parameter that a fragment can be compared with, null when it is of another kind. Keeps the column's type, so that indexes serve. */
export function parameterFor(fragment: Fragment, value: unknown, writer: SqlWriter): string | null {
  switch (fragment.kind) {
    case 'number':
      return typeof value === 'number' ? writer.value(value, numberType(fragment.native, value)) : null
    case 'boolean':
      return typeof value === 'boolean' ? writer.value(value, 'boolean') : null
    case 'json':
      return writer.value(JSON.stringify(value), 'jsonb')
    case 'id':
      return typeof value === 'string' && ID.test(value) ? writer.value(value, 'bigint') : null
    case 'datetime':
      return isDatetime(value) ? writer.value(value, 'timestamptz') : null
    case 'date':
      return isDate(value) ? writer.value(value, 'date') : null
    default:
      return typeof value === 'string' && !value.includes('\0') ? writer.value(value, 'text') : null
  }
}

export const ID = /^(?:0|[1-9]\d{0,17})$/

const INTEGER_LIMIT = 2 ** 31

const DATETIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const DATE = /^\d{4}-\d{2}-\d{2}$/

function numberType(native: string | undefined, value: number): string {
  if (native === 'integer' && Number.isInteger(value) && Math.abs(value) < INTEGER_LIMIT) return 'integer'
  return native === 'numeric' && Number.isSafeInteger(value) ? 'numeric' : 'float8'
}

/** Whether it is a datetime as the wire writes it. */
export function isDatetime(value: unknown): value is string {
  return typeof value === 'string' && DATETIME.test(value) && new Date(value).toJSON() === value && !value.startsWith('0000')
}

/** Whether it is a date of the calendar, YYYY-MM-DD. */
export function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE.test(value) && isDatetime(`${value}T00:00:00.000Z`)
}
