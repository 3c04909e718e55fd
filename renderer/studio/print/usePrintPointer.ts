/** The pointer on the canvas: drags what is chosen, resizes it by a handle, or chooses what lies in a rectangle. The content changes once, when the pointer is let go. */
import { type PointerEvent, useRef, useState } from 'react'
import type { PrintElement } from '../../../runtime/core/documents.ts'
import {
  type Area,
  boundsOf,
  type Handle,
  moveElements,
  resizable,
  resizeArea,
  resizeElements,
} from '../../../runtime/core/studio/print/arrange.ts'
import { type Snapped, snapArea } from '../../../runtime/core/studio/print/snapArea.ts'
import type { PrintDesign } from './usePrintDesign.ts'

const REACH_PX = 6
/** From here on a press is a drag. */
const DRAG_PX = 3

interface Drag {
  kind: 'move' | 'resize' | 'choose'
  handle: Handle | null
  fromX: number
  fromY: number
  chosen: readonly number[]
  /** Layer that was pressed; null beside all. */
  layer: number | null
  /** Shift chooses more. */
  isMore: boolean
  isOver: boolean
}
export interface PrintPointer {
  /** As they are while they are dragged. */
  elements: readonly PrintElement[]
  guides: Pick<Snapped, 'vertical' | 'horizontal'>
  /** The rectangle that chooses. */
  frame: Area | null
  /** Puts back what is being dragged. @returns false when nothing is */
  cancel(): boolean
  on: Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent<HTMLElement>) => void>
}
const NO_GUIDES = { vertical: [], horizontal: [] }

export function usePrintPointer(design: PrintDesign): PrintPointer {
  const { elements, scale } = design
  const drag = useRef<Drag | null>(null)
  const [live, setLive] = useState<readonly PrintElement[] | null>(null)
  const [guides, setGuides] = useState<PrintPointer['guides']>(NO_GUIDES)
  const [frame, setFrame] = useState<Area | null>(null)
  const end = () => {
    drag.current = null
    setLive(null)
    setFrame(null)
    setGuides(NO_GUIDES)
  }
  const follow = (next: Dragged | null) => {
    if (!next) return
    setLive(next.elements)
    setGuides(next.guides)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    const { x, y } = placeOf(event, design)
    const { handle, layer } = pressed(event.target as HTMLElement)
    const common = { fromX: x, fromY: y, handle, layer, isMore: event.shiftKey, isOver: false }
    event.currentTarget.setPointerCapture(event.pointerId)
    if (handle) drag.current = { kind: 'resize', ...common, chosen: design.chosen }
    else if (layer === null) drag.current = { kind: 'choose', ...common, chosen: event.shiftKey ? design.chosen : [] }
    else {
      const chosen = chooseBy(design.chosen, layer, event.shiftKey)
      design.select(chosen)
      drag.current = { kind: 'move', ...common, chosen }
    }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const held = drag.current
    if (!held) return
    const { x, y } = placeOf(event, design)
    const [byX, byY] = [x - held.fromX, y - held.fromY]
    if (!held.isOver && Math.hypot(byX, byY) * scale < DRAG_PX) return
    held.isOver = true
    const reach = event.altKey ? 0 : REACH_PX / scale
    if (held.kind === 'choose')
      setFrame({ x: Math.min(x, held.fromX), y: Math.min(y, held.fromY), width: Math.abs(byX), height: Math.abs(byY) })
    else follow((held.kind === 'move' ? moved : resized)(design, held, { byX, byY, reach, keepsShape: event.shiftKey }))
  }

  function onPointerUp(): void {
    const held = drag.current
    if (held?.isOver && live && held.kind !== 'choose') design.setElements(live)
    // a click on one of several chooses it alone
    if (held?.kind === 'move' && !held.isOver && !held.isMore) design.select([held.layer!])
    if (held?.kind === 'choose') design.select(frame ? [...new Set([...held.chosen, ...within(elements, frame)])] : held.chosen)
    end()
  }

  const cancel = () => {
    const isDragging = drag.current !== null
    end()
    return isDragging
  }
  return { elements: live ?? elements, guides, frame, cancel, on: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end } }
}

function placeOf(event: PointerEvent<HTMLElement>, { scale, bleed }: PrintDesign): { x: number; y: number } {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: (event.clientX - left) / scale - bleed, y: (event.clientY - top) / scale - bleed }
}

function pressed(target: HTMLElement): Pick<Drag, 'handle' | 'layer'> {
  const handle = target.closest<HTMLElement>('[data-handle]')?.dataset.handle as Handle | undefined
  const layer = target.closest<HTMLElement>('[data-layer]')?.dataset.layer
  return { handle: handle ?? null, layer: layer === undefined ? null : Number(layer) }
}

interface Pull {
  /** Millimetres from where the drag began. */
  byX: number
  byY: number
  /** Millimetres from which lines attract; 0: none does. */
  reach: number
  keepsShape: boolean
}
interface Dragged {
  elements: readonly PrintElement[]
  guides: PrintPointer['guides']
}

function moved({ elements, sheet }: PrintDesign, { chosen }: Drag, { byX, byY, reach }: Pull): Dragged | null {
  const bounds = boundsOf(chosen.flatMap((at) => elements[at] ?? []))
  if (!bounds) return null
  const area = { ...bounds, x: bounds.x + byX, y: bounds.y + byY }
  const snapped = snapArea(area, sheet, othersOf(elements, chosen), reach)
  return { elements: moveElements(elements, chosen, byX + snapped.byX, byY + snapped.byY), guides: snapped }
}

function resized({ elements, sheet }: PrintDesign, { chosen, handle }: Drag, { byX, byY, reach, keepsShape }: Pull): Dragged | null {
  const from = boundsOf(resizable(elements, chosen).map((at) => elements[at]!))
  if (from === null || handle === null) return null
  const follows = keepsShape && handle.length === 2 && from.width > 0
  const down = follows ? ((byX * from.height) / from.width) * (handle === 'ne' || handle === 'sw' ? -1 : 1) : byY
  const area = resizeArea(from, handle, byX, down, 0)
  const corner = { x: handle.includes('w') ? area.x : area.x + area.width, y: handle.includes('n') ? area.y : area.y + area.height }
  const snapped = snapArea({ ...corner, width: 0, height: 0 }, sheet, othersOf(elements, chosen), follows ? 0 : reach)
  return { elements: resizeElements(elements, chosen, handle, byX + snapped.byX, down + snapped.byY), guides: snapped }
}

function othersOf(elements: readonly PrintElement[], chosen: readonly number[]): PrintElement[] {
  return elements.filter((element, at) => !chosen.includes(at) && !element.hidden)
}

/** With Shift one more or one less; else this one, or all that are chosen when it is among them. */
function chooseBy(chosen: readonly number[], layer: number, isMore: boolean): readonly number[] {
  if (!isMore) return chosen.includes(layer) ? chosen : [layer]
  return chosen.includes(layer) ? chosen.filter((at) => at !== layer) : [...chosen, layer]
}

function within(elements: readonly PrintElement[], { x, y, width, height }: Area): number[] {
  return elements.flatMap((element, at) => {
    const isIn = element.x >= x && element.y >= y && element.x + element.width <= x + width && element.y + element.height <= y + height
    return isIn && !element.locked && !element.hidden ? [at] : []
  })
}
