/** Rows whose columns are each put into an order of their own: every column keeps its values, and no row is a person. */
import type { CellValue, ExportColumn } from './export-columns.ts'

type Pages = AsyncIterable<Record<string, unknown>[]> | Iterable<Record<string, unknown>[]>

/** Sorted by value, which says nothing of who gave it. */
export async function apartRows(
  columns: readonly ExportColumn[],
  pages: Pages,
): Promise<{ columns: ExportColumn[]; rows: Record<string, unknown>[][] }> {
  const values: CellValue[][] = columns.map(() => [])
  let count = 0
  for await (const page of pages) {
    for (const row of page) for (const [at, column] of columns.entries()) values[at]!.push(column.value(row))
    count += page.length
  }
  for (const each of values) each.sort(byValue)
  return {
    columns: columns.map(({ title }, at) => ({ title, value: (row) => values[at]![row.at as number] ?? null })),
    rows: [Array.from({ length: count }, (_, at) => ({ at }))],
  }
}

/** Empty cells last. */
function byValue(one: CellValue, other: CellValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : 1
}
