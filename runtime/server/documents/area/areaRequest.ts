/** What the studio's dialog for a new screen was answered -> the area whose documents are made: over an entity that there is, or over one of its own. */
import type { EntityDocument, EntityField, LocalText } from '../../../core/documents.ts'
import type { Platform } from '../../../core/platform.ts'
import { freeName } from '../../../core/studio/freeName.ts'
import { nameFromTitle } from '../../../core/studio/nameFromTitle.ts'
import { parseOptionLines } from '../../../core/studio/optionLines.ts'
import { textInBoth } from '../textInBoth.ts'
import type { AreaCode, AreaField, AreaFieldType, AreaVerb, NewArea } from './area.ts'
import { areaWords } from './areaWords.ts'

export interface ScreenRequest {
  /** First part of the ids, and last of the address. */
  name: string
  titleZh: string
  titleEn: string
  permission: string
  menu: string
  /** An entity that there is, with the names of its fields that are used. */
  entity?: string
  columns?: string[]
  filters?: string[]
  form?: string[]
  verbs?: AreaVerb[]
  /** In place of an entity: the fields of a new one. */
  fields?: AskedField[]
}

export interface AskedField {
  title: { zh: string; en?: string }
  kind: AreaFieldType
  required?: boolean
  /** Of a choice: an option a line. */
  options?: string
  /** Of a reference: id of the entity that it names. */
  of?: string
}

const COLUMNS: readonly AreaFieldType[] = [
  'string',
  'text',
  'localText',
  'integer',
  'number',
  'money',
  'boolean',
  'date',
  'datetime',
  'enum',
  'ref',
]
const FILTERS: readonly AreaFieldType[] = ['string', 'boolean', 'enum', 'ref']
/** With one there is nothing to choose. */
const MIN_OPTIONS = 2
/** Characters of a new field. */
const LENGTHS: Partial<Record<AreaFieldType, number>> = { string: 200, text: 5000, localText: 200 }

/** Fields of an entity that a new screen shows as columns, filters or form fields. */
export function fieldsFor(use: 'column' | 'filter' | 'form', { fields }: EntityDocument): string[] {
  const kinds: readonly string[] = { column: COLUMNS, filter: FILTERS, form: COLUMNS }[use]
  // what is sensitive may be written by a form, but is not shown in a list
  const isOpen = ({ computed, sensitive, mask }: EntityField) => (use === 'form' ? !computed : !sensitive && !mask)
  return Object.keys(fields).filter((name) => kinds.includes(fields[name]!.type) && isOpen(fields[name]!))
}

/** Required fields that the form lacks and the table does not fill by itself: nothing could be added without them. */
export function lackingFields({ fields }: EntityDocument, chosen: readonly string[]): string[] {
  return Object.entries(fields).flatMap(([name, { required, default: given, computed }]) =>
    required && given === undefined && !computed && !chosen.includes(name) ? [name] : [],
  )
}

/** A name that is no field of the entity, or of a kind that has no place there. */
export function unknownField(entity: EntityDocument, { columns = [], filters = [], form = [] }: ScreenRequest): string | undefined {
  const used = { column: columns, filter: filters, form }
  const found = Object.entries(used).map(([use, names]) => {
    const known = fieldsFor(use as keyof typeof used, entity)
    return names.find((name) => !known.includes(name))
  })
  return found.find((name) => name !== undefined)
}

/** A new field that does not say what it is made from: a choice without options, a reference to nothing. */
export function incompleteField({ documents }: Platform, fields: readonly AskedField[] = []): AskedField | undefined {
  return fields.find(
    ({ kind, of = '', options = '' }) =>
      (kind === 'ref' && !documents.entity.has(of)) || (kind === 'enum' && codesOf(options).length < MIN_OPTIONS),
  )
}

/** @param request  of which every name is known @returns the area whose documents are made */
export function areaOf(platform: Platform, request: ScreenRequest): NewArea {
  const { name, titleZh, titleEn, permission, entity } = request
  const area = { name, title: { zh: titleZh, en: titleEn }, permission, words: areaWords(platform.texts) }
  if (entity === undefined) return { ...area, fields: newFields(platform, request.fields ?? []) }
  const { columns = [], filters = [], form = [], verbs = ['add'] } = request
  const used = [...new Set([...columns, ...filters, ...form])]
  const fields = used.map((field) => fieldOf(platform, platform.get('entity', entity), field))
  return { ...area, entity, columns, filters, form, verbs: verbs.filter((verb) => isPossible(verb, fields, form)), fields }
}

/** A row is edited by its values, which a guarded field does not show. */
function isPossible(verb: AreaVerb, fields: readonly AreaField[], form: readonly string[]): boolean {
  if (verb === 'remove') return true
  return form.length > 0 && (verb === 'add' || !fields.some(({ name, isGuarded }) => isGuarded && form.includes(name)))
}

function fieldOf(platform: Platform, { fields }: EntityDocument, name: string): AreaField {
  const { type, title, required, default: given, maxLength, min, max, enum: of, entity, sensitive, mask } = fields[name]!
  return {
    name,
    type: type as AreaFieldType,
    required: required === true && given === undefined,
    title: title ? textInBoth(platform, title) : { zh: name, en: name },
    ...(maxLength !== undefined && { maxLength }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(of !== undefined && { enum: of }),
    ...(entity !== undefined && referenceTo(platform, entity)),
    ...((sensitive || mask) && { isGuarded: true }),
  }
}

/** A row is called by the label of its entity, when that is open to read. */
function referenceTo(platform: Platform, entity: string): Pick<AreaField, 'entity' | 'label'> {
  const { label, fields } = platform.get('entity', entity)
  const field = label === undefined ? undefined : fields[label]
  const isOpen = field && !field.sensitive && !field.mask && !field.computed
  return { entity, ...(isOpen && label !== undefined && { label }) }
}

function newFields(platform: Platform, asked: readonly AskedField[]): AreaField[] {
  const fields: AreaField[] = []
  for (const { title, kind, required = false, options = '', of } of asked) {
    const words: LocalText = { zh: title.zh, en: title.en || title.zh }
    const wanted = nameFromTitle(words) ?? `field${fields.length + 1}`
    const length = LENGTHS[kind]
    fields.push({
      // a ref is read as the row that it names
      name: freeName(kind === 'ref' && !wanted.endsWith('Id') ? `${wanted}Id` : wanted, [...fields.map(({ name }) => name), ...RESERVED]),
      type: kind,
      required,
      title: words,
      ...(length !== undefined && { maxLength: length }),
      ...(kind === 'enum' && { codes: codesOf(options) }),
      ...(kind === 'ref' && of !== undefined && referenceTo(platform, of)),
    })
  }
  return fields
}

/** Columns of every table, and names by which the kernel knows a state or a deletion. */
const RESERVED = ['id', 'createdAt', 'updatedAt', 'removedAt', 'state', 'status', 'item', 'list', 'one']

function codesOf(options: string): AreaCode[] {
  const lines = parseOptionLines(options.replaceAll('|', '\t'))
  return lines.map(({ value, label }, at) => ({ code: /^[\w-]+$/.test(value) ? value : `option${at + 1}`, label }))
}
