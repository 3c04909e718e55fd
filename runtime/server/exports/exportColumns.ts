/** The columns of an export: what a person reads instead of what is stored - labels, dates, rows of a group on lines of one cell. */
import type { EnumDocument, FormDocument, FormField, FormSchema, Options, Text } from '../../core/documents.ts'
import { controlName } from '../../core/form/controlName.ts'
import { holdsFields, holdsFiles } from '../../core/form/holdsFields.ts'
import { pruneForm } from '../../core/form/pruneForm.ts'
import { holdsPersonal, masksOf } from '../../core/masking/personalFields.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { localText } from '../screens/localText.ts'

export type CellValue = string | number | null

export interface ExportColumn {
  title: string
  /** Of a form's field: what its answers tell of groups of people. `withheld`: too much. */
  kind?: 'group' | 'span' | 'text' | 'withheld'
  value(row: Record<string, unknown>): CellValue
}

export interface ExportContext {
  platform: Platform
  lang: Lang
  /** Fields with readers appear only for those who hold them. */
  permissions: ReadonlySet<string>
  /** Choices of several have a column each. */
  split?: boolean
}

type Label = (value: unknown) => string
type Texts = Pick<ExportContext, 'platform' | 'lang'>

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const MINOR_UNITS = 100

/**
 * Columns for the declared fields.
 * @param money  fields that hold amounts: in a sheet they stand in the unit of the currency
 */
export function entityColumns(
  columns: readonly { field: string; title: Text; enum?: string }[],
  money: ReadonlySet<string>,
  context: ExportContext,
): ExportColumn[] {
  return columns.map(({ field, title, enum: enumId }) => {
    const label = enumId ? enumLabel(context.platform.documents.enum.get(enumId), context) : null
    const format = money.has(field) ? amount : label
    return {
      title: localText(context.platform, context.lang, title),
      value: (row) => (format && row[field] != null ? format(row[field]) : cell(row[field], context)),
    }
  })
}

function amount(value: unknown): CellValue {
  return Number(value) / MINOR_UNITS
}

/**
 * Columns for the fields of the form versions that the rows answer: fields of the same name share a column, the first version leads.
 * @param versions hash -> form, newest first
 */
export function formColumns(
  versions: ReadonlyMap<string, FormDocument>,
  place: { hash: string; answers: string },
  context: ExportContext,
): ExportColumn[] {
  const byName = new Map<
    string,
    {
      title: string
      kind: ExportColumn['kind'] & string
      formats: Map<string, (value: unknown) => CellValue>
      choices: Map<string, string>
    }
  >()
  for (const [hash, form] of versions) {
    for (const [name, field] of answerFields(pruneForm(form, context.permissions).schema)) {
      const column = byName.get(name) ?? {
        title: field.title ? localText(context.platform, context.lang, field.title) : name,
        kind: kindOf(field, context),
        formats: new Map(),
        choices: new Map(),
      }
      // of several versions the newest words stay
      if (field.type === 'array')
        for (const [value, label] of optionLabels(field['x-options'], context) ?? [])
          if (!column.choices.has(value)) column.choices.set(value, label)
      if (kindOf(field, context) !== column.kind) column.kind = 'withheld'
      column.formats.set(hash, fieldFormat(field, context))
      byName.set(name, column)
    }
  }
  return [...byName].flatMap(([name, { title, kind, formats, choices }]) => {
    const read = (row: Record<string, unknown>) => (formats.has(String(row[place.hash])) ? readName(row[place.answers], name) : undefined)
    if (context.split && choices.size > 0) return choiceColumns(title, choices, read, mark(context, 'colon'))
    return {
      title,
      kind,
      value(row: Record<string, unknown>) {
        const format = formats.get(String(row[place.hash]))
        const value = read(row)
        return format && value !== undefined && value !== null ? format(value) : null
      },
    }
  })
}

/** Answers of which more than a count would be told in statistics. */
function kindOf(field: FormField, { platform }: ExportContext): ExportColumn['kind'] & string {
  const type = [field.type].flat().find((each) => each !== 'null')
  const control = controlName(field)
  if (holdsPersonal(field, masksOf(platform)) || holdsFiles(field) || COUNTED_ONLY.includes(control)) return 'withheld'
  if (holdsFields(field) !== 'value' || type === 'object') return 'withheld'
  if (type === 'boolean' || field['x-options'] || type === 'array') return 'group'
  if (type === 'number' || type === 'integer' || field.format === 'date' || field.format === 'date-time') return 'span'
  return type === 'string' ? 'text' : 'withheld'
}
const COUNTED_ONLY: readonly string[] = ['signature', 'dateRange', 'time']

