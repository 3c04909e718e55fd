/** An answer that its control could not read: `tomorrow` in a date, `1,234` in a number. It stays as typed, so nothing is lost, and is refused on both
 *  sides in words that say what the field expects, whatever the field's schema would let pass. */
import type { FormError } from '../contracts.ts'
import type { FormField } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { currencyDecimals } from '../moneyText.ts'
import { readMoney } from '../typed/readMoney.ts'
import { type NumberReading, readNumber } from '../typed/readNumber.ts'
import { type PastedKind, readPasted } from '../typed/readPasted.ts'
import { controlName } from './controlName.ts'

type Unread = { key: string; values?: Record<string, unknown> } | null

/** @returns null when the control of the field may have made the answer */
export function unreadAnswer(path: string, field: FormField, answer: unknown): FormError | null {
  const unread = READERS[controlName(field)]?.(answer, field)
  return unread ? { path, rule: 'unread', message: { key: `form.unread.${unread.key}`, values: unread.values ?? {} } } : null
}

const READERS: Readonly<Record<string, (answer: unknown, field: FormField) => Unread>> = {
  number: ofNumber,
  money: ofMoney,
  date: (answer) => ofDay(answer),
  time: (answer) => (typeof answer !== 'string' || TIME.test(answer) ? null : { key: 'time' }),
  datetime: ofMoment,
  pasted: ofPasted,
  dateRange: (answer) => (Array.isArray(answer) ? (answer.map(ofDay).find((each) => each !== null) ?? null) : null),
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/
const LINES_NAMED = 5
const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL_MOMENT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/
const MOMENT = /^.{10}[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/

function ofDay(answer: unknown): Unread {
  return typeof answer !== 'string' || isDay(answer) ? null : { key: 'date' }
}

/** A day and a time without a zone is what the control leaves of an hour that the person's zone skips. */
function ofMoment(answer: unknown): Unread {
  if (typeof answer !== 'string') return null
  if (!isDay(answer.slice(0, 10))) return { key: 'datetime' }
  if (LOCAL_MOMENT.test(answer)) return { key: 'skippedHour' }
  return MOMENT.test(answer) ? null : { key: 'datetime' }
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const read = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
}

/** Named by their lines, at most five. */
function ofPasted(answer: unknown, { 'x-props': props }: FormField): Unread {
  if (typeof answer !== 'string') return null
  const { kind = 'people', columns = [] } = (isRecord(props) ? props : {}) as { kind?: PastedKind; columns?: unknown[] }
  const lines = readPasted(answer, kind, columns.length).rows.flatMap(({ line, isUnread }) => (isUnread ? [line] : []))
  return lines.length > 0 ? { key: `pasted.${kind}`, values: { lines: lines.slice(0, LINES_NAMED), count: lines.length } } : null
}

function ofNumber(answer: unknown, field: FormField): Unread {
  if (typeof answer !== 'string' || !takesNumbers(field)) return null
  const decimals = isWhole(field) ? 0 : undefined
  return ofReading(answer, readNumber(answer, { decimals }), { key: isWhole(field) ? 'whole' : 'number', decimals })
}

function ofMoney(answer: unknown, field: FormField): Unread {
  if (typeof answer !== 'string') return null
  const props = field['x-props']
  const currency = String((isRecord(props) && props.currency) || 'CNY')
  return ofReading(answer, readMoney(answer, currency), { key: 'money', decimals: currencyDecimals(currency) })
}

function ofReading(text: string, reading: NumberReading, { key, decimals }: { key: string; decimals: number | undefined }): Unread {
  if ('choices' in reading) {
    const [first, second] = reading.choices
    return { key: 'twoWays', values: { typed: text, first, second } }
  }
  if ('value' in reading || reading.reason === 'none') return { key }
  if (reading.reason === 'digits') return { key: 'digits' }
  return decimals === 0 ? { key: 'whole' } : { key: 'decimals', values: { limit: decimals } }
}

function takesNumbers({ type }: FormField): boolean {
  return [type].flat().some((each) => each === 'number' || each === 'integer')
}

function isWhole({ type }: FormField): boolean {
  return ![type].flat().includes('number')
}
