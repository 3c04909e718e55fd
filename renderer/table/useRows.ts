/** Fetches the rows of a table for its parameters; the last rows stay while new ones come, and answers that are no longer wanted are dropped. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, isAborted } from '../../runtime/client/CallError.ts'
import { request } from '../../runtime/client/http.ts'
import type { Row } from './tableColumns.ts'

export interface RowsState {
  rows: Row[]
  total: number
  /** Nothing has come yet. */
  fresh: boolean
  busy: boolean
  error: CallError | null
}

const NOTHING: RowsState = { rows: [], total: 0, fresh: true, busy: true, error: null }

/** @param params null while the table must wait for something */
export function useRows(call: string, params: Record<string, unknown> | null): { state: RowsState; reload(): Promise<void> } {
  const [state, setState] = useState<RowsState>(NOTHING)
  const running = useRef<AbortController | null>(null)
  const wanted = params && JSON.stringify(params)

  const load = useCallback(async (): Promise<void> => {
    running.current?.abort()
    if (wanted === null) return
    const controller = new AbortController()
    running.current = controller
    setState((last) => ({ ...last, busy: true }))
    try {
      const data = await request<unknown>(call, JSON.parse(wanted), { signal: controller.signal })
      if (!controller.signal.aborted) setState({ ...rowsOf(data), fresh: false, busy: false, error: null })
    } catch (error) {
      if (isAborted(error) || controller.signal.aborted) return
      setState((last) => ({ ...last, busy: false, error: error instanceof CallError ? error : new CallError('UNEXPECTED') }))
    }
  }, [call, wanted])

  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [load])
  return { state, reload: load }
}

function rowsOf(data: unknown): { rows: Row[]; total: number } {
  if (Array.isArray(data)) return { rows: data, total: data.length }
  const { list, total } = (data ?? {}) as { list?: Row[]; total?: number }
  return { rows: list ?? [], total: Number(total ?? list?.length ?? 0) }
}
