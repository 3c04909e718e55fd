/** Expressions written as a tree: `{ "cases": [{ "when": "=...", "then": ... }, { "then": ... }] }`, `{ "all": ["=...", "=..."] }`, `{ "any": [...] }`,
 *  and an address by its page, `{ "page": "notes.show", "with": { "id": "=row.id" } }`. Each stands for one expression. */
import { isExpression } from './expressionForm.ts'
import { isCases, isConditions, isPage, sourceOfTree, type TreeReading, treeOfSource } from './expressionTree.ts'
import type { ShortForm } from './shortForm.ts'

export const casesForm: ShortForm = treeForm(isCases)
export const conditionsForm: ShortForm = treeForm(isConditions)
export const pageForm: ShortForm = treeForm(isPage)

function treeForm(is: (value: unknown) => boolean): ShortForm {
  return {
    expand(value) {
      if (!is(value)) return undefined
      const reading: TreeReading = { mistakes: [] }
      const cel = sourceOfTree(value, '', reading)
      return { value: { cel }, moves: [{ to: '/cel', from: '' }], mistakes: reading.mistakes }
    },
    contract(long, contracted) {
      const tree = isExpression(long) ? treeOfSource(long.cel) : undefined
      return is(tree) ? tree : contracted
    },
  }
}
