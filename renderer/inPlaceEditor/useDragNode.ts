import { useEffect } from 'react'
import { tellStudio } from '../../runtime/client/previewFrame.ts'
import type { InPlaceEditor } from './EditorPointer.tsx'
import { elementsOf, nodeAround } from './marks.ts'

/** Far enough that a click is no drag. */
const START_PX = 6

interface Drop {
  element: HTMLElement
  beside: string
  side: 'before' | 'after'
}

/** Drags a node with the pointer among those of its list. The keyboard uses Alt and the arrow keys. */
export function useDragNode(inPlace: InPlaceEditor | null): void {
  useEffect(() => (inPlace?.isOn ? dragging(inPlace.of) : undefined), [inPlace?.isOn, inPlace?.of])
}

function dragging(of: string): () => void {
  let from: { node: string; x: number; y: number; isMoving: boolean } | null = null
  let drop: Drop | null = null
  const listeners = {
    pointerdown({ target, clientX, clientY, button }: PointerEvent) {
      const seen = button === 0 && !(target as Element).closest('.ag-in-place-type') ? nodeAround(target, of) : null
      from = seen && { node: seen.node, x: clientX, y: clientY, isMoving: false }
    },
    pointermove(event: PointerEvent) {
      if (!from) return
      if (!from.isMoving && Math.hypot(event.clientX - from.x, event.clientY - from.y) < START_PX) return
      from.isMoving = true
      event.preventDefault()
      setDrop(dropAt(event, from.node, of))
    },
    pointerup() {
      if (from?.isMoving && drop) tellStudio({ agon: 'moved', node: from.node, beside: drop.beside, side: drop.side })
      const wasMoving = from?.isMoving
      from = null
      setDrop(null)
      // the click that follows a drag chooses nothing
      if (wasMoving) window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
    },
    dragstart(event: Event) {
      event.preventDefault()
    },
  }
  function setDrop(next: Drop | null): void {
    drop?.element.removeAttribute('data-in-place-drop')
    next?.element.setAttribute('data-in-place-drop', next.side)
    drop = next
  }
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener as EventListener, true)
  return () => {
    setDrop(null)
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener as EventListener, true)
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The sibling under the pointer, and the half of it. */
function dropAt({ target, clientX, clientY }: PointerEvent, node: string, of: string): Drop | null {
  const list = node.slice(0, node.lastIndexOf('/'))
  for (let seen = nodeAround(target, of); seen; seen = nodeAround(seen.element.parentElement, of)) {
    const beside = seen.node
    if (beside === node || beside.slice(0, beside.lastIndexOf('/')) !== list) continue
    const box = seen.element.getBoundingClientRect()
    const { top, left, width, height } = box
    const isAcross = elementsOf(node, of).some((element) => isBeside(element.getBoundingClientRect(), box))
    const isLate = isAcross ? clientX > left + width / 2 : clientY > top + height / 2
    return { element: seen.element, beside, side: isLate ? 'after' : 'before' }
  }
  return null
}

/** Whether two boxes stand in one row: they share at least half of the lower one's height. */
function isBeside(one: DOMRect, other: DOMRect): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared > 0 && shared >= Math.min(one.height, other.height) / 2
}
