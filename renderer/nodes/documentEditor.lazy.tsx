/** Edits one document of the platform. */
import { type ReactNode, useRef } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { DocumentEditor } from '../studio/documents/DocumentEditor.tsx'
import type { OpenedDocument } from '../studio/documents/openedDocument.ts'
import { useValue } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export default function DocumentEditorNode({ node }: NodeProps<'documentEditor'>): ReactNode {
  const answered = useValue(node.of) as OpenedDocument | null | undefined
  // while it is asked for again, what is edited stays as it is
  const last = useRef(answered)
  if (answered) last.current = answered
  const held = last.current
  if (held) return <DocumentEditor key={`${held.kind}:${held.id}`} node={node} opened={held} />
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Skeleton lines={10} />
    </SourceFrame>
  )
}
