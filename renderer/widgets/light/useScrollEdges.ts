/** Tells the style at which ends a horizontally scrolling strip continues (`data-more`: start, end, both), so that these ends fade. */
import { type RefObject, useEffect } from 'react'

export function useScrollEdges(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const mark = () => {
      const start = element.scrollLeft > 1
      const end = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      element.dataset.more = start && end ? 'both' : start ? 'start' : end ? 'end' : ''
    }
    const watch = new ResizeObserver(mark)
    for (const each of [element, ...element.children]) watch.observe(each)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [strip])
}
