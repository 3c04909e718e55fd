/** A name among nodes: `"head"` stands for `{ "node": "part", "part": "head" }`, and `"notes.head"`, which has a dot as every id, for
 *  `{ "node": "fragment", "fragment": "notes.head" }`. */
import { isRecord } from '../isRecord.ts'
import type { ShortForm } from './shortForm.ts'

export const partForm: ShortForm = {
  expand(value) {
    if (typeof value !== 'string') return undefined
    const node = value.includes('.') ? 'fragment' : 'part'
    return { value: { node, [node]: value }, moves: ['node', node].map((key) => ({ to: `/${key}`, from: '' })) }
  },
  contract(long, contracted) {
    if (!isRecord(long) || Object.keys(long).length !== 2) return contracted
    const { node, part, fragment } = long
    if (node === 'part' && typeof part === 'string' && !part.includes('.')) return part
    return node === 'fragment' && typeof fragment === 'string' && fragment.includes('.') ? fragment : contracted
  },
}
