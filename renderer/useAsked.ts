/** What a call answers for parameters that change: the last answer stays while the next one comes, one that is no longer wanted is dropped. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, isAborted } from '../runtime/client/CallError.ts'
import { firstAnswer } from '../runtime/client/firstScreen.ts'
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
  const [state, setState] = useState<AskedState<T>>(() => firstState(call, params))
  const came = useRef(!state.fresh)
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
    if (came.current) came.current = false
    else void load()
    return () => running.current?.abort()
  }, [load])
  return { state, reload: load }
}

function firstState<T>(call: string, params: Record<string, unknown> | null): AskedState<T> {
  const came = params && firstAnswer(call, params)
  return { data: (came?.data as T) ?? null, fresh: !came, busy: params !== null && !came, error: null }
}
