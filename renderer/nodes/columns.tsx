import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { NodeView } from '../NodeList.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'

/** A main column and a narrower side column, which may stay visible while the main one scrolls. On a phone a sticky side column comes first,
 * because it holds the main action. */
export default function ColumnsNode({ node }: NodeProps<'columns'>): ReactNode {
  const last = node.children.length - 1
  return (
    <div className={joinClasses('ag-columns', node.sticky && 'ag-columns--sticky')}>
      {node.children.map((child, index) => (
        <div key={child.id ?? index} className={joinClasses('ag-columns__cell', index === last && last > 0 && 'ag-columns__side')}>
          <NodeView node={child} />
        </div>
      ))}
      {node.sticky && <i className="ag-columns__end" hidden />}
    </div>
  )
}
