/** What a call answers for parameters that change: the last answer stays while the next one comes, one that is no longer wanted is dropped. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, isAborted } from '../runtime/client/CallError.ts'
import { request } from '../runtime/client/http.ts'

export interface AskedState<T> {
  data: T | null
  /** Nothing has come yet. */
  fresh: boolean
  busy: boolean
  error: CallError | null
}

/** @param params null: nothing is asked */
export function useAsked<T>(call: string, params: Record<string, unknown> | null): { state: AskedState<T>; reload(): Promise<void> } {
  const [state, setState] = useState<AskedState<T>>({ data: null, fresh: true, busy: params !== null, error: null })
  const running = useRef<AbortController | null>(null)
  const wanted = params && JSON.stringify(params)

  const load = useCallback(async (): Promise<void> => {
    running.current?.abort()
    if (wanted === null) return
    const controller = new AbortController()
    running.current = controller
    setState((last) => ({ ...last, busy: true }))
    try {
      const data = await request<T>(call, JSON.parse(wanted), { signal: controller.signal })
      if (!controller.signal.aborted) setState({ data, fresh: false, busy: false, error: null })
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
