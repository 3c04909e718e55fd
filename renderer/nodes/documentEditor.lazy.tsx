/** Edits one document of the platform. */
import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { DocumentEditor } from '../studio/documents/DocumentEditor.tsx'
import type { OpenedDocument } from '../studio/documents/openedDocument.ts'
import { useValue } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export default function DocumentEditorNode({ node }: NodeProps<'documentEditor'>): ReactNode {
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Opened node={node} />
    </SourceFrame>
  )
}

function Opened({ node }: NodeProps<'documentEditor'>): ReactNode {
  const opened = useValue(node.of) as OpenedDocument | null
  return opened ? <DocumentEditor key={`${opened.kind}:${opened.id}`} node={node} opened={opened} /> : <Skeleton lines={10} />
}
