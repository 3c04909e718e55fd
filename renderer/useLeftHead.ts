/** Removes the head tags that the server wrote for the requested page, once another page is shown: a browser that shares the page would use its
 * address and title. */
import { useEffect, useRef } from 'react'

/** @param address  path and query that are shown */
export function useLeftHead(address: string): void {
  const first = useRef(address)
  useEffect(() => {
    if (address === first.current) return
    for (const element of document.head.querySelectorAll('[data-page]')) element.remove()
  }, [address])
}
