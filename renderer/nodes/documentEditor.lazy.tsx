import { lazy, type ReactNode } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import type { OpenedDocument } from '../studio/documents/openedDocument.ts'
import { useLatest } from '../studio/useLatest.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Outside of the node: pages that have none do not carry the names of what it needs. */
const DocumentEditor = lazy(() => loadChunk(() => import('../studio/documents/DocumentEditor.tsx')))

/** Edits one document of the platform. */
export default function DocumentEditorNode({ node }: NodeProps<'documentEditor'>): ReactNode {
  const held = useLatest<OpenedDocument>(node.of)
  if (held) return <DocumentEditor key={`${held.kind}:${held.id}`} node={node} opened={held} />
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={10} />}>
      <Skeleton lines={10} />
    </SourceFrame>
  )
}
