/** Fields into, out of and around a form. Every function answers the new form and what is selected afterwards; the form given stays as it is. */
import { pointer } from '../documents/failure.ts'
import type { FormDocument, FormField } from '../documents.ts'
import { parentPath, readAt, writeAt } from './documentPath.ts'
import { freeName } from './freeName.ts'
import { type OutlineRow, outline, type Part } from './outline.ts'

export interface Edited {
  form: FormDocument
  /** Paths. */
  select: string[]
}

/** Where a field goes: `before` the named one of the same holder, or behind all. */
export interface FieldPlace extends Part {
  /** JSON Pointer of the schema whose `properties` take it: `/schema`, or the one of a group or of a row. */
  holder: string
  before: string | null
}

type Holder = Pick<FormField, 'properties' | 'required'>

/** @param name wanted for; a number is added when it is taken */
export function insertField(form: FormDocument, place: FieldPlace, made: { name: string; field: FormField; required?: boolean }): Edited {
  const holder = (readAt(form, place.holder) ?? {}) as Holder
  const name = freeName(made.name, Object.keys(holder.properties ?? {}))
  const field = place.holder === '/schema' ? inPart(form, structuredClone(made.field), place) : structuredClone(made.field)
  const properties = putBefore(Object.entries(holder.properties ?? {}), [[name, field]], place.before)
  const required = made.required ? [...(holder.required ?? []), name] : holder.required
  const changed = writeAt(form, place.holder, withRequired({ ...holder, properties }, required))
  return { form: changed, select: [pathIn(place.holder, name)] }
}

/** Moves fields to one place, in the order given. A name that is taken there gets a number. */
export function moveFields(form: FormDocument, paths: readonly string[], place: FieldPlace): Edited {
  const moved = paths.filter((path) => !isWithin(place.holder, path))
  const before = place.before !== null && moved.includes(pathIn(place.holder, place.before)) ? nextKept(form, place, moved) : place.before
  const taken = moved.map((path) => ({ name: lastStep(path), field: readAt(form, path) as FormField, required: isRequired(form, path) }))
  let current = removeFields(form, moved)
  const select: string[] = []
  for (const each of taken) {
    const edited = insertField(current, { ...place, before }, each)
    current = edited.form
    select.push(...edited.select)
  }
  return { form: current, select }
}

/** Takes fields out, and out of what is required. */
export function removeFields(form: FormDocument, paths: readonly string[]): FormDocument {
  let current = form
  for (const path of paths) {
    if (readAt(current, path) === undefined) continue
    const holder = parentPath(parentPath(path))
    const name = lastStep(path)
    const found = readAt(current, holder) as Holder
    const { [name]: _, ...properties } = found.properties ?? {}
    current = writeAt(
      current,
      holder,
      withRequired(
        { ...found, properties },
        found.required?.filter((each) => each !== name),
      ),
    )
  }
  return current
}

/** A copy of each field, behind it. */
export function duplicateFields(form: FormDocument, paths: readonly string[]): Edited {
  let current = form
  const select: string[] = []
  for (const path of paths) {
    const row = outline(current).find((each) => each.path === path)
    if (row?.kind !== 'field') continue
    const place = { holder: row.holder, before: following(current, row), step: row.step, section: row.section }
    const made = { name: row.name, field: readAt(current, path) as FormField, required: isRequired(current, path) }
    const edited = insertField(current, place, made)
    current = edited.form
    select.push(...edited.select)
  }
  return { form: current, select }
}

/** Whether the field at a path is declared as required. */
export function isRequired(form: FormDocument, path: string): boolean {
  const holder = readAt(form, parentPath(parentPath(path))) as Holder | undefined
  return holder?.required?.includes(lastStep(path)) === true
}

/** Declares the field at a path as required, or no longer. */
export function setRequired(form: FormDocument, path: string, required: boolean): FormDocument {
  const holderPath = parentPath(parentPath(path))
  const holder = readAt(form, holderPath) as Holder
  const others = (holder.required ?? []).filter((each) => each !== lastStep(path))
  return writeAt(form, holderPath, withRequired(holder, required ? [...others, lastStep(path)] : others))
}

/** Path of a field by its holder and name. */
export function pathIn(holder: string, name: string): string {
  return pointer(`${holder}/properties`, name)
}

/** Name of the field at a path. */
export function lastStep(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
}

/** Whether a path is another one, or lies inside of it. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

/** A root field with the step and section of its part; a step that follows from the section, or is the first, is not written. */
export function inPart(form: FormDocument, field: FormField, { step, section }: Part): FormField {
  const { 'x-step': _, 'x-section': __, ...rest } = field
  const declared = form.sections?.find(({ id }) => id === section)
  const implied = declared?.step ?? form.steps?.[0]?.id ?? null
  return {
    ...rest,
    ...(declared ? { 'x-section': declared.id } : {}),
    ...(step !== null && step !== implied ? { 'x-step': step } : {}),
  }
}

function putBefore<T>(entries: [string, T][], added: [string, T][], before: string | null): Record<string, T> {
  const index = before === null ? -1 : entries.findIndex(([name]) => name === before)
  const at = index < 0 ? entries.length : index
  return Object.fromEntries([...entries.slice(0, at), ...added, ...entries.slice(at)])
}

function withRequired<H extends Holder>(holder: H, required: readonly string[] | undefined): H {
  const { required: _, ...rest } = holder
  return (required && required.length > 0 ? { ...rest, required: [...required] } : rest) as H
}

/** Name of the property behind a field. */
function following(form: FormDocument, { holder, name }: OutlineRow): string | null {
  const names = Object.keys((readAt(form, `${holder}/properties`) ?? {}) as object)
  return names[names.indexOf(name) + 1] ?? null
}

function nextKept(form: FormDocument, { holder, before }: FieldPlace, moved: readonly string[]): string | null {
  const names = Object.keys((readAt(form, `${holder}/properties`) ?? {}) as object)
  return names.slice(names.indexOf(before as string)).find((name) => !moved.includes(pathIn(holder, name))) ?? null
}
