/** The first page of a visit is shown when its first answers are here, immediately: drawn part by part, its parts would push each other down under the
 *  reader's eyes. When a part takes longer than `LONGEST_MS`, the page is shown down to the first part that is still to come, and grows from there. */
import { createContext, type RefObject, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isFirstScreen } from '../runtime/client/firstScreen.ts'
import { useScreen } from './ScreenContext.ts'

/** `hidden`: laid out but not shown. `begun`: shown as far as nothing above is still to come. */
export type InitialLoad = 'hidden' | 'begun' | null

/** Whether nodes mark the place of what is still to come. */
export const InitialLoadContext = createContext(false)

const LONGEST_MS = 3_000
// not the sign of a refresh, which has no place
const BUSY = '[aria-busy="true"]:not(.ag-refreshing)'
let isFirst = true

/** How far the page is; null once all of it is shown. */
export function useInitialLoad(page: RefObject<HTMLElement | null>): InitialLoad {
  const [initialLoad, setInitialLoad] = useState<InitialLoad>(() => (isFirst && !isFirstScreen() ? 'hidden' : null))
  const { screen } = useScreen()
  const states = Object.values(useSnapshot(screen.sources.states))
  // what waits for the answer of a source that failed does not come
  const fails = states.some(({ status }) => status === 'error')
  const isAsking = states.some(({ status }) => status === 'loading' || (status === 'waiting' && !fails))
  useEffect(() => {
    if (!initialLoad || isAsking || !page.current) return
    const root = page.current
    let frame = 0
    const end = (): void => {
      if (!root.querySelector(BUSY)) setInitialLoad(null)
    }
    const look = (): void => {
      cancelAnimationFrame(frame)
      if (initialLoad === 'hidden') end()
      else frame = requestAnimationFrame(() => requestAnimationFrame(end))
    }
    const watcher = new MutationObserver(look)
    watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] })
    look()
    return () => {
      watcher.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [initialLoad, isAsking, page])
  useEffect(() => {
    if (initialLoad !== 'hidden') return
    const patience = setTimeout(() => setInitialLoad('begun'), LONGEST_MS)
    return () => clearTimeout(patience)
  }, [initialLoad])
  useEffect(() => (initialLoad === 'begun' && page.current ? followEdge(page.current) : undefined), [initialLoad, page])
  useEffect(() => {
    if (!initialLoad) isFirst = false
  }, [initialLoad])
  return initialLoad
}

/** Cuts the page off above the first part that is still to come, anew before each painting. What a frame laid out anew is shown by the next one: what
 *  is shown has then stood still. Answers the remover. */
function followEdge(root: HTMLElement): () => void {
  let frame = 0
  let before = 0
  const cut = (): void => {
    const edge = Math.min(...[...root.querySelectorAll(BUSY)].map(topOf)) - root.getBoundingClientRect().top
    root.style.maxHeight = `${Math.max(0, Math.min(edge, before))}px`
    before = edge
    frame = requestAnimationFrame(cut)
  }
  cut()
  return () => {
    cancelAnimationFrame(frame)
    root.style.maxHeight = ''
  }
}

/** Where a part that is still to come begins; what has no place of its own comes behind what stands before it. */
function topOf(part: Element): number {
  if (part.getClientRects().length > 0) return part.getBoundingClientRect().top
  for (let before = part.previousElementSibling; before; before = before.previousElementSibling)
    if (before.getClientRects().length > 0) return before.getBoundingClientRect().bottom
  return part.parentElement ? topOf(part.parentElement) : 0
}
