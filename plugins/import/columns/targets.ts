/** What a column of a sheet can fill: the fields of a form, of groups and of numbered rows too. Pure. */
import type { FormDocument, FormField, LocalText, Options } from '../../../runtime/core/documents.ts'
import { controlName } from '../../../runtime/core/form/controlName.ts'
import { holdsFields, holdsFiles } from '../../../runtime/core/form/holdsFields.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'

/** How a cell is read. */
export type TargetKind = 'text' | 'number' | 'money' | 'boolean' | 'date' | 'moment' | 'span' | 'choice' | 'choices' | 'path'

export interface Target {
  /** `members.0.name`; of no form: `@account`. */
  key: string
  title: LocalText
  kind: TargetKind
  required: boolean
  field: FormField
  options: Options | null
}
export interface Targets {
  list: Target[]
  /** Required fields that no cell can fill: files, signatures. */
  unfillable: LocalText[]
}

/** Rows of a group that columns can fill, unless the form says fewer. */
const MAX_ROWS = 10
const USUAL_ROWS = 3
const NEVER: readonly string[] = ['note', 'calculated', 'hidden', 'signature', 'location', 'password', 'matrix', 'ranking', 'richText']

type Numbered = (group: LocalText, number: number, field: LocalText) => LocalText
interface Place {
  key: string
  title: LocalText
  required: boolean
}

/** @param numbered  name of a field in the row of a group */
export function formTargets({ schema }: FormDocument, numbered: Numbered): Targets {
  const found: Targets = { list: [], unfillable: [] }
  const root = { key: '', title: { zh: '', en: '' }, required: true }
  addFields(schema as FormField, root, { found, numbered, named: (title) => title })
  return found
}

interface Adding {
  found: Targets
  numbered: Numbered
  named: (title: LocalText) => LocalText
}
function addFields(of: FormField, { key: prefix, required: isNeeded }: Place, adding: Adding): void {
  for (const [own, field] of Object.entries(of.properties ?? {})) {
    if (field['x-computed'] !== undefined) continue
    const key = prefix === '' ? own : `${prefix}.${own}`
    const required = isNeeded && (of.required ?? []).includes(own) && field['x-visibleWhen'] === undefined
    addField(field, { key, title: adding.named(bothWords(field.title ?? own)), required }, adding)
  }
}

function addField(field: FormField, at: Place, adding: Adding): void {
  const shape = holdsFields(field)
  if (shape === 'group') addFields(field, at, { ...adding, named: (title) => title })
  else if (shape === 'repeat') addRows(field, at, adding)
  else {
    const kind = kindOf(field)
    const options = field['x-options'] ?? (field.items as FormField | undefined)?.['x-options'] ?? null
    if (kind !== null) adding.found.list.push({ ...at, kind, field, options })
    else if (at.required) adding.found.unfillable.push(at.title)
  }
}

function addRows(field: FormField, at: Place, adding: Adding): void {
  const least = numberOf(field.minItems) ?? 0
  const max = Math.min(numberOf(field.maxItems) ?? Math.max(USUAL_ROWS, least), MAX_ROWS)
  for (let row = 0; row < max; row++) {
    const place = { ...at, key: `${at.key}.${row}`, required: row < least }
    addFields(field.items as FormField, place, { ...adding, named: (title) => adding.numbered(at.title, row + 1, title) })
  }
}

function kindOf(field: FormField): TargetKind | null {
  const control = controlName(field)
  if (holdsFiles(field) || NEVER.includes(control)) return null
  const type = [field.type].flat().find((each) => each !== 'null')
  if (type === 'boolean') return 'boolean'
  if (control === 'dateRange') return 'span'
  if (control === 'cascader') return 'path'
  if (field['x-options'] ?? (field.items as FormField | undefined)?.['x-options']) return type === 'array' ? 'choices' : 'choice'
  if (control === 'money') return 'money'
  if (type === 'number' || type === 'integer') return 'number'
  if (field.format === 'date' || control === 'date') return 'date'
  if (field.format === 'date-time' || control === 'datetime') return 'moment'
  return type === 'object' || type === 'array' ? null : 'text'
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** A text of a document, in both languages; a key stays as it is. */
export function bothWords(text: unknown): LocalText {
  if (!isRecord(text)) return { zh: String(text), en: String(text) }
  const { zh, en } = text as Partial<LocalText>
  return { zh: zh || en || '', en: en || zh || '' }
}
