/** Which node an element of the page belongs to. Elements are marked in passes; a pass replaces what the one before said. */

/** Class of the elements between which the elements of a node stand while they are marked. */
export const EDGE = 'ag-in-place-edge'

/** Of an element: its nodes, the innermost first, each with its places (`kind:id#pointer`). */
interface Marks {
  pass: number
  nodes: (readonly string[])[]
}

const marks = new WeakMap<Element, Marks>()
let current = 0

/** @returns its number */
export function startPass(): number {
  current += 1
  return current
}

/** Whether it only stands beside the elements of a node while they are marked. */
export function isEdge(element: Element): boolean {
  return element.classList.contains(EDGE)
}

/** Gives the elements between two edges the places of their node. */
export function markBetween(first: Element, last: Element, at: readonly string[]): void {
  if (at.length === 0) return
  for (let element = first.nextElementSibling; element && element !== last; element = element.nextElementSibling) {
    if (isEdge(element)) continue
    const before = marks.get(element)
    const nodes = before?.pass === current ? before.nodes : []
    marks.set(element, { pass: current, nodes: [...nodes, at] })
    element.setAttribute('data-in-place', '')
  }
}

/** A node of the edited document on the screen. */
export interface SeenNode {
  element: HTMLElement
  /** JSON Pointer in the edited document. */
  node: string
  /** The document in which the node really stands, when that is another one. */
  from: string | null
}

/** The innermost node of a document at an element. @param of `kind:id` */
export function nodeAround(target: EventTarget | null, of: string): SeenNode | null {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement)
    for (const at of marks.get(element)?.nodes ?? []) {
      const own = at.findLast((place) => place.startsWith(`${of}#`))
      if (own === undefined) continue
      const last = at.at(-1)!
      return { element: element as HTMLElement, node: pointerOf(own), from: last === own ? null : last.slice(0, last.indexOf('#')) }
    }
  return null
}

/** The elements of a node. */
export function elementsOf(node: string, of: string): HTMLElement[] {
  const place = `${of}#${node}`
  return [...document.querySelectorAll<HTMLElement>('[data-in-place]')].filter((element) =>
    marks.get(element)?.nodes.some((at) => at.includes(place)),
  )
}

/** The innermost node at an element: its places, outermost first, and the element that it begins at. */
export function innermostNode(target: EventTarget | null): { element: HTMLElement; at: readonly string[] } | null {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    const [at] = marks.get(element)?.nodes ?? []
    if (at) return { element: element as HTMLElement, at }
  }
  return null
}

function pointerOf(place: string): string {
  return place.slice(place.indexOf('#') + 1)
}
