/** Sections and steps of a form: made around fields, split off, taken away without their fields. */
import type { FormDocument, Text } from '../documents.ts'
import { freeName } from './freeName.ts'
import { nameSteps } from './movePart.ts'
import { outline, partOf, sectionStep } from './outline.ts'
import { type Edited, type FieldPlace, inPart, lastStep, pathIn } from './placeFields.ts'

/** Puts root fields into a new section, on the step of the first one. Without fields the section is empty and stands last. */
export function groupIntoSection(form: FormDocument, paths: readonly string[], title: Text): Edited {
  const names = rootNames(form, paths)
  const first = form.schema.properties[names[0] ?? '']
  const lastSection = form.sections?.at(-1)?.step
  const step = first ? partOf(form, first).step : (lastSection ?? form.steps?.at(-1)?.id ?? null)
  const id = freeName(
    'section',
    (form.sections ?? []).map((section) => section.id),
  )
  const section = { id, title, ...(step === null ? {} : { step }) }
  const sections = [...(form.sections ?? []), section]
  const changed = { ...form, sections }
  return { form: mapFields(changed, names, { step, section: id }), select: [`/sections/${sections.length - 1}`] }
}

/**
 * Begins a new step at a root field: it and what follows on its step go there. Without steps so far, what is before becomes the first step.
 * @param path   of a root field; null: an empty step
 * @param behind id of the step that an empty one follows; null: the last one
 */
export function splitIntoStep(
  form: FormDocument,
  path: string | null,
  titles: { first: Text; next: Text },
  behind: string | null = null,
): Edited {
  const stepped = withFirstStep(form, titles.first)
  const steps = stepped.steps ?? []
  const id = freeName(
    'step',
    steps.map((step) => step.id),
  )
  const name = path === null ? null : rootNames(stepped, [path])[0]
  const field = name ? stepped.schema.properties[name] : undefined
  const from = field ? partOf(stepped, field).step : (behind ?? steps.at(-1)?.id)
  const at = steps.findIndex((step) => step.id === from) + 1
  const added = { ...stepped, steps: [...steps.slice(0, at), { id, title: titles.next }, ...steps.slice(at)] }
  const moved = field ? moveFrom(added, stepped, name as string, id) : added
  return { form: moved, select: [`/steps/${at}`] }
}

/** Begins a page or a section at a place: what follows there on its page, or in its section, goes into it. Inside of a group: behind the group. */
export function breakAt(form: FormDocument, place: FieldPlace, begins: 'step' | 'section', titles: { first: Text; next: Text }): Edited {
  const at = place.holder === '/schema' ? place : behindGroup(form, place)
  const rows = outline(form).filter(({ kind, holder, step }) => kind === 'field' && holder === '/schema' && step === at.step)
  const names = Object.keys(form.schema.properties)
  const next = names.slice(names.indexOf(at.before ?? ''))
  const following = at.before === null ? [] : rows.filter(({ name, section }) => section === at.section && next.includes(name))
  if (begins === 'section') {
    const made = groupIntoSection(
      form,
      following.map(({ path }) => path),
      titles.next,
    )
    return sectionBehind(made, at)
  }
  return splitIntoStep(form, following[0]?.path ?? null, titles, at.step)
}

/**
 * Makes a root field the last one of its step, so that where it leads can be decided there: what follows on its step begins a new one.
 * @returns the form with the position of the step; null when nothing follows at all: the form is sent next anyway
 */
export function endStepAt(
  form: FormDocument,
  path: string,
  titles: { first: Text; next: Text },
): { form: FormDocument; step: number } | null {
  const rows = outline(form).filter(({ kind, holder }) => kind === 'field' && holder === '/schema')
  const at = rows.findIndex((row) => row.path === path)
  const [field, next] = [rows[at], rows[at + 1]]
  if (!field || !next) return null
  const split = next.step === field.step ? splitIntoStep(form, next.path, titles).form : form
  const name = lastStep(path)
  const { step } = partOf(split, split.schema.properties[name]!)
  return { form: split, step: (split.steps ?? []).findIndex(({ id }) => id === step) }
}

