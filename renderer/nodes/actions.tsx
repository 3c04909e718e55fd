import type { ReactNode } from 'react'
import { ActionButton } from '../ActionButton.tsx'
import type { NodeProps } from '../NodeList.tsx'

/** Several actions in a row. */
export default function ActionsNode({ node }: NodeProps<'actions'>): ReactNode {
  return (
    <div className={`ag-actions ag-actions--${node.align ?? 'start'}`}>
      {node.items.map((action, index) => (
        <ActionButton key={typeof action === 'string' ? action : index} action={action} spelled linked />
      ))}
    </div>
  )
}
