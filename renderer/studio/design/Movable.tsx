import { useDraggable, useDroppable } from '@dnd-kit/core'
import { type ReactNode, type RefObject, useEffect } from 'react'
import type { OutlineRow } from '../../../runtime/core/studio/outline.ts'
import { useDropSide } from './dropMark.ts'

interface MovableProps {
  /** The list that shows the part: each of them has an element for it. */
  list: 'canvas' | 'outline'
  row: OutlineRow
  element: RefObject<HTMLElement | null>
}

/** Makes the element of a part draggable and a drop target, and draws the drop position. */
export function Movable({ list, row, element }: MovableProps): ReactNode {
  const { path } = row
  const id = `${list} ${path}`
  const side = useDropSide(path)
  const { setNodeRef: setDrag, listeners } = useDraggable({ id, data: { path }, disabled: row.kind !== 'field' })
  const { setNodeRef: setDrop } = useDroppable({ id, data: { path } })
  useEffect(() => {
    setDrag(element.current)
    setDrop(element.current)
  }, [setDrag, setDrop, element])
  const begin = listeners?.onPointerDown as ((event: PointerEvent) => void) | undefined
  useEffect(() => {
    const found = element.current
    if (!found || !begin) return
    // The sensor reads the native event, as React would hand it over.
    const hear = (event: PointerEvent) => begin(Object.assign(event, { nativeEvent: event }))
    found.addEventListener('pointerdown', hear)
    return () => found.removeEventListener('pointerdown', hear)
  }, [element, begin])
  return side && <span className={`ag-studio-drop ag-studio-drop--${side}`} aria-hidden="true" />
}
