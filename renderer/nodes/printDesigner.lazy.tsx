import { lazy, type ReactNode } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import type { DesignedPrint } from '../studio/print/designedPrint.ts'
import { useLatest } from '../studio/useLatest.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Outside of the node: pages that have none do not carry the names of what it needs. */
const PrintDesigner = lazy(() => loadChunk(() => import('../studio/print/PrintDesigner.tsx')))

/** Designer of a stored printed sheet. */
export default function PrintDesignerNode({ node }: NodeProps<'printDesigner'>): ReactNode {
  const held = useLatest<DesignedPrint>(node.of)
  if (held) return <PrintDesigner key={held.id} node={node} print={held} />
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Skeleton lines={10} />
    </SourceFrame>
  )
}
