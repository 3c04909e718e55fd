import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsFirst } from './useIsFirst.ts'
import { PHONE, useMedia } from './useMedia.ts'

/** Keeps the main button of a page visible: on a phone in a bar at the bottom; on a wide screen in a bar under the header once the button has
 * scrolled out of view. */
export function StickyBar({ button, reason, children }: { button: ReactNode; reason: string; children: ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const phone = useMedia(PHONE)
  // on the first screen there is no place for it yet
  const isFirst = useIsFirst()
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) =>
      setAway(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0),
    )
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('ag-has-bottom-bar', phone)
    return () => document.documentElement.classList.remove('ag-has-bottom-bar')
  }, [phone])
  return (
    <div ref={place} className="ag-sticky-place">
      {phone ? null : children}
      {(phone || away) &&
        !isFirst &&
        createPortal(
          <div className={phone ? 'ag-bottom-bar' : 'ag-top-bar'}>
            <div className="ag-top-bar__inner">
              {phone ? (
                reason && <p className="ag-action__reason">{reason}</p>
              ) : (
                <p className="ag-top-bar__title">{document.querySelector('main h1')?.textContent}</p>
              )}
              {button}
            </div>
          </div>,
          document.body,
        )}
    </div>
  )
}
