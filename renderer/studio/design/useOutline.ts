import type { FormDocument } from '../../../runtime/core/documents.ts'
import { type OutlineRow, outline } from '../../../runtime/core/studio/outline.ts'
import { useDerived } from '../useDesign.ts'

let last: readonly OutlineRow[] = []

/** The parts of the form in order. An unchanged part keeps its identity, so that only new or moved parts are drawn again. */
export function useOutline(): readonly OutlineRow[] {
  return useDerived(keptRows, sameRows)
}

function keptRows(form: FormDocument): readonly OutlineRow[] {
  const known = new Map(last.map((row) => [row.path, row]))
  last = outline(form).map((row) => {
    const before = known.get(row.path)
    return before && isSame(before, row) ? before : row
  })
  return last
}

function isSame(left: OutlineRow, right: OutlineRow): boolean {
  return (Object.keys(right) as (keyof OutlineRow)[]).every((key) => left[key] === right[key])
}

function sameRows(left: readonly OutlineRow[], right: readonly OutlineRow[]): boolean {
  return left.length === right.length && left.every((row, index) => row === right[index])
}
