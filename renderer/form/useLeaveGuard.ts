/** Asks before a tab with unsent answers is closed or reloaded. Answers kept as a draft need no question. */
import { useEffect, useRef } from 'react'

export function useLeaveGuard(hasUnsent: () => boolean): void {
  const latest = useRef(hasUnsent)
  latest.current = hasUnsent
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
