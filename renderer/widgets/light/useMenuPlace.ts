/** Puts an open menu beside its button, above everything (the browser's top layer): tables that scroll and cells that cut their content do not cut
 *  it. It follows the button, and opens upwards where there is no room below. */
import { type RefObject, useLayoutEffect } from 'react'

const GAP_PX = 6
const EDGE_PX = 8

/** @param menu element with `popover="manual"`, drawn while it is open; its button is the one before it */
export function useMenuPlace(menu: RefObject<HTMLElement | null>, open: boolean, align: 'start' | 'end'): void {
  useLayoutEffect(() => {
    const list = menu.current
    const button = list?.previousElementSibling
    if (!open || !list || !button) return
    // Older browsers show it where it stands: still fixed, only not above everything.
    list.showPopover?.()
    const place = () => put(list, button.getBoundingClientRect(), align)
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [menu, open, align])
}

function put(list: HTMLElement, button: DOMRect, align: 'start' | 'end'): void {
  const { offsetWidth: width, offsetHeight: height } = list
  const { clientWidth } = document.documentElement
  const below = window.innerHeight - button.bottom - GAP_PX - EDGE_PX
  const isAbove = height > below && button.top > below
  const top = isAbove ? Math.max(EDGE_PX, button.top - GAP_PX - height) : button.bottom + GAP_PX
  const left = align === 'end' ? button.right - width : button.left
  list.style.top = `${top}px`
  list.style.left = `${Math.max(EDGE_PX, Math.min(left, clientWidth - width - EDGE_PX))}px`
}
