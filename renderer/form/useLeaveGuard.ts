import { useEffect, useRef } from 'react'
import { guardUnsent } from '../../runtime/client/unsent.ts'

/** Asks before a page with unsent answers is left. Answers kept in a draft need no question. */
export function useLeaveGuard(hasUnsent: () => boolean): void {
  const latest = useRef(hasUnsent)
  latest.current = hasUnsent
  useEffect(() => guardUnsent(() => latest.current()), [])
}
