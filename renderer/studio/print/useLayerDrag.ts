/** The pointer on the list of layers: a layer is dragged to another place. The list shows the uppermost layer first. */
import { type PointerEvent, type RefObject, useRef, useState } from 'react'

/** From here on a press is a drag. */
const DRAG_PX = 5

export interface LayerDrag {
  /** Of the button of a layer. */
  on(at: number): Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent<HTMLElement>) => void>
  /** Of its row: whether it is dragged, and the edge at which something would be dropped. */
  marks(at: number): { 'data-dragged'?: true; 'data-drop'?: 'above' | 'below' }
  /** False for the click that ends a drag. */
  isClick(): boolean
}
interface Target {
  at: number
  edge: 'above' | 'below'
}

/** @param drop  the layer at `at` goes directly below the one at `before` */
export function useLayerDrag(list: RefObject<HTMLElement | null>, drop: (at: number, before: number) => void): LayerDrag {
  const held = useRef<{ at: number; fromY: number; isOver: boolean } | null>(null)
  const wasDrag = useRef(false)
  const [dragged, setDragged] = useState<{ at: number; target: Target | null } | null>(null)
  const end = () => {
    held.current = null
    setDragged(null)
  }
  return {
    on: (at) => ({
      onPointerDown: (event) => {
        wasDrag.current = false
        // a finger scrolls the list
        if (event.button !== 0 || event.pointerType === 'touch') return
        held.current = { at, fromY: event.clientY, isOver: false }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: ({ clientY }) => {
        const drag = held.current
        if (!drag || (!drag.isOver && Math.abs(clientY - drag.fromY) < DRAG_PX)) return
        drag.isOver = true
        wasDrag.current = true
        setDragged({ at, target: targetAt(list.current, clientY, at) })
      },
      onPointerUp: () => {
        const target = held.current?.isOver ? dragged?.target : null
        if (target) drop(at, target.edge === 'above' ? target.at + 1 : target.at)
        end()
      },
      onPointerCancel: end,
    }),
    marks: (at) => ({
      ...(dragged?.at === at && { 'data-dragged': true as const }),
      ...(dragged?.target?.at === at && { 'data-drop': dragged.target.edge }),
    }),
    isClick: () => !wasDrag.current,
  }
}

/** @returns null over the dragged layer itself, and outside of the list */
function targetAt(list: HTMLElement | null, y: number, dragged: number): Target | null {
  for (const row of list?.querySelectorAll<HTMLElement>('[data-at]') ?? []) {
    const { top, height } = row.getBoundingClientRect()
    if (y < top || y >= top + height) continue
    const at = Number(row.dataset.at)
    return at === dragged ? null : { at, edge: y < top + height / 2 ? 'above' : 'below' }
  }
  return null
}
