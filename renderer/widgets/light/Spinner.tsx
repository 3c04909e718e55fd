/** A turning ring; still for people who prefer less motion, where the words beside it say that something runs. */
import type { ReactNode } from 'react'

export function Spinner({ label }: { label?: string }): ReactNode {
  return (
    <span className="ag-spinner" role={label ? 'status' : undefined}>
      {label && <span className="ag-hidden">{label}</span>}
    </span>
  )
}
