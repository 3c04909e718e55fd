/** Whether what a value reads has not come yet for the first time. */
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { namesIn } from '../runtime/client/scope.ts'
import { useScreen } from './ScreenContext.ts'

/** @param reads any value of a document; the sources named in its expressions decide */
export function useWaiting(reads: unknown): boolean {
  const { screen } = useScreen()
  const states = useSnapshot(screen.sources.states)
  const names = useMemo(() => [...namesIn(reads)], [reads])
  return names.some((name) => states[name]?.status === 'loading' || states[name]?.status === 'waiting')
}
