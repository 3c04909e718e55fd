import type { ReactNode } from 'react'
import { evaluateCel } from '../../runtime/client/scope.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import { Chart, type Point } from '../Chart.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped, useText } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** A chart of the list in a source. */
export default function ChartNode({ node }: NodeProps<'chart'>): ReactNode {
  const title = useText(node.title)
  const waiting = (
    <figure className="ag-chart">
      <figcaption className="ag-chart__head">
        <span className="ag-chart__title">{title}</span>
      </figcaption>
      <Skeleton lines={6} />
    </figure>
  )
  return (
    <SourceFrame reads={node.of} skeleton={waiting}>
      <Drawn node={node} title={title} />
    </SourceFrame>
  )
}

function Drawn({ node, title }: NodeProps<'chart'> & { title: string }): ReactNode {
  const points = useScoped((scope): Point[] => {
    const rows = evaluateCel(node.of, scope)
    return (Array.isArray(rows) ? rows : []).map((row) => ({ name: resolveText(row?.[node.x]), value: Number(row?.[node.y] ?? 0) }))
  })
  const { height } = node
  return <Chart kind={node.chart} title={title} caption={title} points={points} {...(height === undefined ? {} : { height })} />
}
