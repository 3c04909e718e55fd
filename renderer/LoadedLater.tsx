import { type ReactNode, Suspense } from 'react'
import { useIsFirst } from './useIsFirst.ts'

/** Around what is loaded on demand: the first screen has the fallback, on the server and in the browser alike. */
export function LoadedLater({ fallback, children }: { fallback: ReactNode; children: ReactNode }): ReactNode {
  const isFirst = useIsFirst()
  return isFirst ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
}
