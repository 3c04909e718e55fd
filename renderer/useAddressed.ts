/** An address whose fragment (`#level`) names a field of a form of the page, or a node by its id, leads there: it comes into view, has the focus, and stands out
 *  for a moment. What is still loading is waited for. */
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { placeOf } from './GuideContext.ts'

const NAME = /^#([A-Za-z][\w-]{0,63})$/
/** What is typed into or chosen from goes before the buttons around it. */
const CONTROLS = [':is(input, select, textarea):not(:disabled), [contenteditable="true"]', ':is(button, a[href]):not([disabled])']
/** A page that has not drawn it by then has no such place. */
const WAIT_MS = 10_000

/** The name in a fragment; null without one. */
export function addressedName(hash: string): string | null {
  return NAME.exec(hash)?.[1] ?? null
}

export function useAddressed(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link leads there again
  useEffect(() => {
    const name = addressedName(hash)
    if (name === null || show(name)) return
    const observer = new MutationObserver(() => show(name) && stop())
    const timer = setTimeout(stop, WAIT_MS)
    function stop(): void {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { childList: true, subtree: true })
    return stop
  }, [hash, key])
}

/** False while it is not there, or a part of it still loads. */
function show(name: string): boolean {
  const field = fieldOf(name)
  const place = field ?? placeOf(name)
  if (!place || place.querySelector('[data-focus-waits]')) return false
  const frame = place.closest<HTMLElement>('.ag-form-field') ?? place
  frame.scrollIntoView({ block: 'center', behavior: 'instant' })
  // a part of the page in which nothing can be pressed takes the focus itself; a field has a control, which may still be drawn
  const control = controlIn(place)
  if (!control && !field) place.tabIndex = -1
  ;(control ?? place).focus({ preventScroll: true })
  if (!place.contains(document.activeElement)) return false
  for (const before of document.querySelectorAll<HTMLElement>('[data-addressed]')) delete before.dataset.addressed
  frame.dataset.addressed = name
  return true
}

/** The first that is drawn: the chooser of files behind a button is not. */
export function controlIn(place: HTMLElement): HTMLElement | undefined {
  const all = CONTROLS.flatMap((kind) => [...(place.matches(kind) ? [place] : []), ...place.querySelectorAll<HTMLElement>(kind)])
  return all.find((element) => element.getClientRects().length > 0)
}

/** The frame of a field at the top of a form. */
function fieldOf(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.ag-form [data-field="/${name}"]`)
}
