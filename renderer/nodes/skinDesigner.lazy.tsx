import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import type { DesignedSkin } from '../studio/skin/designedSkin.ts'
import { SkinDesigner } from '../studio/skin/SkinDesigner.tsx'
import { useHeld } from '../studio/useHeld.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Skin designer of a stored skin: tokens, pictures, layout and versions on the left, real pages on the right. */
export default function SkinDesignerNode({ node }: NodeProps<'skinDesigner'>): ReactNode {
  const held = useHeld<DesignedSkin>(node.of)
  if (held) return <SkinDesigner key={held.id} node={node} skin={held} />
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Skeleton lines={10} />
    </SourceFrame>
  )
}
