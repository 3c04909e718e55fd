/** A status in a word, with the colour of its meaning and a dot so that colour is not alone. */
import type { ReactNode } from 'react'

export type PillColor = 'default' | 'info' | 'success' | 'warning' | 'error'

export function Pill({ color = 'default', children }: { color?: PillColor; children: ReactNode }): ReactNode {
  return <span className={`ag-pill ag-pill--${color}`}>{children}</span>
}

/** A fact in a word: no dot, no colour. */
export function Tag({ children }: { children: ReactNode }): ReactNode {
  return <span className="ag-tag">{children}</span>
}
