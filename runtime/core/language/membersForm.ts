/** Members by name. `"...news.edit": ["titleEn"]` among them stays as it is: it is taken from the other document when this one is filled (see `defaults/`).
 *  Filters that say nothing but their names are a list: `["kind", "state"]` stands for `{ "kind": {}, "state": {} }`. */
import { pointer } from '../documents/failure.ts'
import { isRecord } from '../isRecord.ts'
import type { ShortForm } from './shortForm.ts'

/** A call of a resource stays as it is written: it is spelled out as a document of its own (`resourceForm.ts`). */
export const memberForm: ShortForm = { expand: () => undefined, contract: (_, contracted) => contracted }

export const membersForm: ShortForm = { expand: () => undefined, contract: (_, contracted) => contracted }

export const namesForm: ShortForm = {
  expand(value) {
    if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) return undefined
    const moves = value.map((name, index) => ({ to: pointer('', name), from: `/${index}` }))
    return { value: Object.fromEntries(value.map((name) => [name, {}])), moves }
  },
  contract(_, contracted) {
    if (!isRecord(contracted)) return contracted
    const isEmpty = Object.values(contracted).every((member) => isRecord(member) && Object.keys(member).length === 0)
    return isEmpty ? Object.keys(contracted) : contracted
  },
}
