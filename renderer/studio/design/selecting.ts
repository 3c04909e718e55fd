/** What the lists of parts share: selecting by the pointer, and the focus that goes along with the selection inside of a list. */
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { outline } from '../../../runtime/core/studio/outline.ts'
import { type FormSession, useDesign } from '../useDesign.ts'

/** A click selects; with Ctrl it adds or takes away, with Shift it adds all up to here. */
export function useChoose(path: string): (event: MouseEvent) => void {
  const { session } = useDesign()
  return ({ ctrlKey, metaKey, shiftKey }) => {
    const { selection } = session
    if (shiftKey && selection.length > 0) session.select(between(session, selection.at(-1) as string, path))
    else if (ctrlKey || metaKey) session.select(selection.includes(path) ? selection.filter((each) => each !== path) : [...selection, path])
    else session.select([path])
  }
}

function between({ content }: FormSession, from: string, to: string): string[] {
  const paths = outline(content).map(({ path }) => path)
  const [start, end] = [paths.indexOf(from), paths.indexOf(to)].sort((a, b) => a - b) as [number, number]
  return [...paths.slice(start, end + 1).filter((path) => path !== to), to]
}

/** Tab reaches a list at its first part while nothing is selected. */
export function useIsStop(isFirst: boolean): boolean {
  const { session } = useDesign()
  const subscribe = useCallback((listener: () => void) => session.listen('selection', listener), [session])
  return useSyncExternalStore(subscribe, () => isFirst && session.selection.length === 0)
}

/** Scrolls the selected part into view in every list. The focus follows in the list that has it, and on the canvas when no list has it. */
export function useFollowedFocus(element: RefObject<HTMLElement | null>, isMain: boolean, list: 'canvas' | 'outline'): void {
  const seen = useRef(false)
  useEffect(() => {
    const before = seen.current
    seen.current = isMain
    if (!isMain || before) return
    const { activeElement } = document
    const holder = activeElement?.closest<HTMLElement>('[data-studio-rows]')?.dataset.studioRows
    const isHere = activeElement === document.body ? list === 'canvas' : holder === list
    if (isHere) element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [element, isMain, list])
}
