/** The rows of a table for its parameters. */
import { useMemo } from 'react'
import { type AskedState, useAsked } from '../useAsked.ts'
import type { Row } from './tableColumns.ts'
import type { TableView } from './tableView.ts'

export interface RowsState extends Omit<AskedState<unknown>, 'data'> {
  rows: Row[]
  total: number
  /** There are more than were counted. */
  atLeast: boolean
  /** Groups that are too small to be shown. */
  withheld: number
}

type Turn = Pick<TableView, 'page' | 'size' | 'sort'>

/** @param params null while the table must wait for something: that is busy, too. @param turn  of a call that answers all rows together: the page of them, and
 *  their order */
export function useRows(call: string, params: Record<string, unknown> | null, turn?: Turn): { state: RowsState; reload(): Promise<void> } {
  const { state, reload } = useAsked<unknown>(call, params)
  const { page, size, sort } = turn ?? {}
  const rows = useMemo(() => {
    const { data, fresh, busy, error } = state
    const answered = rowsOf(data)
    const shown = page === undefined || size === undefined ? answered.rows : pageOf(answered.rows, { page, size, sort: sort ?? '' })
    return { ...answered, rows: shown, fresh, busy: busy || (fresh && !error), error }
  }, [state, page, size, sort])
  return { state: rows, reload }
}

interface Answer {
  list?: Row[]
  groups?: Row[]
  total?: number
  atLeast?: boolean
  withheld?: number
}

function rowsOf(data: unknown): Pick<RowsState, 'rows' | 'total' | 'atLeast' | 'withheld'> {
  const { list, groups, total, atLeast = false, withheld = 0 }: Answer = Array.isArray(data) ? { list: data } : (data ?? {})
  // the total of groups is of what they count
  if (groups) return { rows: groups, total: groups.length, atLeast, withheld }
  return { rows: list ?? [], total: Number(total ?? list?.length ?? 0), atLeast, withheld }
}

function pageOf(rows: readonly Row[], { page, size, sort }: Turn): Row[] {
  const [sign, key] = sort.startsWith('-') ? [-1, sort.slice(1)] : [1, sort]
  const ordered = key === '' ? rows : rows.toSorted((one, other) => sign * compareValues(one[key], other[key]))
  return ordered.slice((page - 1) * size, page * size)
}

/** Texts as people order them; what is absent stands first. */
function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one ?? '').localeCompare(String(other ?? ''), undefined, { numeric: true })
}
