/** The steps on the way through a form, as its answers stand. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { FormSession } from './FormSession.ts'
import { layoutForm, type StepLayout } from './layoutForm.ts'

/** All steps where none can be passed over. */
export function useWay(session: FormSession): StepLayout[] {
  const steps = useMemo(() => layoutForm(session.compiled), [session])
  const subscribe = useCallback((listener: () => void) => session.onChange(listener), [session])
  const way = useSyncExternalStore(subscribe, () => session.engine.way().join('\n'))
  return useMemo(() => {
    if (way === '') return steps
    return way.split('\n').flatMap((id) => steps.find((step) => step.id === id) ?? [])
  }, [steps, way])
}
