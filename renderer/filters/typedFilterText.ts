/** What is typed into a filter: the text that the filter is set to, and what is shown of a text that is none. */
import { translate } from '../../runtime/client/texts.ts'
import { readNumber } from '../../runtime/core/typed/readNumber.ts'
import { isWholeDay } from './isWholeDay.ts'

export type TypedKind = 'text' | 'number' | 'date'

/** `1,234.5` -> `1234.5`; what cannot be read stays as it is. */
export function filterText(text: string, kind: TypedKind): string {
  if (kind !== 'number' || text === '') return text
  const reading = readNumber(text)
  return 'value' in reading ? String(reading.value) : text
}

/** Whether the filter can be set to it. */
export function isFilterText(text: string, kind: TypedKind): boolean {
  if (kind === 'date') return isWholeDay(text)
  return kind !== 'number' || text === '' || 'value' in readNumber(text)
}

/** Words for a number that cannot be read; null when it can, and for other kinds. */
export function filterMistake(text: string, kind: TypedKind): string | null {
  if (kind !== 'number' || text === '') return null
  const reading = readNumber(text)
  if ('value' in reading) return null
  if ('choices' in reading) return translate('form.unread.twoWays', { typed: text, first: reading.choices[0], second: reading.choices[1] })
  return translate(reading.reason === 'digits' ? 'form.unread.digits' : 'form.unread.number')
}
