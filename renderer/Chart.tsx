import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { skin } from '../runtime/client/skins.ts'
import { translate } from '../runtime/client/texts.ts'
import { type ChartKind, chartOption, echarts } from './chartOption.ts'
import { Button } from './widgets/light/Button.tsx'
import { Empty } from './widgets/light/Empty.tsx'

export interface Point {
  name: string
  value: number
  /** What stands for the value in words: `12 (34 %)`. */
  words?: string
}
export interface ChartProps {
  kind: ChartKind
  title: ReactNode
  /** What a screen reader calls the table. */
  caption: string
  /** Null: not known yet. */
  points: readonly Point[]
  height?: number
  /** Below the title. */
  note?: ReactNode
  children?: ReactNode
}

const DEFAULT_HEIGHT = 280
/** A horizontal bar with its name, and the space above and below. */
const BAR_HEIGHT = 30
const BARS_EDGE = 24

/** A chart, with the same numbers as a table. echarts loads with the first chart. */
export function Chart({ title, note, children, ...rest }: ChartProps): ReactNode {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className="ag-chart">
      <figcaption className="ag-chart__head">
        <span className="ag-chart__title">{title}</span>
        {rest.points.length > 0 && (
          <Button size="small" tone="link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {translate(asTable ? 'kernel.chart.picture' : 'kernel.chart.table')}
          </Button>
        )}
      </figcaption>
      {note}
      <ChartBody {...rest} asTable={asTable} />
      {children}
    </figure>
  )
}

/** People who cannot see the picture always get the table. */
export function ChartBody({ kind, points, caption, height, asTable }: Omit<ChartProps, 'title'> & { asTable: boolean }): ReactNode {
  if (points.length === 0) return <Empty title={translate('kernel.empty')} />
  const own = kind === 'bars' ? points.length * BAR_HEIGHT + BARS_EDGE : DEFAULT_HEIGHT
  return (
    <>
      {!asTable && <Picture kind={kind} points={points} height={height ?? own} />}
      <PointTable points={points} caption={caption} hidden={!asTable} />
    </>
  )
}

function Picture({ kind, points, height }: { kind: ChartKind; points: readonly Point[]; height: number }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { tokens } = useSnapshot(skin)
  useEffect(() => {
    const chart = echarts.init(box.current!)
    chart.setOption(chartOption(kind, points, tokens))
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(box.current!)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [kind, points, tokens])
  return <div ref={box} className="ag-chart__picture" aria-hidden="true" style={{ '--ag-height': `${height}px` } as CSSProperties} />
}

function PointTable({ points, caption, hidden }: { points: readonly Point[]; caption: string; hidden: boolean }): ReactNode {
  return (
    <table className={hidden ? 'ag-hidden' : 'ag-simple-table'}>
      <caption className="ag-hidden">{caption}</caption>
      <tbody>
        {points.map((point) => (
          <tr key={point.name}>
            <th scope="row">{point.name}</th>
            <td>{point.words ?? point.value.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
