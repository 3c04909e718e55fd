/** Sorts each column separately, so that a row does not belong to one person. Values of too few people are withheld or coarsened, by the rule that the
 *  statistics follow (`smallGroups.ts`). */
import { shownGroups } from '../statistics/smallGroups.ts'
import { plainCell } from './cellValues.ts'
import type { ExportColumn } from './exportColumns.ts'

/** Values that have an order. */
type Plain = string | number | null

type Pages = AsyncIterable<Record<string, unknown>[]> | Iterable<Record<string, unknown>[]>

/**
 * Sorted by value, which does not tell who gave it. Choices of fewer people than `size` become `few`, with as many others as prevent recovery by subtraction;
 * numbers and days become spans of at least `size` answers; a text stays where at least `size` people wrote it, as the statistics show it too; everything
 * else is left out.
 */
export async function shuffledColumns(
  columns: readonly ExportColumn[],
  pages: Pages,
  { size, few }: { size: number; few: string },
): Promise<{ columns: ExportColumn[]; rows: Record<string, unknown>[][] }> {
  const visible = columns.filter(({ kind }) => kind !== undefined && kind !== 'withheld')
  const values: Plain[][] = visible.map(() => [])
  let count = 0
  for await (const page of pages) {
    for (const row of page) for (const [at, column] of visible.entries()) values[at]!.push(plainCell(column.value(row)))
    count += page.length
  }
  const shown = values.map((each, at) => {
    each.sort(byValue)
    if (visible[at]!.kind === 'group') return hideFew(each, size, few)
    return visible[at]!.kind === 'span' ? spans(each, size, few) : hideFewTexts(each, size, few)
  })
  return {
    columns: visible.map(({ title }, at) => ({ title, value: (row) => shown[at]![row.at as number] ?? null })),
    rows: [Array.from({ length: count }, (_, at) => ({ at }))],
  }
}

/** People who gave no answer are a group as well. */
function hideFew(values: readonly Plain[], size: number, few: string): Plain[] {
  const groups = Map.groupBy(values, (value) => value)
  const may = shownGroups(
    [...groups.values()].map(({ length }) => length),
    size,
  )
  const hidden = new Set([...groups.keys()].filter((_, at) => !may[at]))
  return values.map((value) => (hidden.has(value) ? few : value)).sort((one, other) => Number(one === few) - Number(other === few))
}

/** Texts of too few people are not shown at all. */
function hideFewTexts(values: readonly Plain[], size: number, few: string): Plain[] {
  const isFew = values.filter((value) => value !== null && value !== '').length < size
  return values.map((value) => (isFew && value !== null && value !== '' ? few : value))
}

/** Equal values stay together; what is left over at the end joins the span before. */
function spans(values: readonly Plain[], size: number, few: string): Plain[] {
  const given = values.filter((value) => value !== null)
  const groups: Plain[][] = []
  for (const value of given) {
    const last = groups.at(-1)
    if (last && (last.length < size || last.at(-1) === value)) last.push(value)
    else groups.push([value])
  }
  if (groups.length > 1 && groups.at(-1)!.length < size) groups.splice(-2, 2, [...groups.at(-2)!, ...groups.at(-1)!])
  const cells = groups.flatMap((group) => group.map(() => (group.length < size ? few : spanOf(group[0]!, group.at(-1)!))))
  return [...cells, ...values.slice(given.length)]
}

function spanOf(from: Plain, to: Plain): Plain {
  return from === to ? from : `${from} – ${to}`
}

/** Empty cells last. */
function byValue(one: Plain, other: Plain): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : 1
}
