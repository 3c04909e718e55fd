/** Designs a stored skin: tokens in groups, pictures, ways of the frame and versions on the left, the real pages on the right. */
import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import type { DesignedSkin } from '../studio/skin/designedSkin.ts'
import { SkinDesigner } from '../studio/skin/SkinDesigner.tsx'
import { useValue } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export default function SkinDesignerNode({ node }: NodeProps<'skinDesigner'>): ReactNode {
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Opened node={node} />
    </SourceFrame>
  )
}

function Opened({ node }: NodeProps<'skinDesigner'>): ReactNode {
  const skin = useValue(node.of) as DesignedSkin | null
  return skin ? <SkinDesigner key={skin.id} node={node} skin={skin} /> : <Skeleton lines={10} />
}
