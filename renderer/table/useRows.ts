/** The rows of a table for its parameters. */
import { useMemo } from 'react'
import { type AskedState, useAsked } from '../useAsked.ts'
import type { Row } from './tableColumns.ts'

export interface RowsState extends Omit<AskedState<unknown>, 'data'> {
  rows: Row[]
  total: number
  /** There are more than were counted. */
  atLeast: boolean
}

/** @param params null while the table must wait for something: that is busy, too */
export function useRows(call: string, params: Record<string, unknown> | null): { state: RowsState; reload(): Promise<void> } {
  const { state, reload } = useAsked<unknown>(call, params)
  const rows = useMemo(() => {
    const { data, fresh, busy, error } = state
    return { ...rowsOf(data), fresh, busy: busy || (fresh && !error), error }
  }, [state])
  return { state: rows, reload }
}

function rowsOf(data: unknown): { rows: Row[]; total: number; atLeast: boolean } {
  if (Array.isArray(data)) return { rows: data, total: data.length, atLeast: false }
  const { list, total, atLeast } = (data ?? {}) as { list?: Row[]; total?: number; atLeast?: boolean }
  return { rows: list ?? [], total: Number(total ?? list?.length ?? 0), atLeast: atLeast === true }
}
