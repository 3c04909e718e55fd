import type { ReactNode } from 'react'
import type { PageDocument } from '../../runtime/core/documents.ts'
import { MarkContext } from '../MarkContext.ts'
import { NodeList } from '../NodeList.tsx'
import { EditorPointer } from './EditorPointer.tsx'
import { Mark, PassContext } from './Mark.tsx'
import { usePasses } from './usePasses.ts'
import './editor.css'

/** A page in the frame of the studio that edits it: each element knows its node, and the person chooses, types and drags on the page itself. */
export default function PreviewEditor({ page }: { page: PageDocument }): ReactNode {
  const { pass, marked } = usePasses(page)
  return (
    <MarkContext value={Mark}>
      <PassContext value={pass}>
        <NodeList nodes={page.body} />
      </PassContext>
      <EditorPointer marked={marked} />
    </MarkContext>
  )
}