/** The new section, which stands last, goes behind the one of the place. */
function sectionBehind({ form, select }: Edited, { section, step }: FieldPlace): Edited {
  const sections = form.sections ?? []
  const made = sections.at(-1)!
  const others = sections.slice(0, -1)
  const behind =
    section === null ? others.findIndex((each) => sectionStep(form, each.step) === step) - 1 : others.findIndex(({ id }) => id === section)
  const at = behind === -2 ? others.length : behind + 1
  const placed = { ...made, ...(step === null ? {} : { step }) }
  return at === others.length && placed.step === made.step
    ? { form, select }
    : { form: { ...form, sections: [...others.slice(0, at), placed, ...others.slice(at)] }, select: [`/sections/${at}`] }
}

function behindGroup(form: FormDocument, { holder, step, section }: FieldPlace): FieldPlace {
  const names = Object.keys(form.schema.properties)
  const group = names.findIndex((name) => `${holder}/`.startsWith(`${pathIn('/schema', name)}/`))
  return { holder: '/schema', before: names[group + 1] ?? null, step, section }
}

/** Takes a step or section away; its fields stay, in what is left around them. */
export function removePart(form: FormDocument, path: string): FormDocument {
  const index = Number(lastStep(path))
  if (path.startsWith('/sections/')) {
    const gone = form.sections?.[index]
    if (!gone) return form
    const names = Object.keys(form.schema.properties).filter((name) => form.schema.properties[name]?.['x-section'] === gone.id)
    const step = partOf(form, form.schema.properties[names[0] ?? ''] ?? {}).step
    const { sections: _, ...rest } = form
    const left = (form.sections ?? []).filter((section) => section !== gone)
    const without = left.length > 0 ? { ...rest, sections: left } : rest
    return mapFields(without, names, { step, section: null })
  }
  return removeStep(form, index)
}

function removeStep(form: FormDocument, index: number): FormDocument {
  const named = nameSteps(form)
  const gone = named.steps?.[index]
  if (!gone) return form
  const left = (named.steps ?? []).filter((step) => step !== gone)
  const heir = left[Math.max(0, index - 1)]?.id
  const { steps: _, sections, ...rest } = named
  const moveTo = <T extends { step?: string }>({ step, ...part }: T) => {
    const next = step === gone.id ? heir : step
    return (left.length > 1 && next !== undefined ? { ...part, step: next } : part) as T
  }
  const properties = Object.entries(named.schema.properties).map(([name, field]) => {
    const { 'x-step': step, ...others } = field
    const next = step === gone.id ? heir : step
    return [name, left.length > 1 && next !== undefined ? { ...others, 'x-step': next } : others]
  })
  return {
    ...rest,
    // one step alone is no step
    ...(left.length > 1 ? { steps: left } : {}),
    ...(sections ? { sections: sections.map(moveTo) } : {}),
    schema: { ...named.schema, properties: Object.fromEntries(properties) },
  }
}

function withFirstStep(form: FormDocument, title: Text): FormDocument {
  if (form.steps && form.steps.length > 0) return form
  return { ...form, steps: [{ id: 'step1', title }] }
}

/** Moves a field and what is shown behind it on its step; sections that begin there go as a whole. */
function moveFrom(form: FormDocument, before: FormDocument, name: string, step: string): FormDocument {
  const rows = outline(before).filter(({ kind, holder }) => kind !== 'field' || holder === '/schema')
  const at = rows.findIndex(({ path }) => path === pathIn('/schema', name))
  const from = rows[at]
  const tail = rows.slice(at).filter((row) => row.step === from?.step && row.kind !== 'step')
  const whole = new Set(tail.filter(({ kind }) => kind === 'section').map((row) => row.name))
  const sections = form.sections?.map((section) => (whole.has(section.id) ? { ...section, step } : section))
  const moved = { ...form, ...(sections ? { sections } : {}) }
  const properties = Object.entries(form.schema.properties).map(([key, field]) => {
    const row = tail.find((each) => each.kind === 'field' && each.name === key)
    return [key, row ? inPart(moved, field, { step, section: row.section }) : field]
  })
  return { ...moved, schema: { ...moved.schema, properties: Object.fromEntries(properties) } }
}

function rootNames(form: FormDocument, paths: readonly string[]): string[] {
  return Object.keys(form.schema.properties).filter((name) => paths.includes(pathIn('/schema', name)))
}

function mapFields(form: FormDocument, names: readonly string[], part: { step: string | null; section: string | null }): FormDocument {
  const properties = Object.entries(form.schema.properties).map(([name, field]) => [
    name,
    names.includes(name) ? inPart(form, field, part) : field,
  ])
  return { ...form, schema: { ...form.schema, properties: Object.fromEntries(properties) } }
}
