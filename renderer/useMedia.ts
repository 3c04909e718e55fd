/** Media queries as React state. */
import { useEffect, useState } from 'react'

/** Widths that the styles treat as a phone. */
export const PHONE = '(max-width: 767px)'

/** Whether a media query holds, following changes. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const hear = (): void => setMatches(list.matches)
    list.addEventListener('change', hear)
    return () => list.removeEventListener('change', hear)
  }, [query])
  return matches
}
