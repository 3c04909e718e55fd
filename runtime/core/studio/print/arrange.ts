/** Elements of one side of a sheet, arranged: moved, resized, aligned, distributed, put into another order. Every function answers new elements and never changes those given. */
import type { PrintElement } from '../../documents.ts'

/** Millimetres. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}
export type Edge = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
export type Handle = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw'
type Elements = readonly PrintElement[]
type Chosen = readonly number[]

const HUNDREDTHS = 100
const SMALLEST_MM = 1

/** To a hundredth of a millimetre, finer than any printer. */
export function roundMm(value: number): number {
  return Math.round(value * HUNDREDTHS) / HUNDREDTHS
}

/** What all of them cover; null without any. */
export function boundsOf(areas: readonly Area[]): Area | null {
  if (areas.length === 0) return null
  const x = Math.min(...areas.map((area) => area.x))
  const y = Math.min(...areas.map((area) => area.y))
  const right = Math.max(...areas.map((area) => area.x + area.width))
  const low = Math.max(...areas.map((area) => area.y + area.height))
  return { x, y, width: right - x, height: low - y }
}

/** All elements, the chosen ones changed. Locked ones too. */
export function mapChosen(elements: Elements, chosen: Chosen, map: (element: PrintElement) => PrintElement): PrintElement[] {
  const set = new Set(chosen)
  return elements.map((element, at) => (set.has(at) ? map(element) : element))
}

/** Locked ones stay. */
export function moveElements(elements: Elements, chosen: Chosen, byX: number, byY: number): PrintElement[] {
  return mapChosen(elements, chosen, (element) =>
    element.locked ? element : { ...element, x: roundMm(element.x + byX), y: roundMm(element.y + byY) },
  )
}

/** An area with one handle moved; the opposite side stays, and it keeps a millimetre. A line may have no width or no height. */
export function resizeArea(area: Area, handle: Handle, byX: number, byY: number, least = SMALLEST_MM): Area {
  const isWest = handle.includes('w')
  const isNorth = handle.includes('n')
  const width = handle.includes('e') ? area.width + byX : isWest ? area.width - byX : area.width
  const height = handle.includes('s') ? area.height + byY : isNorth ? area.height - byY : area.height
  const sized = { width: roundMm(Math.max(least, width)), height: roundMm(Math.max(least, height)) }
  return {
    ...sized,
    x: roundMm(isWest ? area.x + area.width - sized.width : area.x),
    y: roundMm(isNorth ? area.y + area.height - sized.height : area.y),
  }
}

/** Of the chosen ones that are not locked: those that a handle resizes. */
export function resizable(elements: Elements, chosen: Chosen): number[] {
  return chosen.filter((at) => elements[at] !== undefined && !elements[at].locked)
}

/** Chosen elements scaled together, as one handle of the area that they cover is moved: their places and gaps keep their shares of it. Letters keep their size. */
export function resizeElements(elements: Elements, chosen: Chosen, handle: Handle, byX: number, byY: number): PrintElement[] {
  const sized = resizable(elements, chosen)
  const from = boundsOf(sized.map((at) => elements[at]!))
  if (from === null) return [...elements]
  const isLines = sized.every((at) => elements[at]!.kind === 'line')
  const to = resizeArea(from, handle, byX, byY, isLines ? 0 : SMALLEST_MM)
  return mapChosen(elements, sized, (element) => {
    // a line has no extent along one axis
    const least = element.kind === 'line' ? 0 : SMALLEST_MM
    const across = scaleSpan(spanOf(element, 'x', 'width'), [spanOf(from, 'x', 'width'), spanOf(to, 'x', 'width')], least)
    const down = scaleSpan(spanOf(element, 'y', 'height'), [spanOf(from, 'y', 'height'), spanOf(to, 'y', 'height')], least)
    return { ...element, x: across.start, y: down.start, width: across.size, height: down.size }
  })
}

interface Span {
  start: number
  size: number
}

