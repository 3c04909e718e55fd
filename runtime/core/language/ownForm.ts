/** `"own"` stands for the document's own permissions: the role reaches as far below as on the object itself. */
import { sameJson } from './sameJson.ts'
import type { ShortForm } from './shortForm.ts'

export const ownForm: ShortForm = {
  expand(value, { root }) {
    return value === 'own' ? { value: root.permissions, moves: [{ to: '', from: '' }] } : undefined
  },
  contract(long, contracted, { root }) {
    return sameJson(long, root.permissions) ? 'own' : contracted
  },
}
