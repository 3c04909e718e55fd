/** How the answer to one field of a form fills cells, as a person reads it. Most answers fill one; a span of days fills two, files fill one each. */
import type { FormField, Options } from '../../core/documents.ts'
import { controlName } from '../../core/form/controlName.ts'
import { holdsFields, holdsFiles, holdsRichText } from '../../core/form/holdsFields.ts'
import { isStrokes } from '../../core/form/strokes.ts'
import { isRecord } from '../../core/isRecord.ts'
import { localText } from '../screens/localText.ts'
import { type CellValue, dayCell, momentCell, plainCell } from './cellValues.ts'
import { type ExportContext, enumLabels, exportText, inZone, wordsOf } from './exportContext.ts'
import { optionsKey } from './surveyAnswers.ts'

export interface FieldCells {
  /** Of the cells, from left to right. */
  titles: string[]
  isMoney?: boolean
  read(value: unknown): CellValue[]
}

type Read = (value: unknown) => CellValue

const MINOR_UNITS = 100

/** @param path of the field in the answers, with dots, through groups and repeat groups */
export function fieldCells(field: FormField, path: string, context: ExportContext): FieldCells {
  const title = titleOf(field, path, context)
  if (holdsFields(field) === 'repeat') return repeatCells(field, path, context)
  if (holdsFiles(field)) return fileCells(title, path, context)
  if (controlName(field) === 'dateRange')
    return {
      titles: ['from', 'to'].map((end) => exportText(context, end, { title })),
      read: (value) => [0, 1].map((end) => oneDay(Array.isArray(value) ? value[end] : null, context)),
    }
  const read = reader(field, context)
  return {
    titles: [field.format === 'date-time' ? inZone(title, context) : title],
    ...(controlName(field) === 'money' ? { isMoney: true } : {}),
    read: (value) => [value === undefined || value === null ? null : read(value)],
  }
}

/** Value -> words, of a field whose options are known; null for others. */
export function optionLabels(options: Options | undefined, context: ExportContext): Map<string, string> | null {
  if (!options) return null
  if ('call' in options) return context.answers.words.get(optionsKey(options)) ?? null
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

/** Money in its main unit. @param value  in minor units */
export function amount(value: unknown): CellValue {
  return Number(value) / MINOR_UNITS
}

/** Head of the column of a field; the last part of its path when it has no title. */
export function titleOf(field: FormField, path: string, { platform, lang }: ExportContext): string {
  return field.title ? localText(platform, lang, field.title) : path.slice(path.lastIndexOf('.') + 1)
}

function reader(field: FormField, context: ExportContext): Read {
  const control = controlName(field)
  if (control === 'money') return amount
  if (field.format === 'date' || control === 'date') return (value) => oneDay(value, context)
  if (control === 'signature') return (value) => (isStrokes(value) ? exportText(context, 'drawn') : wordsOf(value, context))
  if (holdsRichText(field)) return (value) => (typeof value === 'string' ? withoutTags(value) : wordsOf(value, context))
  if (control === 'phoneCode') return (value) => wordsOf(isRecord(value) ? (value.phone ?? value.account) : value, context)
  const labels = optionLabels(field['x-options'] ?? field.items?.['x-options'], context)
  if (!labels) return (value) => wordsOf(value, context)
  const separator = control === 'cascader' ? ' / ' : exportText(context, 'listSeparator')
  const label = (value: unknown) => labels.get(String(value)) ?? String(value)
  const place = control === 'ranking' ? (at: number) => `${at + 1}. ` : () => ''
  return (value) => (Array.isArray(value) ? value.map((each, at) => place(at) + label(each)).join(separator) : label(value))
}

function oneDay(value: unknown, context: ExportContext): CellValue {
  return dayCell(value) ?? momentCell(value, context.platform.app.timeZone) ?? wordsOf(value, context)
}

/** As many cells as the answer with most files needs. A cell of a sheet leads to one address. */
function fileCells(title: string, path: string, context: ExportContext): FieldCells {
  const count = Math.max(1, context.answers.files.get(path) ?? 1)
  return {
    titles: Array.from({ length: count }, (_, at) => (count === 1 ? title : `${title} ${at + 1}`)),
    read(value) {
      const files = [value ?? []].flat()
      return Array.from({ length: count }, (_, at) => fileLink(files[at], context))
    },
  }
}

/** Leads to the page that hands the file to the person who may read it; the address of the bytes alone opens nothing. */
function fileLink(file: unknown, context: ExportContext): CellValue {
  if (!isRecord(file) || typeof file.id !== 'string' || typeof file.name !== 'string') return wordsOf(file ?? null, context)
  return { text: file.name, address: `${context.siteAddress}/file/${file.id}` }
}

/** Where groups have sheets of their own, how many rows there are; else one line for each row: `title: value; title: value`. */
function repeatCells(field: FormField, path: string, context: ExportContext): FieldCells {
  const title = titleOf(field, path, context)
  if (context.separateGroups) {
    return {
      titles: [exportText(context, 'rows', { title })],
      read: (value) => [Array.isArray(value) ? value.length : null],
    }
  }
  const fields = Object.entries(field.items?.properties ?? {}).map(([name, each]) => ({
    name,
    title: titleOf(each, name, context),
    cells: fieldCells(each, `${path}.${name}`, context),
  }))
  const line = (row: Record<string, unknown>): string =>
    fields
      .filter(({ name }) => row[name] !== undefined && row[name] !== null && row[name] !== '')
      .map(({ name, title: head, cells }) => {
        const words = cells.read(row[name]).map(plainCell)
        return `${head}${exportText(context, 'colon')}${words.filter((each) => each !== null).join(exportText(context, 'listSeparator'))}`
      })
      .join(exportText(context, 'partSeparator'))
  return { titles: [title], read: (value) => [Array.isArray(value) ? value.map((row) => line(isRecord(row) ? row : {})).join('\n') : null] }
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&amp;': '&' }

/** Stored formatted text is clean: its tags and these entities are all there is. */
function withoutTags(html: string): string {
  return html
    .replace(/<br>|<\/(?:p|li|h\d|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => ENTITIES[entity]!)
    .trim()
}
