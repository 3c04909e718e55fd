/** One place up or down, as Alt and the arrows ask: fields go over the borders of sections and steps, into groups and out of them, sections over those of
 *  steps. */
import type { FormDocument } from '../documents.ts'
import { writeAt } from './documentPath.ts'
import { holderInside, type OutlineRow, outline, sectionStep } from './outline.ts'
import { type Edited, inPart, moveFields } from './placeFields.ts'

/** @returns null when there is nowhere to go */
export function moveBy(form: FormDocument, path: string, by: 1 | -1): Edited | null {
  const rows = outline(form)
  const row = rows.find((each) => each.path === path)
  if (!row) return null
  if (row.kind === 'step') return moveStep(form, row, by)
  if (row.kind === 'section') return moveSection(form, row, by)
  return row.holder === '/schema' ? moveRoot(form, rows, row, by) : moveInner(form, rows, row, by)
}

/** Several parts, given in the order of the form, which they keep: all of them go one place on, or none does.
 *  @returns null when one of them has nowhere to go */
export function moveAllBy(form: FormDocument, paths: readonly string[], by: 1 | -1): Edited | null {
  let current = form
  let ahead: string | undefined
  const select: string[] = []
  for (const path of by === 1 ? [...paths].reverse() : paths) {
    const moved = moveBy(current, path, by)
    if (moved === null || !staysBehind(moved, ahead, by)) return null
    current = moved.form
    ahead = moved.select[0]
    select.push(ahead ?? path)
  }
  return { form: current, select: by === 1 ? select.reverse() : select }
}

function staysBehind({ form, select }: Edited, ahead: string | undefined, by: 1 | -1): boolean {
  const order = outline(form).map(({ path }) => path)
  const [own, other] = [order.indexOf(select[0] ?? ''), order.indexOf(ahead ?? '')]
  return other < 0 || (by === 1 ? own < other : own > other)
}

function moveInner(form: FormDocument, rows: readonly OutlineRow[], row: OutlineRow, by: 1 | -1): Edited | null {
  const siblings = rows.filter(({ holder }) => holder === row.holder)
  const at = siblings.indexOf(row)
  const neighbour = siblings[at + by]
  if (!neighbour) return moveOut(form, rows, row, by)
  if (takesFields(neighbour, row)) return moveInto(form, rows, row, neighbour, by)
  const before = by === -1 ? siblings[at - 1] : siblings[at + 2]
  return moveFields(form, [row.path], { holder: row.holder, before: before?.name ?? null, step: row.step, section: row.section })
}

/** A group takes a field that is no group itself: two groups pass each other. */
function takesFields({ kind, holds }: OutlineRow, { holds: own }: OutlineRow): boolean {
  return kind === 'field' && (holds === 'group' || holds === 'repeat') && own === 'value'
}

/** Into the group it meets: from above to its beginning, from below to its end. */
function moveInto(form: FormDocument, rows: readonly OutlineRow[], row: OutlineRow, group: OutlineRow, by: 1 | -1): Edited {
  const holder = holderInside(group)
  const first = rows.find((each) => each.kind === 'field' && each.holder === holder)
  return moveFields(form, [row.path], { holder, before: by === 1 ? (first?.name ?? null) : null, step: group.step, section: group.section })
}

/** Out of its group, to the place before or behind it. */
function moveOut(form: FormDocument, rows: readonly OutlineRow[], row: OutlineRow, by: 1 | -1): Edited | null {
  const group = rows.find((each) => each.kind === 'field' && each.holds !== 'value' && holderInside(each) === row.holder)
  if (!group) return null
  const level = rows.filter((each) => each.kind === 'field' && each.holder === group.holder && isBeside(each, group))
  const before = by === -1 ? group : level[level.indexOf(group) + 1]
  const { holder, step, section } = group
  return moveFields(form, [row.path], { holder, before: before?.name ?? null, step, section })
}

