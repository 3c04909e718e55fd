/** What the server wrote into the head is of the page that was asked for. When another one is shown it leaves: a browser that shares the page would take
 *  its address and words. */
import { useEffect, useRef } from 'react'

/** @param address  path and query that are shown */
export function useLeftHead(address: string): void {
  const first = useRef(address)
  useEffect(() => {
    if (address === first.current) return
    for (const element of document.head.querySelectorAll('[data-page]')) element.remove()
  }, [address])
}
