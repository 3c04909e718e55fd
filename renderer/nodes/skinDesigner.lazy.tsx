import { lazy, type ReactNode } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import type { DesignedSkin } from '../studio/skin/designedSkin.ts'
import { useLatest } from '../studio/useLatest.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Outside of the node: pages that have none do not carry the names of what it needs. */
const SkinDesigner = lazy(() => loadChunk(() => import('../studio/skin/SkinDesigner.tsx')))

/** Skin designer of a stored skin: tokens, pictures, layout and versions on the left, real pages on the right. */
export default function SkinDesignerNode({ node }: NodeProps<'skinDesigner'>): ReactNode {
  const held = useLatest<DesignedSkin>(node.of)
  if (held) return <SkinDesigner key={held.id} node={node} skin={held} />
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Skeleton lines={10} />
    </SourceFrame>
  )
}
