import { useEffect } from 'react'
import { isTyping } from './isTyping.ts'

/** `/` focuses the search field of the page, unless the person is typing. */
export function useSearchShortcut(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const search = document.querySelector<HTMLInputElement>('[data-search]')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
