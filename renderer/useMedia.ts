/** Media queries as React state. */
import { useCallback, useSyncExternalStore } from 'react'
import { firstPhone } from '../runtime/client/firstScreen.ts'

/** Widths that the styles treat as a phone. */
export const PHONE = '(max-width: 767px)'

/** Whether a media query holds, following changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (hear: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', hear)
      return () => list.removeEventListener('change', hear)
    },
    [query],
  )
  // a page that comes drawn was drawn for a width that the server could only suppose
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => query.includes('max-width') && firstPhone() === true,
  )
}
