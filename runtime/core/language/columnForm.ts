/** A column that says nothing but its field: `"title"` stands for `{ "field": "title" }`. */
import { isRecord } from '../isRecord.ts'
import type { ShortForm } from './shortForm.ts'

export const columnForm: ShortForm = {
  expand: (value) => (typeof value === 'string' ? { value: { field: value }, moves: [{ to: '/field', from: '' }] } : undefined),
  contract: (_, contracted) =>
    isRecord(contracted) && typeof contracted.field === 'string' && Object.keys(contracted).length === 1 ? contracted.field : contracted,
}

/** A fact that is a field of the row: `"school"` stands for `{ "value": "=row.school" }`. */
export const factForm: ShortForm = {
  expand: (value) =>
    typeof value === 'string' ? { value: { value: { cel: `row.${value}` } }, moves: [{ to: '/value', from: '' }] } : undefined,
  contract(long, contracted) {
    const cel = isRecord(long) && Object.keys(long).length === 1 && isRecord(long.value) ? String(long.value.cel) : ''
    return /^row\.(\w+)$/.exec(cel)?.[1] ?? contracted
  },
}
