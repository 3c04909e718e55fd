/** Keeps the focus inside an open dialog or drawer, closes on Escape, and gives the focus back to where it was. */
import { useEffect, useRef } from 'react'

const FOCUSABLE =
  'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled]),summary,[contenteditable="true"],[tabindex]'
/** Stands where a control will be when its code has come. */
const WAITING = '[data-focus-waits]'
/** What is open, the topmost last, with where the focus was before. */
const open: { box: HTMLElement; before: HTMLElement | null }[] = []

/**
 * Where the focus goes first: to what is marked `data-autofocus`; else, with `fields`, to the first control inside, as soon as there is one;
 * else to the element itself, so that its title is read out and a phone shows no keyboard.
 * @param active  false: the focus goes where it will
 * @returns the ref of the element that holds the focus
 */
export function useFocusTrap<E extends HTMLElement>(onClose: () => void, fields = true, active = true): React.RefObject<E | null> {
  const element = useRef<E>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const box = element.current
    if (!box || !active) return
    const own = { box, before: document.activeElement as HTMLElement | null }
    open.push(own)
    const stopWaiting = focusFirst(box, fields)
    const hear = (event: KeyboardEvent): void => {
      // Only the topmost one answers.
      if (open.at(-1) !== own) return
      if (event.key === 'Escape' && !event.defaultPrevented) {
        event.preventDefault()
        close.current()
      } else if (event.key === 'Tab') keepInside(box, event)
    }
    document.addEventListener('keydown', hear)
    lockScroll()
    return () => {
      stopWaiting()
      document.removeEventListener('keydown', hear)
      const at = open.indexOf(own)
      open.splice(at, 1)
      const above = open[at]
      if (open.length === 0) document.documentElement.classList.remove('ag-scroll-locked')
      // one that was opened from here keeps the focus, and gives it back in its turn
      if (above) above.before = own.before
      else if (own.before?.isConnected) own.before.focus({ preventScroll: true })
    }
  }, [fields, active])
  return element
}

function focusFirst(box: HTMLElement, fields: boolean): () => void {
  const first = () => {
    const marked = box.querySelector<HTMLElement>('[data-autofocus]')
    if (marked || !fields) return marked
    const controls = [...box.querySelectorAll<HTMLElement>(`.ag-overlay__content :is(${FOCUSABLE},${WAITING})`)]
    const control = controls.find((item) => item.matches(WAITING) || isInTabOrder(item))
    return control?.matches(WAITING) ? null : control
  }
  const found = first()
  ;(found ?? box).focus({ preventScroll: true })
  if (found || !fields) return () => {}
  // What is inside may still be loading.
  const watcher = new MutationObserver(() => {
    const arrived = first()
    if (!arrived) return
    watcher.disconnect()
    if (document.activeElement === box) arrived.focus({ preventScroll: true })
  })
  watcher.observe(box, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

// The page keeps its width while its scrollbar is away.
function lockScroll(): void {
  const root = document.documentElement
  if (root.classList.contains('ag-scroll-locked')) return
  root.style.setProperty('--ag-scrollbar', `${window.innerWidth - root.clientWidth}px`)
  root.classList.add('ag-scroll-locked')
}

function keepInside(box: HTMLElement, event: KeyboardEvent): void {
  const all = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((item) => item.offsetParent !== null && isInTabOrder(item))
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) {
    event.preventDefault()
    return
  }
  const outside = !box.contains(document.activeElement)
  if (event.shiftKey && (outside || document.activeElement === first || document.activeElement === box)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && (outside || document.activeElement === last)) {
    event.preventDefault()
    first.focus()
  }
}

/** Tabs and radio groups have a roving tabindex. */
function isInTabOrder(item: HTMLElement): boolean {
  if (item.tabIndex < 0 && !item.isContentEditable) return false
  if (!(item instanceof HTMLInputElement) || item.type !== 'radio' || item.checked || !item.name) return true
  const others = (item.form ?? document).querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${CSS.escape(item.name)}"]`)
  return ![...others].some((other) => other.checked)
}
