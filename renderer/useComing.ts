/** The first page of a visit is shown when its first answers are here, immediately: drawn part by part, its parts would push each other down under the
 *  reader's eyes. A part that takes long keeps nothing back for more than `LONGEST_MS`. */
import { type RefObject, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isFirstScreen } from '../runtime/client/firstScreen.ts'
import { useScreen } from './ScreenContext.ts'

const LONGEST_MS = 3_000
const BUSY = '[aria-busy="true"]:not(.ag-page__coming *)'
let isFirst = true

/** True while the page is laid out but not shown. */
export function useComing(page: RefObject<HTMLElement | null>): boolean {
  const [isComing, setComing] = useState(() => isFirst && !isFirstScreen())
  const { screen } = useScreen()
  const states = useSnapshot(screen.sources.states)
  const isAsking = Object.values(states).some(({ status }) => status === 'loading' || status === 'waiting')
  useEffect(() => {
    if (!isComing || isAsking || !page.current) return
    const root = page.current
    const look = (): void => {
      if (!root.querySelector(BUSY)) setComing(false)
    }
    const watcher = new MutationObserver(look)
    watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] })
    look()
    return () => watcher.disconnect()
  }, [isComing, isAsking, page])
  useEffect(() => {
    if (!isComing) return
    const patience = setTimeout(() => setComing(false), LONGEST_MS)
    return () => clearTimeout(patience)
  }, [isComing])
  useEffect(() => {
    if (!isComing) isFirst = false
  }, [isComing])
  return isComing
}
