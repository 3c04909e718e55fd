/** Whether a table is wide enough for its rows with their actions spelled out, and whether it still scrolls sideways when they are in a menu. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export interface RowRoom {
  /** What the table scrolls in. */
  box: RefObject<HTMLElement | null>
  tight: boolean
  overflows: boolean
}

/** @param content  changes when other rows or columns are drawn, which are then measured again */
export function useRowRoom(content: string): RowRoom {
  const box = useRef<HTMLElement | null>(null)
  /** Of the box and of the table in it, in pixels. */
  const [size, setSize] = useState({ outer: 0, inner: 0 })
  /** Pixels that this content takes with its actions spelled out; known once it did not fit. */
  const [needed, setNeeded] = useState({ content: '', pixels: 0 })
  const known = needed.content === content ? needed.pixels : 0
  const isWide = size.inner > size.outer + 1
  const tight = known > size.outer

  useLayoutEffect(() => {
    const measure = (): void => setSize({ outer: box.current!.clientWidth, inner: box.current!.scrollWidth })
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    observer.observe(box.current!.firstElementChild!)
    return () => observer.disconnect()
  }, [])
  // before it is painted: rows never show in both shapes
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content or other actions take another width
  useLayoutEffect(() => {
    const [outer, inner] = [box.current!.clientWidth, box.current!.scrollWidth]
    setSize((last) => (last.outer === outer && last.inner === inner ? last : { outer, inner }))
    if (known === 0 && inner > outer + 1) setNeeded({ content, pixels: inner })
  }, [content, known, tight, size])

  return { box, tight, overflows: isWide }
}
