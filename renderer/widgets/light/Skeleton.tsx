/** Grey shapes in place of content on its way. */
import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'

/** @param lines text lines; the last one is shorter. `cards` draws that many card shapes instead. */
export function Skeleton({ lines = 3, cards }: { lines?: number; cards?: number }): ReactNode {
  if (cards) {
    return (
      <div className="ag-cards" aria-hidden="true" aria-busy="true">
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
          <div key={index} className="ag-card ag-skeleton-card">
            <div className="ag-skeleton ag-skeleton--cover" />
            <div className="ag-skeleton ag-skeleton--line" />
            <div className="ag-skeleton ag-skeleton--line ag-skeleton--short" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div className="ag-skeleton-lines" aria-hidden="true" aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <div key={index} className="ag-skeleton ag-skeleton--line" />
      ))}
    </div>
  )
}

/** In place of some words in a line; for a reader of screens, that they are coming. */
export function SkeletonWords(): ReactNode {
  return (
    <span className="ag-skeleton ag-skeleton--words" aria-busy="true">
      <span className="ag-hidden">{translate('kernel.load.running')}</span>
    </span>
  )
}
