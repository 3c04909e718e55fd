import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useScrollEdges } from './useScrollEdges.ts'

export interface TabItem {
  id: string
  title: string
  badge?: string
}

/** Tabs with the usual keys: arrow keys move, Home and End jump. On a phone the strip scrolls sideways. */
export function Tabs({
  items,
  current,
  onChange,
  label,
  children,
}: {
  items: readonly TabItem[]
  current: string
  onChange(id: string): void
  label?: string
  /** The current panel. */
  children: ReactNode
}): ReactNode {
  const base = useId()
  const strip = useRef<HTMLDivElement>(null)
  useScrollEdges(strip)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current tab changes
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (tab && strip.current) strip.current.scrollLeft = tab.offsetLeft - strip.current.clientWidth / 2 + tab.clientWidth / 2
  }, [current])

  function move(event: KeyboardEvent): void {
    const index = items.findIndex((item) => item.id === current)
    const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: items.length - 1 }
    const next = items[(steps[event.key]! + items.length) % items.length]
    if (!(event.key in steps) || !next) return
    event.preventDefault()
    onChange(next.id)
    strip.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }

  return (
    <div className="ag-tabs">
      <div ref={strip} className="ag-tabs__strip" role="tablist" aria-label={label} onKeyDown={move} tabIndex={-1}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${base}-tab-${item.id}`}
            data-tab={item.id}
            aria-selected={item.id === current}
            aria-controls={`${base}-panel`}
            tabIndex={item.id === current ? 0 : -1}
            className="ag-tabs__tab"
            onClick={() => onChange(item.id)}
          >
            {item.title}
            {item.badge && <span className="ag-badge">{item.badge}</span>}
          </button>
        ))}
      </div>
      <div className="ag-tabs__panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-tab-${current}`}>
        {children}
      </div>
    </div>
  )
}
