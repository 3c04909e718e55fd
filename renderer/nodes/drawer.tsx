import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { OverlayNode } from '../OverlayNode.tsx'

/** A drawer that opens over the page by the step `open`; the names it was opened with are in scope inside. */
export default function DrawerNode({ node }: NodeProps<'drawer'>): ReactNode {
  return <OverlayNode kind="drawer" node={node} />
}
