/** Numbers as a picture, and as a table for whoever would rather read them. echarts comes only with the first chart. */
import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { evaluateCel } from '../../runtime/client/scope.ts'
import { skin } from '../../runtime/client/skins.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { chartOption, echarts } from '../chartOption.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped, useText } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Empty } from '../widgets/light/Empty.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export interface Point {
  name: string
  value: number
}
const DEFAULT_HEIGHT = 280

export default function ChartNode({ node }: NodeProps<'chart'>): ReactNode {
  const [asTable, setAsTable] = useState(false)
  const title = useText(node.title)
  return (
    <figure className="ag-chart">
      <figcaption className="ag-chart__head">
        <span className="ag-chart__title">{title}</span>
        <Button size="small" tone="link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {translate(asTable ? 'kernel.chart.picture' : 'kernel.chart.table')}
        </Button>
      </figcaption>
      <SourceFrame reads={node.of} skeleton={<Skeleton lines={6} />}>
        <Content node={node} title={title} asTable={asTable} />
      </SourceFrame>
    </figure>
  )
}

function Content({ node, title, asTable }: NodeProps<'chart'> & { title: string; asTable: boolean }): ReactNode {
  const points = useScoped((scope): Point[] => {
    const rows = evaluateCel(node.of, scope)
    return (Array.isArray(rows) ? rows : []).map((row) => ({ name: resolveText(row?.[node.x]), value: Number(row?.[node.y] ?? 0) }))
  })
  if (points.length === 0) return <Empty title={translate('kernel.empty')} />
  return asTable ? <PointTable points={points} /> : <Picture node={node} points={points} title={title} />
}

function Picture({ node, points, title }: NodeProps<'chart'> & { points: Point[]; title: string }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { tokens } = useSnapshot(skin)
  useEffect(() => {
    const chart = echarts.init(box.current!, null, { renderer: 'svg' })
    chart.setOption(chartOption(node.chart, points, tokens))
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(box.current!)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [node.chart, points, tokens])
  return (
    <div
      ref={box}
      className="ag-chart__picture"
      role="img"
      aria-label={title}
      style={{ '--ag-height': `${node.height ?? DEFAULT_HEIGHT}px` } as CSSProperties}
    />
  )
}

function PointTable({ points }: { points: Point[] }): ReactNode {
  return (
    <table className="ag-simple-table">
      <tbody>
        {points.map((point) => (
          <tr key={point.name}>
            <th scope="row">{point.name}</th>
            <td>{point.value.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
