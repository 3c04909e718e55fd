/** Asks before a page with unsent answers is left. Answers kept as a draft need no question. */
import { useEffect, useRef } from 'react'
import { guardUnsent } from '../../runtime/client/unsent.ts'

export function useLeaveGuard(hasUnsent: () => boolean): void {
  const latest = useRef(hasUnsent)
  latest.current = hasUnsent
  useEffect(() => guardUnsent(() => latest.current()), [])
}
