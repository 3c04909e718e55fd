import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { PageDocument } from '../../runtime/core/documents.ts'
import { MarkContext } from '../MarkContext.ts'
import { NodeList } from '../NodeList.tsx'
import { EditorPointer } from './EditorPointer.tsx'
import { Mark, PassContext } from './Mark.tsx'
import { isEdge, startPass } from './marks.ts'
import './editor.css'

/** A page in the frame of the studio that edits it: each element knows its node, and the person chooses, types and drags on the page itself. */
export default function PreviewEditor({ page }: { page: PageDocument }): ReactNode {
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each pass and each page mark anew
  const pass = useMemo(startPass, [count, page])
  useEffect(() => watchElements(() => setCount((before) => before + 1)), [])
  const [isMarked, setMarked] = useState(0)
  useLayoutEffect(() => setMarked(pass), [pass])
  return (
    <MarkContext value={Mark}>
      <PassContext value={pass}>
        <NodeList nodes={page.body} />
      </PassContext>
      <EditorPointer marked={isMarked} />
    </MarkContext>
  )
}

/** Elements come and go with data and tabs: then the page is marked again. @returns the remover */
function watchElements(hear: () => void): () => void {
  let frame = 0
  const observer = new MutationObserver((records) => {
    const isNews = records.some(({ addedNodes }) => [...addedNodes].some((node) => node instanceof Element && !isEdge(node)))
    if (!isNews) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(hear)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}
