import type { ReactNode } from 'react'

export type PillColor = 'default' | 'info' | 'success' | 'warning' | 'error'

/** A status as text, with a colour and a dot, so that colour is not the only sign. */
export function Pill({ color = 'default', children }: { color?: PillColor; children: ReactNode }): ReactNode {
  return <span className={`ag-pill ag-pill--${color}`}>{children}</span>
}

/** A fact in a word: no dot, no colour. */
export function Tag({ children }: { children: ReactNode }): ReactNode {
  return <span className="ag-tag">{children}</span>
}
