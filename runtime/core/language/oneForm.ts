/** A list of one: `"children": { "node": "table", ... }` stands for `"children": [{ "node": "table", ... }]`. */
import { isRecord } from '../isRecord.ts'
import type { ShortForm } from './shortForm.ts'

export const oneForm: ShortForm = {
  expand(value) {
    return isItem(value) ? { value: [value], moves: [{ to: '/0', from: '' }] } : undefined
  },
  contract(_, contracted) {
    const isOne = Array.isArray(contracted) && contracted.length === 1 && isItem(contracted[0])
    return isOne ? contracted[0] : contracted
  },
}

function isItem(value: unknown): boolean {
  return isRecord(value) || typeof value === 'string'
}
