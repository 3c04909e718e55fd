/** Who may: `"manageNotes"` stands for `{ "permission": "manageNotes" }`, and in `within` the name of a field that ends in the kind of object stands for
 *  both: `"noteId"` for `{ "field": "noteId", "scope": "note" }`. */
import { isRecord } from '../isRecord.ts'
import type { ShortForm } from './shortForm.ts'

const OPEN = ['public', 'signedIn']

export const accessForm: ShortForm = {
  expand(value) {
    return typeof value === 'string' && !OPEN.includes(value) ? { value: { permission: value } } : undefined
  },
  contract(long, contracted) {
    const isPlain = isRecord(long) && Object.keys(long).length === 1 && typeof long.permission === 'string'
    return isPlain && !OPEN.includes(long.permission as string) ? long.permission : contracted
  },
}

const SCOPED = /^(?:.*\.)?([A-Za-z]\w*)Id$/

export const withinForm: ShortForm = {
  expand(value) {
    const scope = typeof value === 'string' ? SCOPED.exec(value)?.[1] : undefined
    return scope === undefined ? undefined : { value: { field: value, scope } }
  },
  contract(long, contracted) {
    if (!isRecord(long) || typeof long.field !== 'string') return contracted
    return SCOPED.exec(long.field)?.[1] === long.scope && Object.keys(long).length === 2 ? long.field : contracted
  },
}
