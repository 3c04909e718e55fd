/** Which kind of a palette a field is: the one whose starting field it still resembles most. */
import type { FormField, PaletteDocument, PaletteEntry } from '../documents.ts'
import { controlName } from '../form/controlName.ts'
import { holdsFields } from '../form/holdsFields.ts'
import { matrixKind } from './matrixParts.ts'

/** Keys whose presence says nothing about the kind. */
const CONTENT = new Set([
  'title',
  'description',
  'x-placeholder',
  'x-mark',
  'x-props',
  'x-span',
  'required',
  'default',
  'type',
  'format',
  'x-widget',
])

/** @returns null when no kind of the palette has such a type, format and control */
export function entryOfField(palette: PaletteDocument, field: FormField): PaletteEntry | null {
  let best: PaletteEntry | null = null
  let bestScore = -1
  for (const entry of palette.groups.flatMap(({ entries }) => entries)) {
    const score = resemblance(entry.field, field)
    // what is plain is behind what is special
    if (score >= bestScore && score >= 0) {
      best = entry
      bestScore = score
    }
  }
  return best
}

/** Whether a kind of field may be added to a form for a purpose. */
export function isOffered({ purposes }: PaletteEntry, purpose: string | undefined): boolean {
  return purposes === undefined || purpose === undefined || purposes.includes(purpose)
}

/** Whether every field of the list, at any depth, is of a kind that is offered. */
export function areOffered(palette: PaletteDocument, fields: Iterable<FormField>, purpose: string | undefined): boolean {
  return [...fields].every((field) => {
    const entry = entryOfField(palette, field)
    const inner = Object.values({ ...field.properties, ...field.items?.properties })
    return (entry === null || isOffered(entry, purpose)) && areOffered(palette, inner, purpose)
  })
}

/** Above any sum of what is lacking. */
const BASE = 100

/** A missing limit says little; a missing rule says that the field is of another kind. */
function worth(declared: unknown, found: unknown): number {
  if (found !== undefined) return JSON.stringify(found) === JSON.stringify(declared) ? 3 : 2
  return declared === true ? -4 : -1
}

/** -1: another kind. Else higher, the more marks they share. */
function resemblance(start: FormField, field: FormField): number {
  if (identity(start) !== identity(field)) return -1
  const own = marksOf(start).reduce((score, key) => score + worth(start[key], field[key]), BASE)
  return (
    own + Object.entries(start.properties ?? {}).reduce((score, [name, member]) => score + sameMember(member, field.properties?.[name]), 0)
  )
}

const marksOf = (field: FormField): string[] =>
  Object.keys(field).filter((key) => !CONTENT.has(key) && key !== 'items' && key !== 'properties')

/** A group is known by the members that have a rule. */
function sameMember(start: FormField, found: FormField | undefined): number {
  const marks = marksOf(start)
  if (marks.length === 0) return 0
  return found !== undefined && marks.every((mark) => mark in found) ? 1 : -1
}

/** What makes two fields the same kind: type, format and control. */
function identity(field: FormField): string {
  const holds = holdsFields(field)
  if (matrixKind(field)) return `matrix of ${Object.values(field.properties ?? {})[0]?.type}`
  return holds === 'value' ? JSON.stringify([field.type ?? null, field.format ?? null, controlName(field)]) : holds
}
