/** After a change of page: to the top, and the focus to the title, so that a screen reader says where one is. Going back returns to where one
 *  was on the page. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()
let firstPage = true

/** @param page id of the page; only a change of page moves the focus, not a change of its query */
export function usePageFocus(page: string): void {
  const { key } = useLocation()
  const how = useNavigationType()
  const seen = useRef<string | null>(null)

  useEffect(() => {
    const keep = (): void => void positions.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])

  useEffect(() => {
    if (seen.current === page) return
    seen.current = page
    if (firstPage) {
      firstPage = false
      return
    }
    window.scrollTo(0, how === 'POP' ? (positions.get(key) ?? 0) : 0)
    const title = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    title?.focus({ preventScroll: true })
  }, [page, how, key])
}
