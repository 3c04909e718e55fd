/** Decides which groups must be hidden so that no one can be identified: those with fewer people than the declared size, and as many others as prevent
 *  recovery by subtracting shown counts from a total. */

/** A cell of a table of counts; `shown` is taken away where it must be. */
export interface Cell {
  count: number
  shown: boolean
}

/**
 * Groups that divide people among them (an answer that is missing is a group as well), of whom the total is known.
 * @param barred  groups that are hidden for another reason
 * @returns for each group whether it may be shown: what is hidden holds at least `size` people together
 */
export function shownGroups(counts: readonly number[], size: number, barred: readonly boolean[] = []): boolean[] {
  const cells = counts.map((count, at) => ({ count, shown: !barred[at] && (count === 0 || count >= size) }))
  hideMore(cells, size)
  return cells.map(({ shown }) => shown)
}

/** While a hidden cell could be computed from the total of its line, the smallest visible cell is hidden too. */
function hideMore(cells: readonly Cell[], size: number): boolean {
  let changed = false
  for (;;) {
    const hidden = cells.filter(({ shown }) => !shown)
    const left = cells.filter(({ shown, count }) => shown && count > 0).sort((a, b) => a.count - b.count)
    const sum = hidden.reduce((total, { count }) => total + count, 0)
    // a single hidden group is the rest of the total
    if (hidden.length === 0 || left.length === 0 || (sum >= size && hidden.filter(({ count }) => count > 0).length > 1)) return changed
    left[0]!.shown = false
    changed = true
  }
}

/**
 * A table of counts, changed in place.
 * @param wholes  whether each person is in one cell of a line (a column): then the total of the line reveals a cell that is hidden alone, so another
 *                one is hidden too
 */
export function hideSmallCells(table: readonly (readonly Cell[])[], size: number, wholes: { lines: boolean; columns: boolean }): void {
  for (const cell of table.flat()) if (cell.count > 0 && cell.count < size) cell.shown = false
  const width = table[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => table.map((line) => line[at]!))
  for (let changed = true; changed; ) {
    changed = false
    if (wholes.lines) for (const line of table) changed = hideMore(line, size) || changed
    if (wholes.columns) for (const column of columns) changed = hideMore(column, size) || changed
  }
}

/** Of choices that one person may take several of: a known count of a choice also reveals how many did not choose it. */
export function hideSmallShares(cells: readonly Cell[], total: number, size: number): void {
  for (const cell of cells) {
    const others = total - cell.count
    if ((cell.count > 0 && cell.count < size) || (others > 0 && others < size)) cell.shown = false
  }
}
