import { type RefObject, useEffect } from 'react'
import { controlIn } from './useAddressed.ts'

/** Where a keyboard is at hand: on a phone the focus would open one over the page. */
const KEYBOARD = '(hover: hover) and (pointer: fine)'
/** A form that comes later than this would take the focus from someone who reads. */
const WAIT_MS = 5_000

/** The first field of a form has the focus as soon as it can, unless the person has moved it. @param on  false: the focus stays where it is */
export function useFirstField(form: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    if (!on || !matchMedia(KEYBOARD).matches) return
    let frame = 0
    const watcher = new MutationObserver(look)
    const timer = setTimeout(stop, WAIT_MS)
    function look(): void {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => isTaken(form.current) && stop())
    }
    function stop(): void {
      cancelAnimationFrame(frame)
      watcher.disconnect()
      clearTimeout(timer)
    }
    watcher.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
    look()
    return stop
  }, [form, on])
}

/** False while the field is still to come, or cannot have the focus yet. */
function isTaken(form: HTMLElement | null): boolean {
  const { activeElement } = document
  if (activeElement && !activeElement.matches('body, main, h1')) return true
  if (!form || form.querySelector('[data-focus-waits]')) return false
  const field = controlIn(form)
  field?.focus({ preventScroll: true })
  return field !== undefined && document.activeElement === field
}