function moveRoot(form: FormDocument, rows: readonly OutlineRow[], row: OutlineRow, by: 1 | -1): Edited | null {
  const level = rows.filter(({ kind, holder }) => kind !== 'field' || holder === '/schema')
  const at = level.indexOf(row)
  const neighbour = level[at + by]
  if (!neighbour) return null
  if (takesFields(neighbour, row)) return moveInto(form, rows, row, neighbour, by)
  if (neighbour.kind === 'field') {
    const before = by === -1 ? neighbour : level.slice(at + 2).find((each) => each.kind === 'field' && isBeside(each, row))
    return moveFields(form, [row.path], { holder: '/schema', before: before?.name ?? null, step: row.step, section: row.section })
  }
  if (by === 1) {
    const first = level[at + 2]
    const before = first?.kind === 'field' ? first.name : null
    return moveFields(form, [row.path], { holder: '/schema', before, step: neighbour.step, section: neighbour.section })
  }
  // Out of the part whose heading is above: to the end of the part before.
  const above = level[at - 2]
  if (!above) return null
  return moveFields(form, [row.path], { holder: '/schema', before: null, step: above.step, section: above.section })
}

function isBeside(left: OutlineRow, right: OutlineRow): boolean {
  return left.step === right.step && left.section === right.section
}

function moveStep(form: FormDocument, { name }: OutlineRow, by: 1 | -1): Edited | null {
  const steps = form.steps ?? []
  const at = steps.findIndex(({ id }) => id === name)
  if (!steps[at + by]) return null
  // What names no step is on the first: it is reported where it is before another step becomes the first.
  const named = nameSteps(form)
  return { form: { ...named, steps: swapped(steps, at, at + by) }, select: [`/steps/${at + by}`] }
}

/** Every root field and section with the step that it is on. */
export function nameSteps(form: FormDocument): FormDocument {
  const first = form.steps?.[0]?.id
  if (first === undefined) return form
  const sections = form.sections?.map((section) => ({ ...section, step: section.step ?? first }))
  const properties = Object.fromEntries(
    Object.entries(form.schema.properties).map(([name, field]) => {
      const inSection = sections?.some(({ id }) => id === field['x-section'])
      return [name, inSection || field['x-step'] !== undefined ? field : { ...field, 'x-step': first }]
    }),
  )
  return { ...form, ...(sections ? { sections } : {}), schema: { ...form.schema, properties } }
}

function moveSection(form: FormDocument, row: OutlineRow, by: 1 | -1): Edited | null {
  const sections = form.sections ?? []
  const at = sections.findIndex(({ id }) => id === row.name)
  const section = sections[at]
  if (!section) return null
  const stepOf = (index: number) => sectionStep(form, sections[index]?.step)
  let other = at + by
  while (sections[other] && stepOf(other) !== stepOf(at)) other += by
  if (sections[other]) {
    const moved = sections.filter((_, index) => index !== at)
    moved.splice(other, 0, section)
    return { form: { ...form, sections: moved }, select: [`/sections/${other}`] }
  }
  const steps = form.steps ?? []
  const step = steps[steps.findIndex(({ id }) => id === stepOf(at)) + by]
  if (!step) return null
  const changed = writeAt(form, `/sections/${at}`, { ...section, step: step.id })
  return { form: followSection(changed, section.id), select: [`/sections/${at}`] }
}

/** The fields of a section go where it goes. */
function followSection(form: FormDocument, id: string): FormDocument {
  const step = sectionStep(form, form.sections?.find((section) => section.id === id)?.step)
  const properties = Object.entries(form.schema.properties).map(([name, field]) => [
    name,
    field['x-section'] === id ? inPart(form, field, { step, section: id }) : field,
  ])
  return { ...form, schema: { ...form.schema, properties: Object.fromEntries(properties) } }
}

function swapped<T>(list: readonly T[], left: number, right: number): T[] {
  const copy = [...list]
  copy[left] = list[right] as T
  copy[right] = list[left] as T
  return copy
}
