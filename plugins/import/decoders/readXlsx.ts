/** The first sheet of a workbook that shows anything -> rows of texts as a person reads them: dates as days, numbers without the rest of binary fractions. */
import { AgonError } from '../../../runtime/core/errors.ts'
import { parseXml } from './parseXml.ts'
import type { ReadSheet, SheetLimits, SheetRow } from './sheet.decoder.ts'
import { dateStyles, serialText } from './sheetDates.ts'

const WANTED = /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[\w-]+)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/
/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15

type Unzip = (bytes: Uint8Array, wanted: (name: string) => boolean) => Promise<Map<string, Uint8Array>>

/** What cells refer to. */
interface Book {
  strings: string[]
  /** Styles (by number) of dates. */
  dates: ReadonlySet<number>
  is1904: boolean
}

/** @throws FILE_EXCESSIVE, IMPORT_KIND, IMPORT_ROWS */
export async function readXlsx(bytes: Uint8Array, unzip: Unzip, limits: SheetLimits): Promise<ReadSheet> {
  const parts = await unzip(bytes, (name) => WANTED.test(name))
  const text = (name: string) => new TextDecoder().decode(parts.get(name) ?? new Uint8Array())
  if (!parts.has('xl/workbook.xml')) throw new AgonError('IMPORT_KIND')
  const { sheets, is1904 } = sheetsOf(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels'))
  const book: Book = { strings: stringsOf(text('xl/sharedStrings.xml')), dates: dateStyles(text('xl/styles.xml')), is1904 }
  for (const name of sheets) {
    const rows = readRows(text(name), book, limits)
    if (rows.some(({ cells }) => cells.some((cell) => cell.trim() !== ''))) return { encoding: null, rows }
  }
  throw new AgonError('IMPORT_EMPTY')
}

/** Parts of the sheets that are not hidden, in the order of the workbook. */
function sheetsOf(workbook: string, relations: string): { sheets: string[]; is1904: boolean } {
  const targets = new Map<string, string>()
  if (relations !== '')
    parseXml(relations, { open: (tag, { Id, Target }) => tag === 'Relationship' && Id && Target && targets.set(Id, Target) })
  const sheets: string[] = []
  let is1904 = false
  parseXml(workbook, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      const target = tag === 'sheet' && (attributes.state ?? 'visible') === 'visible' ? targets.get(attributes['r:id'] ?? '') : undefined
      if (target !== undefined) sheets.push(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return { sheets, is1904 }
}

/** Texts that cells name by number. */
function stringsOf(xml: string): string[] {
  const strings: string[] = []
  if (xml === '') return strings
  let depth = 0
  let isText = false
  parseXml(xml, {
    open(tag) {
      if (tag === 'si') strings.push('')
      // how the text above is pronounced
      if (tag === 'rPh') depth += 1
      isText = tag === 't' && depth === 0
    },
    close(tag) {
      if (tag === 'rPh') depth -= 1
      if (tag === 't') isText = false
    },
    text(part) {
      if (isText) strings[strings.length - 1] += part
    },
  })
  return strings
}

interface Cell {
  column: number
  type: string
  style: number
  value: string
  isFormula: boolean
}

function readRows(xml: string, book: Book, limits: SheetLimits): SheetRow[] {
  const rows: SheetRow[] = []
  let cell: Cell | null = null
  let isValue = false
  let filled = 0
  if (xml === '') return rows
  parseXml(xml, {
    open(tag, attributes) {
      if (tag === 'row') {
        if (rows.at(-1)?.cells.length) filled += 1
        // the head, and one to see that there are more
        if (filled > limits.rows + 1) throw new AgonError('IMPORT_ROWS', { max: limits.rows })
        rows.push({ number: Number(attributes.r ?? (rows.at(-1)?.number ?? 0) + 1), cells: [], formulas: [] })
      } else if (tag === 'c') {
        const column = columnOf(attributes.r, rows.at(-1)?.cells.length ?? 0)
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '', isFormula: false }
      } else if (tag === 'f' && cell) cell.isFormula = true
      else if (tag === 'v' || tag === 't') isValue = true
    },
    text(part) {
      if (cell && isValue) cell.value += part
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isValue = false
      if (tag !== 'c' || !cell) return
      const row = rows.at(-1)
      if (row) place(row, cell, book, limits)
      cell = null
    },
  })
  return rows
}

/** Formats of empty cells far to the right say nothing. @throws IMPORT_COLUMNS */
function place(row: SheetRow, { column, type, style, value, isFormula }: Cell, book: Book, limits: SheetLimits): void {
  const text = cellText({ type, style, value }, book)
  if (text === '' && !isFormula) return
  if (column >= limits.columns) throw new AgonError('IMPORT_COLUMNS', { max: limits.columns })
  while (row.cells.length < column) row.cells.push('')
  row.cells[column] = text
  if (isFormula) row.formulas.push(column)
}

function cellText({ type, style, value }: Pick<Cell, 'type' | 'style' | 'value'>, { strings, dates, is1904 }: Book): string {
  if (type === 's') return (strings[Number(value)] ?? '').trim()
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type !== 'n' || value === '') return value.trim()
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return dates.has(style) ? serialText(number, is1904) : String(Number(number.toPrecision(DIGITS)))
}

/** `B7` -> 1. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 64, 0) - 1 : next
}
