/** After a change of page: to the top, and the focus to the title, so that a screen reader says where one is. Going back returns to where one
 *  was on the page. */
import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { startPageClock } from '../runtime/client/pageClock.ts'

const positions = new Map<string, number>()
/** The page that the person is on; it outlives components, which mount again when the frame around them changes. */
let present: string | null = null

/** @param page id of the page with its place in the address: another page, or the next subject of the same one, moves the focus; its query and tabs do not */
export function usePageFocus(page: string): void {
  const { key } = useLocation()
  const how = useNavigationType()

  useEffect(() => {
    const keep = (): void => void positions.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])

  useEffect(() => {
    const before = present
    present = page
    if (before !== page) startPageClock()
    if (before === null || before === page) return
    window.scrollTo(0, how === 'POP' ? (positions.get(key) ?? 0) : 0)
    if (isInUse(document.activeElement)) return
    const title = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    title?.focus({ preventScroll: true })
  }, [page, how, key])
}

/** A menu or dialog that was opened while the page was on its way is not left. */
function isInUse(element: Element | null): boolean {
  return element?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]') != null
}
