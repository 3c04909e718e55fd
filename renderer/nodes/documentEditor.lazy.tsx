import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { DocumentEditor } from '../studio/documents/DocumentEditor.tsx'
import type { OpenedDocument } from '../studio/documents/openedDocument.ts'
import { useHeld } from '../studio/useHeld.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Edits one document of the platform. */
export default function DocumentEditorNode({ node }: NodeProps<'documentEditor'>): ReactNode {
  const held = useHeld<OpenedDocument>(node.of)
  if (held) return <DocumentEditor key={`${held.kind}:${held.id}`} node={node} opened={held} />
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Skeleton lines={10} />
    </SourceFrame>
  )
}
