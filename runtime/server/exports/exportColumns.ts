/** Columns of an export: labels, dates, region names and file links instead of stored values. */
import type { EntityField, FormField, Text } from '../../core/documents.ts'
import { controlName } from '../../core/form/controlName.ts'
import { holdsFields, holdsFiles } from '../../core/form/holdsFields.ts'
import { holdsPersonal, masksOf } from '../../core/masking/personalFields.ts'
import { localText } from '../screens/localText.ts'
import type { CellValue } from './cellValues.ts'
import { type ExportContext, enumLabels, exportText, inZone, type Words, wordsOf } from './exportContext.ts'
import { amount, type FieldCells, fieldCells, optionLabels, titleOf } from './fieldCells.ts'

export interface ExportColumn {
  title: string
  /** For the field of a form: how its anonymous answers may be shown (`shuffledColumns.ts`). `withheld`: not at all. */
  kind?: 'group' | 'span' | 'text' | 'withheld'
  /** Amounts of money: shown with their hundredths, and added up under the rows. */
  isMoney?: boolean
  value(row: Record<string, unknown>): CellValue
}

/**
 * Columns for the declared fields.
 * @param types  of the fields, by name: amounts are in the unit of the currency, a head of times names the clock
 */
export function entityColumns(
  columns: readonly { field: string; title: Text; enum?: string; money?: boolean }[],
  types: ReadonlyMap<string, EntityField['type']>,
  context: Words,
): ExportColumn[] {
  return columns.map(({ field, title, enum: enumId, money }) => {
    const labels = enumId ? enumLabels(context.platform.documents.enum.get(enumId), context) : null
    const head = localText(context.platform, context.lang, title)
    const isMoney = money === true || types.get(field) === 'money'
    const read = isMoney ? amount : labels && ((value: unknown) => labelled(value, labels, context))
    return {
      title: types.get(field) === 'datetime' ? inZone(head, context) : head,
      ...(isMoney ? { isMoney } : {}),
      value: (row) => (read && row[field] != null ? read(row[field]) : wordsOf(row[field], context)),
    }
  })
}

/** Words of a code, of several, or of those that a text lists between commas. */
function labelled(value: unknown, labels: ReadonlyMap<string, string>, context: Words): string {
  const text = String(value)
  const codes = Array.isArray(value) ? value.map(String) : text.split(',')
  if (labels.has(text) || !codes.some((code) => labels.has(code))) return labels.get(text) ?? text
  return codes.map((code) => labels.get(code) ?? code).join(exportText(context, 'listSeparator'))
}

/** Where the answers of a row are, and the path in the form where their fields begin. */
export interface AnswerPlace {
  hash: string
  answers: string
  prefix?: string
}

/** A form, or a group of one. */
type FieldHolder = Pick<FormField, 'properties'>

interface SharedColumn {
  title: string
  kind: ExportColumn['kind'] & string
  cells: Map<string, FieldCells>
  choices: Map<string, string>
}

/**
 * Columns for the fields of the form versions that the rows answer: fields of the same name share columns, the first version leads.
 * @param versions hash -> form, or group of a form, as its readers see it; newest first
 */
export function formColumns(versions: ReadonlyMap<string, FieldHolder>, place: AnswerPlace, context: ExportContext): ExportColumn[] {
  const byName = new Map<string, SharedColumn>()
  for (const [hash, schema] of versions) {
    for (const [name, bare, within] of answerFields(schema)) {
      const field = withinMatrix(bare, within, name, context)
      const path = (place.prefix ?? '') + name
      const column = byName.get(name) ?? {
        title: titleOf(field, path, context),
        kind: kindOf(field, context),
        cells: new Map(),
        choices: new Map(),
      }
      // of several versions the newest words stay
      if (field.type === 'array')
        for (const [value, label] of optionLabels(field['x-options'], context) ?? [])
          if (!column.choices.has(value)) column.choices.set(value, label)
      if (kindOf(field, context) !== column.kind) column.kind = 'withheld'
      column.cells.set(hash, fieldCells(field, path, context))
      byName.set(name, column)
    }
  }
  return [...byName].flatMap(([name, { title, kind, cells, choices }]) => {
    const read = (row: Record<string, unknown>) => (cells.has(String(row[place.hash])) ? readName(row[place.answers], name) : undefined)
    if (context.split && choices.size > 0) return choiceColumns(title, choices, read, exportText(context, 'colon'))
    const titles = [...cells.values()].reduce<string[]>(
      (longest, each) => (each.titles.length > longest.length ? each.titles : longest),
      [],
    )
    return titles.map((head, at) => ({
      title: head,
      kind,
      ...([...cells.values()].every(({ isMoney }) => isMoney) ? { isMoney: true } : {}),
      value(row: Record<string, unknown>) {
        const value = read(row)
        return value === undefined || value === null ? null : (cells.get(String(row[place.hash]))!.read(value)[at] ?? null)
      },
    }))
  })
}

/** How anonymous answers to the field may be shown; `withheld` where statistics only count them. */
function kindOf(field: FormField, { platform }: ExportContext): ExportColumn['kind'] & string {
  const type = [field.type].flat().find((each) => each !== 'null')
  const control = controlName(field)
  if (holdsPersonal(field, masksOf(platform)) || holdsFiles(field) || COUNTED_ONLY.includes(control)) return 'withheld'
  if (holdsFields(field) !== 'value' || type === 'object') return 'withheld'
  if (type === 'boolean' || field['x-options'] || type === 'array') return 'group'
  if (type === 'number' || type === 'integer' || field.format === 'date' || field.format === 'date-time') return 'span'
  return type === 'string' ? 'text' : 'withheld'
}
const COUNTED_ONLY: readonly string[] = ['signature', 'dateRange', 'time', 'location']

/** 1: this one was chosen, 0: others were, empty: none was. */
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

/** A row of a matrix is named after its question. */
function withinMatrix(field: FormField, within: readonly FormField[], name: string, context: ExportContext): FormField {
  if (within.length === 0) return field
  const words = [...within, field].map((each) => titleOf(each, name, context)).join(exportText(context, 'colon'))
  return { ...field, title: { zh: words, en: words } }
}

/** Leaves of plain groups under dotted names, with the matrices they are in; a repeat group is one field. */
export function answerFields(
  schema: FieldHolder,
  prefix = '',
  within: readonly FormField[] = [],
): [name: string, field: FormField, within: readonly FormField[]][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    holdsFields(field) === 'group'
      ? answerFields(field, `${prefix}${name}.`, field['x-widget'] === 'matrix' || within.length > 0 ? [...within, field] : [])
      : [[prefix + name, field, within] as [string, FormField, readonly FormField[]]],
  )
}

/** The answer at a path with dots; undefined when there is none. */
export function readName(answers: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    return (value as Record<string, unknown>)[step]
  }, answers)
}
