/** The last sheet of a workbook: when it was made, how many rows it has and which filters were set, so that a file that is passed on says what it holds. */
import type { FormField, FormSchema } from '../../core/documents.ts'
import { isRecord } from '../../core/isRecord.ts'
import { localText } from '../screens/localText.ts'
import type { AskedFilter } from './askedFilters.ts'
import { type CellValue, momentCell, plainCell } from './cellValues.ts'
import { answerFields } from './exportColumns.ts'
import { type ExportContext, enumLabels, exportText, inZone, wordsOf } from './exportContext.ts'
import { fieldCells, titleOf } from './fieldCells.ts'
import type { Sheet } from './writeWorkbook.ts'

export interface ExportedRows {
  asked: readonly AskedFilter[]
  /** Null: not shown, because few people could be counted by it. */
  total: number | null
  /** Any row: it names what a filter points to. */
  first: Readonly<Record<string, unknown>> | undefined
  /** Forms that the rows answer, newest first. */
  forms: readonly FormSchema[]
}

interface Line {
  what: string
  value: CellValue
}

const OPERATORS = { gt: 'after', gte: 'notBefore', lt: 'before', lte: 'notAfter', contains: 'contains', ne: 'other' } as const

export function aboutSheet(found: ExportedRows, context: ExportContext): Sheet {
  const text = (name: string) => exportText(context, name)
  const filters = found.asked.flatMap((asked) => linesOf(asked, found, context))
  const lines: Line[] = [
    { what: inZone(text('made'), context), value: momentCell(new Date().toISOString(), context.platform.app.timeZone) },
    ...(found.total === null ? [] : [{ what: text('rowCount'), value: found.total }]),
    ...(filters.length > 0 ? filters : [{ what: text('filters'), value: text('unfiltered') }]),
  ]
  return {
    title: text('about'),
    columns: [
      { title: text('what'), value: ({ what }) => what as string },
      { title: text('content'), value: ({ value }) => value as CellValue },
    ],
    rows: [lines.map((line) => ({ ...line }))],
  }
}

function linesOf(asked: AskedFilter, found: ExportedRows, context: ExportContext): Line[] {
  if (asked.ofAnswers) return isRecord(asked.value) ? answerLines(asked.value, found.forms, context) : []
  const title = localText(context.platform, context.lang, asked.title)
  const head = asked.type === 'datetime' ? inZone(title, context) : title
  return [{ what: withOperator(head, asked.op, context), value: filterWords(asked, found, context) }]
}

function withOperator(title: string, op: string | undefined, context: ExportContext): string {
  const name = OPERATORS[op as keyof typeof OPERATORS]
  return name === undefined ? title : exportText(context, name, { title })
}

function filterWords({ value, type, enum: enumId, shown }: AskedFilter, { first }: ExportedRows, context: ExportContext): CellValue {
  const named = shown === undefined ? undefined : first?.[shown]
  if (named !== undefined && named !== null && !Array.isArray(value)) return wordsOf(named, context)
  if (type === 'money' && typeof value === 'number') return value / MINOR_UNITS
  const labels = enumId === undefined ? null : enumLabels(context.platform.documents.enum.get(enumId), context)
  const word = (each: unknown): CellValue => labels?.get(String(each)) ?? wordsOf(each, context)
  return Array.isArray(value) ? value.map((each) => plainCell(word(each)) ?? '').join(exportText(context, 'listSeparator')) : word(value)
}
const MINOR_UNITS = 100

/** Filters on answers: the question as the newest form asks it, and the words of the answer. */
function answerLines(paths: Readonly<Record<string, unknown>>, forms: readonly FormSchema[], context: ExportContext): Line[] {
  return Object.entries(paths).flatMap(([path, wanted]) => {
    if (wanted === null || wanted === undefined) return []
    const field = fieldAt(path, forms)
    const title = field === undefined ? path : titleOf(field, path, context)
    return conditionsOf(wanted).map(({ op, value }) => ({
      what: withOperator(title, op, context),
      value: (Array.isArray(value) ? value : [value])
        .map((each) => plainCell((field && fieldCells(field, path, context).read(each)[0]) ?? wordsOf(each, context)) ?? '')
        .join(exportText(context, 'listSeparator')),
    }))
  })
}

function fieldAt(path: string, forms: readonly FormSchema[]): FormField | undefined {
  for (const form of forms) {
    const found = answerFields(form).find(([name]) => name === path)
    if (found) return found[1]
  }
  return undefined
}

function conditionsOf(wanted: unknown): { op?: string; value: unknown }[] {
  const isCondition = (each: unknown): each is { op: string; value: unknown } => isRecord(each) && typeof each.op === 'string'
  if (Array.isArray(wanted) && wanted.length > 0 && wanted.every(isCondition)) return wanted
  return [isCondition(wanted) ? wanted : { value: wanted }]
}
