import type { CSSProperties, ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { NodeView } from '../NodeList.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'

/** Children in equal columns; stacked on a narrow screen. Each item of a `repeat` is a cell. */
export default function GridNode({ node }: NodeProps<'grid'>): ReactNode {
  const columns = node.columns ?? 3
  return (
    <div
      className="ag-grid"
      style={{ '--ag-columns': columns, '--ag-gap': node.gap === undefined ? undefined : `${node.gap}px` } as CSSProperties}
    >
      {node.children.map((child, index) => (
        <div
          key={child.id ?? index}
          className={joinClasses('ag-grid__cell', child.node === 'repeat' && 'ag-grid__cell--each')}
          style={{ '--ag-span': Math.min(child.span ?? 1, columns) } as CSSProperties}
        >
          <NodeView node={child} />
        </div>
      ))}
    </div>
  )
}
