import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { PageDocument } from '../../runtime/core/documents.ts'
import { isEdge, startPass } from './marks.ts'

/** Marks the elements of a page, and anew when elements or the page change. @returns the number of the pass (0: none while off), and of the one whose marks are there */
export function usePasses(page: PageDocument, isOn = true): { pass: number; marked: number } {
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each pass and each page mark anew
  const pass = useMemo(() => (isOn ? startPass() : 0), [count, page, isOn])
  useEffect(() => (isOn ? watchElements(() => setCount((before) => before + 1)) : undefined), [isOn])
  const [marked, setMarked] = useState(0)
  useLayoutEffect(() => setMarked(pass), [pass])
  return { pass, marked }
}

/** Beside the page, such as the inspector's own elements. */
function isUnmarked(element: Element): boolean {
  return element.closest('[data-unmarked]') !== null
}

/** Elements come and go with data and tabs. @returns the remover */
function watchElements(hear: () => void): () => void {
  let frame = 0
  const observer = new MutationObserver((records) => {
    const isNews = records.some(({ addedNodes }) =>
      [...addedNodes].some((node) => node instanceof Element && !isEdge(node) && !isUnmarked(node)),
    )
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