function spanOf(area: Area, start: 'x' | 'y', size: 'width' | 'height'): Span {
  return { start: area[start], size: area[size] }
}

/** A span inside another one that has changed. */
function scaleSpan({ start, size }: Span, [from, to]: readonly [Span, Span], least: number): Span {
  if (from.size === 0) return { start: to.start, size: Math.max(least, to.size) }
  const factor = to.size / from.size
  return { start: roundMm(to.start + (start - from.start) * factor), size: roundMm(Math.max(least, size * factor)) }
}

/** One alone aligns with the sheet, several with each other. */
export function alignElements(elements: Elements, chosen: Chosen, edge: Edge, sheet: Area): PrintElement[] {
  const picked = chosen.flatMap((at) => elements[at] ?? [])
  const bounds = picked.length > 1 ? boundsOf(picked) : sheet
  if (bounds === null) return [...elements]
  const to: Record<Edge, (element: Area) => Partial<Area>> = {
    left: () => ({ x: bounds.x }),
    centre: ({ width }) => ({ x: roundMm(bounds.x + (bounds.width - width) / 2) }),
    right: ({ width }) => ({ x: roundMm(bounds.x + bounds.width - width) }),
    top: () => ({ y: bounds.y }),
    middle: ({ height }) => ({ y: roundMm(bounds.y + (bounds.height - height) / 2) }),
    bottom: ({ height }) => ({ y: roundMm(bounds.y + bounds.height - height) }),
  }
  return mapChosen(elements, chosen, (element) => (element.locked ? element : { ...element, ...to[edge](element) }))
}

/** Equal gaps between three or more; the outer two stay. */
export function distributeElements(elements: Elements, chosen: Chosen, along: 'across' | 'down'): PrintElement[] {
  const [start, size] = along === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const order = chosen.filter((at) => elements[at] !== undefined).sort((one, other) => elements[one]![start] - elements[other]![start])
  if (order.length < 3) return [...elements]
  const first = elements[order[0]!]!
  const last = elements[order.at(-1)!]!
  const inner = order.reduce((sum, at) => sum + elements[at]![size], 0)
  const gap = (last[start] + last[size] - first[start] - inner) / (order.length - 1)
  const places = new Map<number, number>()
  let next = first[start]
  for (const at of order) {
    places.set(at, roundMm(next))
    next += elements[at]![size] + gap
  }
  return elements.map((element, at) => (places.has(at) && !element.locked ? { ...element, [start]: places.get(at)! } : element))
}

export type Order = 'front' | 'forward' | 'backward' | 'back'

interface Reordered {
  elements: PrintElement[]
  /** Where the chosen ones are now. */
  chosen: number[]
}

/** Chosen layers further up or down; they keep their order among each other. */
export function orderElements(elements: Elements, chosen: Chosen, to: Order): Reordered {
  const set = new Set(chosen)
  const rest = elements.length - set.size
  // among those that stay: below the lowest chosen one
  const below = chosen.length === 0 ? 0 : Math.min(...chosen)
  const places: Record<Order, number> = { back: 0, backward: below - 1, forward: below + 1, front: rest }
  return insertLayers(elements, set, Math.min(rest, Math.max(0, places[to])))
}

/** Chosen layers directly below the layer at `before`; above all others when that is their number. */
export function placeElements(elements: Elements, chosen: Chosen, before: number): Reordered {
  const set = new Set(chosen)
  return insertLayers(elements, set, elements.slice(0, before).filter((_, at) => !set.has(at)).length)
}

/** @param at  counts the layers that stay */
function insertLayers(elements: Elements, set: ReadonlySet<number>, at: number): Reordered {
  const picked = elements.filter((_, index) => set.has(index))
  const rest = elements.filter((_, index) => !set.has(index))
  return { elements: [...rest.slice(0, at), ...picked, ...rest.slice(at)], chosen: picked.map((_, index) => at + index) }
}
