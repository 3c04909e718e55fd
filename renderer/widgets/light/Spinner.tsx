import type { ReactNode } from 'react'

/** A rotating ring; still for people who prefer reduced motion, where the label says that something is loading. */
export function Spinner({ label }: { label?: string }): ReactNode {
  return (
    <span className="ag-spinner" role={label ? 'status' : undefined}>
      {label && <span className="ag-hidden">{label}</span>}
    </span>
  )
}
