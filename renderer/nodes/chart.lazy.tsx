import type { ReactNode } from 'react'
import { enumLabel } from '../../runtime/client/format.ts'
import { evaluateCel, type Scope } from '../../runtime/client/scope.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import { Chart, type Point, type Series } from '../Chart.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped, useText } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** A chart of the list in a source, or of several. */
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
    <SourceFrame reads={[node.of, ...(node.series ?? []).map(({ of }) => of)]} skeleton={waiting}>
      <Drawn node={node} title={title} />
    </SourceFrame>
  )
}

function Drawn({ node, title }: NodeProps<'chart'> & { title: string }): ReactNode {
  const points = useScoped((scope) => pointsOf(node, scope))
  const legend = useText(node.legend)
  const further = useScoped((scope): Series[] =>
    (node.series ?? [])
      .filter(({ of }) => evaluateCel(of, scope) != null)
      .map(({ of, y, legend: words }) => ({ legend: resolveText(words, scope), points: pointsOf({ ...node, of, y }, scope) })),
  )
  const { height, format } = node
  return (
    <Chart
      kind={node.chart}
      title={title}
      caption={title}
      points={points}
      legend={legend}
      further={further}
      {...(format === undefined ? {} : { format })}
      {...(height === undefined ? {} : { height })}
    />
  )
}

type Read = Pick<NodeProps<'chart'>['node'], 'of' | 'x' | 'y' | 'enum'>

function pointsOf({ of, x, y, enum: labels }: Read, scope: Scope): Point[] {
  const rows = evaluateCel(of, scope)
  const nameOf = (value: unknown) => (labels && value != null ? enumLabel(labels, value) : resolveText(value as string))
  return (Array.isArray(rows) ? rows : []).map((row) => ({ name: nameOf(row?.[x]), value: Number(row?.[y] ?? 0) }))
}
