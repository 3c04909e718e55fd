/** A column that says nothing but its field: `"title"` stands for `{ "field": "title" }`. */
import { isRecord } from '../isRecord.ts'
import type { ShortForm } from './shortForm.ts'

export const columnForm: ShortForm = {
  expand: (value) => (typeof value === 'string' ? { value: { field: value }, moves: [{ to: '/field', from: '' }] } : undefined),
  contract: (_, contracted) =>
    isRecord(contracted) && typeof contracted.field === 'string' && Object.keys(contracted).length === 1 ? contracted.field : contracted,
}
