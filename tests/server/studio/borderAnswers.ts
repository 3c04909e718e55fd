/** The answers at the borders of what a field takes, and one beyond, made from what its schema declares. */
import type { FormField } from '../../../runtime/core/documents.ts'
import { controlName } from '../../../runtime/core/form/controlName.ts'
import { FIRST_DAY, LAST_DAY, MAX_NUMBER } from '../../../runtime/core/values/valueRange.ts'

export interface Borders {
  /** Accepted. */
  inside: unknown[]
  /** Refused at the field. */
  beyond: unknown[]
}

const INSTANTS: Borders = {
  inside: [`${FIRST_DAY}T00:00:00.000Z`, `${LAST_DAY}T23:59:59.999Z`, '2024-02-29T23:59:59+08:00'],
  beyond: [
    '0000-01-01T00:00:00.000Z',
    '0999-12-31T23:59:59Z',
    '9999-12-31T23:59:00Z',
    '2016-12-31T23:59:60.000Z',
    '9998-12-31T23:59:59-10:00',
  ],
}
const DAYS: Borders = {
  inside: [FIRST_DAY, LAST_DAY, '1900-02-28', '2024-02-29'],
  beyond: ['0000-01-01', '0001-01-01', '0999-12-31', '9999-01-01', '2026-02-29', '+010000-01-01'],
}
const PERIODS: Borders = {
  inside: [
    [FIRST_DAY, LAST_DAY],
    [null, LAST_DAY],
  ],
  beyond: [
    ['下周', '下周'],
    ['2026-02-30', null],
    [FIRST_DAY, '9999-01-01'],
    [FIRST_DAY, FIRST_DAY, LAST_DAY],
  ],
}
/** What formulas, codes of characters, markup and rare letters look like. */
const ODD = '=1+1 _x0041_ <b>&amp;</b> \u{20bb7}\u{1f9d1}\u200d\u{1f680} Å"\''

/** Null for a kind that takes a choice, which has no border. */
export function bordersOf(field: FormField): Borders | null {
  const control = controlName(field)
  if (control === 'dateRange') return PERIODS
  if (field.format === 'date') return DAYS
  if (field.format === 'date-time') return INSTANTS
  if (field.type === 'number' || field.type === 'integer') return numbers(field as Limits)
  if (field.type !== 'string' || field['x-options'] || field.maxLength === undefined || control === 'signature') return null
  if (
    ['oneLink', 'pattern', 'creditCode', 'bankAccount', 'idNumber', 'email'].some((keyword) => keyword in field) ||
    control === 'richText'
  )
    return null
  const max = Number(field.maxLength)
  return { inside: [ODD.slice(0, max), '长'.repeat(max)], beyond: ['长'.repeat(max + 1)] }
}

type Limits = { type?: unknown; minimum?: number; maximum?: number; multipleOf?: number }

function numbers(field: Limits): Borders {
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER, multipleOf: step = field.type === 'integer' ? 1 : undefined } = field
  const fine = step === undefined ? [0.1 + 0.2, 1e-7] : []
  return { inside: [minimum, maximum, ...fine], beyond: [minimum * 2 - 2, maximum + Math.max(1, maximum), 1e308] }
}
