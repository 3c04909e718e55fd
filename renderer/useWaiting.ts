import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { namesIn } from '../runtime/client/scope.ts'
import { useScreen } from './ScreenContext.ts'

/** Whether a source that the value reads is still loading for the first time. @param reads any value of a document, with its expressions */
export function useWaiting(reads: unknown): boolean {
  const { screen } = useScreen()
  const states = useSnapshot(screen.sources.states)
  const names = useMemo(() => [...namesIn(reads)], [reads])
  return names.some((name) => states[name]?.status === 'loading' || states[name]?.status === 'waiting')
}
