import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { TabItem } from './Tabs.tsx'
import { useScrollEdges } from './useScrollEdges.ts'

export interface TabLinksProps {
  items: readonly TabItem[]
  current: string
  addressOf(id: string): string
  /** Content of the open tab. */
  children: ReactNode
}

/** Tabs with their own addresses: links, which open in another window and work with Back. On a phone the strip scrolls sideways and keeps the
 * current tab visible. */
export function TabLinks({ items, current, addressOf, children }: TabLinksProps): ReactNode {
  const strip = useRef<HTMLElement>(null)
  useScrollEdges(strip)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the open one changes
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (open && strip.current) strip.current.scrollLeft = open.offsetLeft - strip.current.clientWidth / 2 + open.clientWidth / 2
  }, [current])
  return (
    <div className="ag-tabs">
      <nav ref={strip} className="ag-tabs__strip">
        {items.map((item) => (
          <Link
            key={item.id}
            to={addressOf(item.id)}
            className="ag-tabs__tab"
            aria-current={item.id === current ? 'page' : undefined}
            preventScrollReset
          >
            {item.title}
            {item.badge && <span className="ag-badge">{item.badge}</span>}
          </Link>
        ))}
      </nav>
      <div className="ag-tabs__panel">{children}</div>
    </div>
  )
}
