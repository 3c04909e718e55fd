/** Whether an element has been near the window once: until then a long form draws words instead of controls. */
import { type RefObject, useEffect, useState } from 'react'

const MARGIN_PX = 600
const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | null = null

export function useNear(element: RefObject<Element | null>, atFirst: boolean): boolean {
  const [near, setNear] = useState(atFirst)
  useEffect(() => {
    const found = element.current
    if (near || !found) return
    observer ??= new IntersectionObserver(hear, { rootMargin: `${MARGIN_PX}px 0px` })
    waiting.set(found, () => setNear(true))
    observer.observe(found)
    return () => {
      waiting.delete(found)
      observer?.unobserve(found)
    }
  }, [element, near])
  return near
}

function hear(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
}
