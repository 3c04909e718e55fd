/** A form as the list of its parts, in the order in which people see them: steps, sections, fields, and the fields inside of groups and rows.
 *  Canvas, outline and keyboard go along this one list. */
import { pointer } from '../documents/failure.ts'
import type { FormDocument, FormField } from '../documents.ts'

/** Where a field is among steps and sections: their ids, null for none. */
export interface Part {
  step: string | null
  section: string | null
}

export interface OutlineRow extends Part {
  kind: 'step' | 'section' | 'field'
  /** JSON Pointer into the document. */
  path: string
  /** Id of a step or section, name of a field. */
  name: string
  depth: number
  /** Fields: what they hold; `''` for the others. */
  holds: 'value' | 'group' | 'repeat' | ''
  /** Fields: JSON Pointer of the schema whose `properties` they are. */
  holder: string
}

const ROOT = '/schema'

/** All parts of a form. A field of no step is on the first, one of no section before the sections of its step, as in the form that people fill. */
export function outline(form: FormDocument): OutlineRow[] {
  const steps = form.steps ?? []
  const fields = Object.entries(form.schema?.properties ?? {})
  const placed = fields.map(([name, field]) => ({ name, field, part: partOf(form, field) }))
  const rows: OutlineRow[] = []
  for (const [index, step] of (steps.length > 0 ? steps : [null]).entries()) {
    const id = step?.id ?? null
    const depth = step === null ? 0 : 1
    if (step !== null) rows.push(heading('step', `/steps/${index}`, step.id, 0, { step: id, section: null }))
    const here = placed.filter(({ part }) => part.step === id)
    for (const each of here) if (each.part.section === null) rows.push(...fieldRows(each, depth))
    for (const [at, section] of (form.sections ?? []).entries()) {
      const inSection = here.filter(({ part }) => part.section === section.id)
      if (inSection.length === 0 && sectionStep(form, section.step) !== id) continue
      rows.push(heading('section', `/sections/${at}`, section.id, depth, { step: id, section: section.id }))
      for (const each of inSection) rows.push(...fieldRows(each, depth + 1))
    }
  }
  return rows
}

/** JSON Pointer of the schema whose `properties` the fields inside of a group or row are; of other parts, that of the form. */
export function holderInside({ kind, holds, path }: OutlineRow): string {
  if (kind !== 'field') return ROOT
  return holds === 'repeat' ? `${path}/items` : path
}

/** Path of a part -> the groups that end behind it, innermost first. */
export function closedBy(rows: readonly OutlineRow[]): Map<string, OutlineRow[]> {
  const closed = new Map<string, OutlineRow[]>()
  const open: OutlineRow[] = []
  for (const [at, row] of rows.entries()) {
    if (row.kind === 'field' && (row.holds === 'group' || row.holds === 'repeat')) open.push(row)
    const next = rows[at + 1]?.path ?? ''
    while (open.length > 0 && !next.startsWith(`${open.at(-1)!.path}/`))
      closed.set(row.path, [...(closed.get(row.path) ?? []), open.pop()!])
  }
  return closed
}

/** The step and the section that a root field stands in. */
export function partOf(form: FormDocument, field: FormField): Part {
  const section = form.sections?.find(({ id }) => id === field['x-section'])
  return { step: sectionStep(form, field['x-step'] ?? section?.step), section: section?.id ?? null }
}

/** A step that exists: the one named, else the first; null when the form has none. */
export function sectionStep({ steps = [] }: FormDocument, named: string | undefined): string | null {
  return (steps.find(({ id }) => id === named) ?? steps[0])?.id ?? null
}

function heading(kind: 'step' | 'section', path: string, name: string, depth: number, part: Part): OutlineRow {
  return { kind, path, name, depth, holds: '', holder: '', ...part }
}

function fieldRows({ name, field, part }: { name: string; field: FormField; part: Part }, depth: number, holder = ROOT): OutlineRow[] {
  const path = pointer(`${holder}/properties`, name)
  const holds = whatHolds(field)
  const inner = holds === 'repeat' ? `${path}/items` : path
  const children = holds === 'value' ? {} : (((holds === 'repeat' ? field.items : field) as FormField).properties ?? {})
  const own: OutlineRow = { kind: 'field', path, name, depth, holds, holder, ...part }
  return [own, ...Object.entries(children).flatMap(([child, schema]) => fieldRows({ name: child, field: schema, part }, depth + 1, inner))]
}

/** As in the form that people fill, but for a group that has lost its last field: it still takes some. */
function whatHolds(field: FormField): 'value' | 'group' | 'repeat' {
  if (typeof field !== 'object' || field === null || !FRAMES.includes(field['x-widget'])) return 'value'
  if (field.properties !== undefined) return 'group'
  return field.items?.properties === undefined ? 'value' : 'repeat'
}

/** Widgets that frame fields instead of owning a value. */
const FRAMES: readonly (string | undefined)[] = [undefined, 'section', 'repeat', 'localText']
