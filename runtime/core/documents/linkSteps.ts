/** Checks of the steps of a form: where they lead is a step, they never lead in a circle, and each can be reached. */
import type { FormDocument } from '../documents.ts'
import { END, stepTargets } from '../form/compileSteps.ts'
import { type ExpressionPlace, linkCel } from './linkExpressions.ts'
import type { Linker } from './linker.ts'

export function linkSteps(linker: Linker, place: ExpressionPlace, { steps = [] }: FormDocument): void {
  if (!steps.some(({ next }) => next?.length)) return
  const names = [...steps.map(({ id }) => id), END]
  let isKnown = true
  for (const [at, { next = [] }] of steps.entries()) {
    for (const [index, { when, to }] of next.entries()) {
      const path = `/steps/${at}/next/${index}`
      if (when !== undefined) linkCel(linker, { ...place, path: `${path}/when` }, when, 'boolean')
      linker.known(place.document, 'REFERENCE_UNKNOWN', `${path}/to`, 'a step of this form, or end', to, names)
      isKnown &&= names.includes(to)
    }
  }
  if (isKnown) linkWays(linker, place, steps)
}

function linkWays(linker: Linker, { document }: ExpressionPlace, steps: NonNullable<FormDocument['steps']>): void {
  const targets = stepTargets(steps)
  const circle = circleOf(targets)
  if (circle) {
    const at = circle.find((position) => steps[position]!.next?.length) ?? circle[0]!
    const found = circle.map((position) => steps[position]!.id).join(' -> ')
    const suggestion = 'let one of them lead to the end, or to a step behind all of these'
    linker.report(document, { code: 'CYCLE', path: `/steps/${at}/next`, expected: 'steps that do not lead in a circle', found, suggestion })
    return
  }
  const reached = reachedFrom(0, targets)
  for (const [at, { id }] of steps.entries()) {
    if (reached.has(at)) continue
    const expected = 'a step that another one leads to'
    const suggestion = 'let a step lead to it, or remove it'
    linker.report(document, { code: 'STEP_UNREACHED', path: `/steps/${at}`, expected, found: id, suggestion })
  }
}

/** Positions of a circle, its first one repeated at the end; null where there is none. */
function circleOf(targets: readonly (readonly number[])[]): number[] | null {
  const done = new Set<number>()
  const follow = (at: number, way: readonly number[]): number[] | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at]
    if (done.has(at) || at >= targets.length) return null
    for (const next of targets[at]!) {
      const found = follow(next, [...way, at])
      if (found) return found
    }
    done.add(at)
    return null
  }
  for (const at of targets.keys()) {
    const found = follow(at, [])
    if (found) return found
  }
  return null
}

function reachedFrom(start: number, targets: readonly (readonly number[])[]): Set<number> {
  const reached = new Set<number>()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at) || at >= targets.length) continue
    reached.add(at)
    open.push(...targets[at]!)
  }
  return reached
}
