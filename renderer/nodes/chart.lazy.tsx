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
  // Who cannot see the picture always has the table.
  return (
    <>
      {!asTable && <Picture node={node} points={points} />}
      <PointTable points={points} title={title} hidden={!asTable} />
    </>
  )
}

function Picture({ node, points }: NodeProps<'chart'> & { points: Point[] }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { tokens } = useSnapshot(skin)
  useEffect(() => {
    const chart = echarts.init(box.current!)
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
      aria-hidden="true"
      style={{ '--ag-height': `${node.height ?? DEFAULT_HEIGHT}px` } as CSSProperties}
    />
  )
}

function PointTable({ points, title, hidden }: { points: Point[]; title: string; hidden: boolean }): ReactNode {
  return (
    <table className={hidden ? 'ag-hidden' : 'ag-simple-table'}>
      <caption className="ag-hidden">{title}</caption>
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
