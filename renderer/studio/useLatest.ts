import { useRef } from 'react'
import type { Cel } from '../../runtime/core/documents.ts'
import { useValue } from '../useScoped.ts'

/** The last answer of a source, kept while the source loads again, so that edits stay. Null before the first answer. */
export function useLatest<T>(of: Cel): T | null {
  const answered = useValue(of) as T | null | undefined
  const last = useRef<T | null>(null)
  if (answered) last.current = answered
  return last.current
}
