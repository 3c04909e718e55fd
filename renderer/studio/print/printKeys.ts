import type { KeyboardEvent } from 'react'
import { resizeElements } from '../../../runtime/core/studio/print/arrange.ts'
import type { PrintDesign } from './usePrintDesign.ts'

const STEP_MM = 1
const LONG_STEPS = 10
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keys of the canvas: arrows move, with Alt they resize, with Shift ten times as far; Tab goes through the layers. */
export function printKeys(design: PrintDesign): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === 'Tab' && !goOn(design, event.shiftKey ? -1 : 1)) return
    if (event.key === 'Tab' || act(design, event)) event.preventDefault()
  }
}

/** Keys of the canvas that mean the same in the list of layers: those that are not arrows or Tab. @returns whether it was one */
export function layerKey(design: PrintDesign, event: KeyboardEvent): boolean {
  return !(event.key in ARROWS) && act(design, event)
}

function act(design: PrintDesign, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return command(design, key, event.shiftKey)
  const arrow = ARROWS[event.key]
  if (arrow && design.chosen.length > 0) {
    const by = STEP_MM * (event.shiftKey ? LONG_STEPS : 1)
    if (event.altKey) design.setElements(resizeElements(design.elements, design.chosen, 'se', arrow[0] * by, arrow[1] * by))
    else design.move(arrow[0] * by, arrow[1] * by)
    return true
  }
  if (key === 'delete' || key === 'backspace') return done(design.remove)
  if (key === 'escape' && design.chosen.length > 0) return done(() => design.select([]))
  if (key === '[') return done(() => design.order(event.shiftKey ? 'back' : 'backward'))
  if (key === ']') return done(() => design.order(event.shiftKey ? 'front' : 'forward'))
  return false
}

function command(design: PrintDesign, key: string, isShift: boolean): boolean {
  if (key === 'z') return done(isShift ? design.redo : design.undo)
  if (key === 'y') return done(design.redo)
  if (key === 'c') return done(design.copy)
  if (key === 'x')
    return done(() => {
      design.copy()
      design.remove()
    })
  if (key === 'v') return done(design.paste)
  if (key === 'd') return done(design.duplicate)
  if (key === 'a') return done(() => design.select(design.elements.flatMap(({ locked, hidden }, at) => (locked || hidden ? [] : [at]))))
  return false
}

function done(what: () => unknown): true {
  what()
  return true
}

/** @returns false past the last one: Tab leaves the canvas */
function goOn({ elements, chosen, select }: PrintDesign, by: 1 | -1): boolean {
  const from = chosen.at(-1) ?? (by > 0 ? -1 : elements.length)
  const to = from + by
  if (to < 0 || to >= elements.length) return false
  select([to])
  return true
}
