import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import type { DesignedPrint } from '../studio/print/designedPrint.ts'
import { PrintDesigner } from '../studio/print/PrintDesigner.tsx'
import { useHeld } from '../studio/useHeld.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Designer of a stored printed sheet. */
export default function PrintDesignerNode({ node }: NodeProps<'printDesigner'>): ReactNode {
  const held = useHeld<DesignedPrint>(node.of)
  if (held) return <PrintDesigner key={held.id} node={node} print={held} />
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Skeleton lines={10} />
    </SourceFrame>
  )
}
