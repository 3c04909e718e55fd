import type { ReactNode } from 'react'
import { Chart, type Point } from '../Chart.tsx'

interface NotedBarsProps {
  title: string
  points: readonly Point[]
  /** A sentence below the bars. */
  note: string
}

/** Bars that need a word of explanation. */
export function NotedBars({ title, points, note }: NotedBarsProps): ReactNode {
  return <Chart kind="bars" title={title} caption={title} points={points} note={<p className="ag-results__note">{note}</p>} />
}
