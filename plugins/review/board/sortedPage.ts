/** One page of computed rows: sorted by a column, those without a value last. */
interface Asked {
  /** Name of a column; - before it: highest first. */
  sort?: string | undefined
  pageNum?: number | undefined
  pageSize?: number | undefined
}

const PAGE = 20

export function sortedPage<R extends object>(rows: readonly R[], { sort, pageNum = 1, pageSize = PAGE }: Asked) {
  const [field, sign] = sort?.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  const keyOf = (row: R) => (row as Record<string, unknown>)[field ?? ''] ?? null
  const list = field === undefined ? rows : rows.toSorted((one, other) => compared(keyOf(one), keyOf(other), sign))
  return { list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: rows.length, pageNum, pageSize }
}

function compared(one: unknown, other: unknown, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sign * (typeof one === 'string' ? one.localeCompare(String(other)) : Number(one) - Number(other))
}
