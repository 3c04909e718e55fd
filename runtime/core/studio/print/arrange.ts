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

/** Chosen layers further up or down; they keep their order among each other. @returns the elements, and where the chosen ones are now */
export function orderElements(elements: Elements, chosen: Chosen, to: Order): { elements: PrintElement[]; chosen: number[] } {
  const set = new Set(chosen)
  const picked = elements.filter((_, at) => set.has(at))
  const rest = elements.filter((_, at) => !set.has(at))
  const sorted = [...set].sort((one, other) => one - other)
  // among those that stay: below the lowest chosen one
  const below = sorted.length === 0 ? 0 : elements.slice(0, sorted[0]).filter((_, at) => !set.has(at)).length
  const places: Record<Order, number> = { back: 0, backward: below - 1, forward: below + 1, front: rest.length }
  const at = Math.min(rest.length, Math.max(0, places[to]))
  return { elements: [...rest.slice(0, at), ...picked, ...rest.slice(at)], chosen: picked.map((_, index) => at + index) }
}
