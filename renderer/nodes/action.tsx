import type { ReactNode } from 'react'
import { FaceButton, useAction } from '../ActionButton.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { StickyBar } from '../StickyBar.tsx'

/** One action as a button. `sticky` keeps it visible: in a bar at the bottom of a phone, in a bar under the header once it has scrolled out of
 * view. */
export default function ActionNode({ node }: NodeProps<'action'>): ReactNode {
  const face = useAction(node.action, undefined, true)
  if (!face) return null
  const look = { face, size: node.size ?? (node.sticky ? 'large' : 'medium'), block: node.block } as const
  const shown = (
    <div className="ag-action">
      <FaceButton {...look} spelled />
    </div>
  )
  return node.sticky ? (
    <StickyBar reason={face.enabled ? '' : face.reason} button={<FaceButton {...look} />}>
      {shown}
    </StickyBar>
  ) : (
    shown
  )
}
