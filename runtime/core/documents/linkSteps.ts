/** Checks of the steps of a form: where they lead is a step, they never lead in a circle, and each can be reached. */
import type { FormDocument } from '../documents.ts'
import { END, stepOfField, stepTargets } from '../form/compileSteps.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { PlacedField } from './formFields.ts'
import { type ExpressionPlace, linkCel } from './linkExpressions.ts'
import type { Linker } from './linker.ts'

export function linkSteps(linker: Linker, place: ExpressionPlace, form: FormDocument): void {
  const { steps = [] } = form
  if (new Set(steps.map(({ id }) => id)).size === steps.length) linkFilled(linker, place, form)
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

/** A step without fields would be an empty page on the way. */
function linkFilled(linker: Linker, { document }: ExpressionPlace, form: FormDocument): void {
  const { steps = [] } = form
  const reached = reachedFrom(0, stepTargets(steps))
  const filled = new Set(Object.values(form.schema.properties).map((field) => stepOfField(form, field)))
  for (const [at, { id }] of steps.entries()) {
    // a step that nothing leads to is reported as that
    if (filled.has(id) || !reached.has(at)) continue
    const suggestion = `write "x-step": "${id}" at a field, or remove the step`
    linker.report(document, {
      code: 'STEP_EMPTY',
      path: `/steps/${at}`,
      expected: 'a step with a field',
      found: `"${id}", with none`,
      suggestion,
    })
  }
}

/** A rule that decides about a field before the answers it reads are asked: on the way it always finds nothing. */
export function linkStepOrder(linker: Linker, document: LinkedDocument, form: FormDocument, fields: readonly PlacedField[]): void {
  const { steps = [] } = form
  const position = (name: string): number => {
    const field = form.schema.properties[name]
    return field === undefined ? -1 : steps.findIndex(({ id }) => id === stepOfField(form, field))
  }
  const check = (path: string, at: number, cel: string): void => {
    const late = linker.references(cel).find(([name = '']) => position(name) > at)
    if (late === undefined) return
    linker.report(document, {
      code: 'STEP_LATER',
      path,
      expected: 'answers of this step or of an earlier one',
      found: `"${late[0]}", which is asked in the step "${steps[position(late[0]!)]!.id}"`,
      suggestion: 'move that field to an earlier step, or this one to a later step',
    })
  }
  if (steps.length < 2) return
  for (const { field, path, template } of fields) {
    const at = position(template.split('/')[1] ?? '')
    for (const key of RULES) if (field[key] !== undefined) check(pointer(path, key), at, field[key].cel)
    for (const [index, { must }] of (field['x-checks'] ?? []).entries()) check(`${path}/x-checks/${index}/must`, at, must.cel)
  }
  for (const [at, { next = [] }] of steps.entries())
    for (const [index, { when }] of next.entries()) if (when !== undefined) check(`/steps/${at}/next/${index}/when`, at, when.cel)
}

const RULES = ['x-visibleWhen', 'x-enabledWhen', 'x-requiredWhen', 'x-optionWhen'] as const

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
