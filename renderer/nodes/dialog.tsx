import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { OverlayNode } from '../OverlayNode.tsx'

/** A dialog that opens over the page by the step `open`; the names it was opened with are in scope inside. */
export default function DialogNode({ node }: NodeProps<'dialog'>): ReactNode {
  return <OverlayNode kind="dialog" node={node} />
}
