/** A list that draws only the rows near the window; the rest is empty space of the expected height. A short list is drawn whole. */
import { defaultRangeExtractor, type Range, type ReactVirtualizer, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

interface LongListProps {
  count: number
  /** Distinguishes rows wherever they stand: what was measured moves along. */
  keyOf(index: number): string
  /** Height in px, until it is measured. */
  estimate(index: number): number
  /** Between two rows, in px. */
  gap: number
  /** Drawn wherever it stands: it has the focus, or Tab arrives there. */
  kept: number
  children(index: number): ReactNode
}

/** Rows of a list that is drawn whole. */
const WHOLE = 40
const BEYOND = 5

/** In the window's own scrolling. */
export function LongList(props: LongListProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const scrollMargin = useTop(place)
  return <Rows {...props} place={place} list={useWindowVirtualizer<HTMLElement>({ ...optionsOf(props), scrollMargin })} />
}

/** In a box that scrolls by itself: the parent of the list. */
export function LongListInBox(props: LongListProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const getScrollElement = () => place.current?.parentElement ?? null
  return <Rows {...props} place={place} list={useVirtualizer<HTMLElement, HTMLElement>({ ...optionsOf(props), getScrollElement })} />
}

function optionsOf({ count, keyOf, estimate, gap, kept }: LongListProps) {
  const rangeExtractor = (range: Range) => {
    if (count <= WHOLE) return Array.from({ length: count }, (_, index) => index)
    const near = defaultRangeExtractor(range)
    return kept < 0 || near.includes(kept) ? near : [...near, kept].sort((left, right) => left - right)
  }
  return { count, gap, overscan: BEYOND, getItemKey: keyOf, estimateSize: estimate, rangeExtractor, useFlushSync: false }
}

interface RowsProps extends LongListProps {
  place: RefObject<HTMLDivElement | null>
  list: ReactVirtualizer<Window, HTMLElement> | ReactVirtualizer<HTMLElement, HTMLElement>
}

function Rows({ place, list, gap, children }: RowsProps): ReactNode {
  const { scrollMargin } = list.options
  const items = list.getVirtualItems()
  return (
    <div ref={place} role="presentation" className="ag-studio-long">
      {items.map((item, at) => (
        <Fragment key={item.key}>
          <Room height={item.start - (at === 0 ? scrollMargin : items[at - 1]!.end + gap)} />
          <div ref={list.measureElement} role="presentation" data-index={item.index} style={{ marginBottom: gap }}>
            {children(item.index)}
          </div>
        </Fragment>
      ))}
      <Room height={list.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin) - gap} />
    </div>
  )
}

function Room({ height }: { height: number }): ReactNode {
  return height > 0 ? <div role="presentation" style={{ height }} /> : null
}

/** Distance from the top of the page, followed while what is above grows or shrinks. */
function useTop(place: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const measure = () => setTop(Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [place])
  return top
}
