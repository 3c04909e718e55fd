import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps the focus within a box whose parts come and go: where the part that had it is gone, the first of `selectors` that is there has it. Otherwise people at the
 *  keyboard would begin anew at the top of the page. @returns what the box listens with */
export function useHeldFocus(box: RefObject<HTMLElement | null>, selectors: readonly string[]) {
  const isHeld = useRef(false)
  // runs after every drawing: any of them may take a part away
  useLayoutEffect(() => {
    if (!isHeld.current || document.activeElement !== document.body) return
    const next = selectors.map((selector) => box.current?.querySelector<HTMLElement>(selector)).find(Boolean)
    next?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => {
      isHeld.current = true
    },
    // no event of a part that is taken away; one that is disabled loses the focus without anyone leaving it
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      isHeld.current = target.matches(':disabled')
    },
  }
}