/** 1 for who chose it, 0 for who chose others, nothing for who chose none. */
function choiceColumns(
  title: string,
  choices: ReadonlyMap<string, string>,
  read: (row: Record<string, unknown>) => unknown,
  colon: string,
): ExportColumn[] {
  return [...choices].map(([value, label]) => ({
    title: `${title}${colon}${label}`,
    kind: 'group' as const,
    value(row) {
      const chosen = read(row)
      return Array.isArray(chosen) && chosen.length > 0 ? Number(chosen.some((each) => String(each) === value)) : null
    },
  }))
}

/** Leaves of plain groups under dotted names; a repeat group is one field. */
function answerFields(schema: FormField | FormSchema, prefix = ''): [string, FormField][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field.properties && field['x-widget'] !== 'upload'
      ? answerFields(field, `${prefix}${name}.`)
      : [[prefix + name, field] as [string, FormField]],
  )
}

function readName(answers: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    return (value as Record<string, unknown>)[step]
  }, answers)
}

function fieldFormat(field: FormField, context: ExportContext): (value: unknown) => CellValue {
  const rows = field.items?.properties
  if (rows && field['x-widget'] !== 'upload') return repeatFormat(rows, context)
  const label = optionLabel(field['x-options'], context)
  const separator = mark(context, 'listSeparator')
  if (field['x-widget'] === 'money') return amount
  return (value) => {
    if (!label) return cell(value, context)
    return Array.isArray(value) ? value.map(label).join(separator) : label(value)
  }
}

/** One line for each row of the group: `title: value; title: value`. */
function repeatFormat(properties: Record<string, FormField>, context: ExportContext): (value: unknown) => CellValue {
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    title: field.title ? localText(context.platform, context.lang, field.title) : name,
    format: fieldFormat(field, context),
  }))
  const colon = mark(context, 'colon')
  const semicolon = mark(context, 'partSeparator')
  const line = (row: Record<string, unknown>): string =>
    fields
      .filter(({ name }) => row[name] !== undefined && row[name] !== null && row[name] !== '')
      .map(({ name, title, format }) => `${title}${colon}${format(row[name]) ?? ''}`)
      .join(semicolon)
  return (value) => (Array.isArray(value) ? value.map((row) => line((row ?? {}) as Record<string, unknown>)).join('\n') : null)
}

function optionLabel(options: Options | undefined, context: ExportContext): Label | null {
  const labels = optionLabels(options, context)
  return labels && ((value) => labels.get(String(value)) ?? String(value))
}

function optionLabels(options: Options | undefined, context: ExportContext): Map<string, string> | null {
  if (!options || 'call' in options) return null
  if ('enum' in options) return enumLabels(context.platform.documents.enum.get(options.enum), context)
  const labels = new Map<string, string>()
  const collect = (list: Exclude<Options, { enum: string } | { call: string }>): void => {
    for (const option of list) {
      labels.set(String(option.value), localText(context.platform, context.lang, option.label))
      if (Array.isArray(option.children)) collect(option.children)
    }
  }
  collect(options)
  return labels
}

function enumLabel(document: EnumDocument | undefined, context: ExportContext): Label {
  const labels = enumLabels(document, context)
  return (value) => labels.get(String(value)) ?? String(value)
}

function enumLabels(document: EnumDocument | undefined, { platform, lang }: ExportContext): Map<string, string> {
  return new Map((document?.values ?? []).map(({ code, label }) => [String(code), localText(platform, lang, label)]))
}

/** Numbers stay numbers; everything else is text. */
function cell(value: unknown, texts: Texts): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return localText(texts.platform, texts.lang, value ? '@export.yes' : '@export.no')
  if (typeof value === 'string') return DATETIME.test(value) ? localTime(value, texts.platform.app.timeZone) : value
  if (Array.isArray(value)) return value.map((item) => cell(item, texts) ?? '').join(mark(texts, 'listSeparator'))
  const object = value as Record<string, unknown>
  if (typeof object[texts.lang] === 'string') return object[texts.lang] as string
  return typeof object.name === 'string' ? object.name : JSON.stringify(value)
}

/** Punctuation differs by language. */
function mark({ platform, lang }: Texts, name: string): string {
  return localText(platform, lang, `@export.${name}`)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Sheets have no time zone: the platform's local time, `2026-11-21 16:00:00`. */
function localTime(iso: string, timeZone: string): string {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock.format(new Date(iso))
}
