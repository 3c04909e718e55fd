/** Rows -> xlsx, streamed to a file. Text is written as typed text, never as a formula, in cells whose format is text: opening, editing and saving
 *  the sheet keeps `=1+1` the four characters that someone typed. */
import type { CellValue } from './cellValues.ts'
import type { ExportColumn } from './exportColumns.ts'

const TEXT_FORMAT = '@'
const DAY_FORMAT = 'yyyy-mm-dd'
const MONEY_FORMAT = '#,##0.00'
const MOMENT_FORMAT = 'yyyy-mm-dd hh:mm:ss'
/** Excel refuses a sheet with more. */
const MAX_LINKS = 65_000
const LINK_FONT = { color: { argb: 'FF0563C1' }, underline: true } as const
const MAX_CELL_CHARACTERS = 32_767
/** `_x0041_` opens as A. */
const CHARACTER_CODE = /_(?=x[0-9a-f]{4}_)/gi
/** Sheets keep 15 digits of a number. */
const FIRST_UNSAFE = 1e15
const MINOR_UNITS = 100
const MIN_WIDTH = 10
const MAX_WIDTH = 40
const PROBLEM_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CE' } } as const
/** The drop-downs of a column reach so far. */
const LAST_OFFERED_ROW = 10_001
const MAX_SHEET_NAME = 31
/** Excel refuses these in the name of a sheet. */
const NOT_IN_SHEET_NAME = /[\\/*?:[\]]/g

export interface Workbook {
  path: string
  sheets: readonly Sheet[]
}
export interface Sheet {
  title: string
  columns: readonly (ExportColumn & HeadWords)[]
  /** Pages of rows. */
  rows: AsyncIterable<Record<string, unknown>[]> | Iterable<Record<string, unknown>[]>
  /** What the line with the sums of money is called; absent: there is none. */
  total?: string
}

/** What a head says besides its title to who fills the column in. */
export interface HeadWords {
  /** Shown beside the head. */
  note?: string
  /** Where the allowed words stand: a range, `'Lists'!$A$1:$A$9`. */
  choices?: string
  /** Words of a cell that stand out, because something is wrong with them. */
  problem?(row: Record<string, unknown>): string | undefined
}

/** @param onProgress called after each page with the number of rows written so far, over all sheets */
export async function writeWorkbook({ path, sheets }: Workbook, onProgress: (written: number) => Promise<void>): Promise<void> {
  const { default: excel } = await import('exceljs')
  const book = new excel.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: false })
  let written = 0
  const taken = new Set<string>()
  for (const sheet of sheets) {
    await writeSheet(book, sheet, taken, async (rows) => {
      written += rows
      await onProgress(written)
    })
  }
  await book.commit()
}

async function writeSheet(
  book: InstanceType<typeof import('exceljs').stream.xlsx.WorkbookWriter>,
  { title, columns, rows, total }: Sheet,
  taken: Set<string>,
  onProgress: (rows: number) => Promise<void>,
): Promise<void> {
  const sheet = book.addWorksheet(sheetName(title, taken), { views: [{ state: 'frozen', ySplit: 1 }] })
  let links = 0
  const sums = columns.map(() => 0)
  let count = 0
  sheet.columns = columns.map((column) => ({ width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, column.title.length * 2)) }))
  const head = sheet.addRow(columns.map((column) => text(column.title)))
  head.font = { bold: true }
  head.eachCell((cell) => {
    cell.numFmt = TEXT_FORMAT
  })
  for (const [at, { note }] of columns.entries()) if (note !== undefined) head.getCell(at + 1).note = text(note)
  head.commit()
  offerChoices(sheet, columns)
  for await (const page of rows) {
    for (const row of page) {
      const line = sheet.addRow([])
      for (const [at, column] of columns.entries()) {
        const problem = column.problem?.(row)
        if (problem !== undefined) standOut(line.getCell(at + 1), problem)
        const value = column.value(row)
        if (value === null) continue
        const isLink = typeof value === 'object' && 'address' in value
        if (isLink) links += 1
        fill(line.getCell(at + 1), isLink && links > MAX_LINKS ? `${value.text} ${value.address}` : value)
        if (column.isMoney && typeof value === 'number') {
          line.getCell(at + 1).numFmt = MONEY_FORMAT
          sums[at]! += Math.round(value * MINOR_UNITS)
        }
      }
      line.commit()
    }
    count += page.length
    await onProgress(page.length)
  }
  if (total !== undefined && count > 0) addTotal(sheet, columns, sums, total)
  sheet.commit()
}

/** Sums under the columns of money; the first other column says what they are. */
function addTotal(sheet: import('exceljs').Worksheet, columns: readonly ExportColumn[], sums: readonly number[], title: string): void {
  if (!columns.some(({ isMoney }) => isMoney)) return
  const line = sheet.addRow([])
  const head = columns.findIndex(({ isMoney }) => !isMoney)
  if (head >= 0) fill(line.getCell(head + 1), title)
  for (const [at, { isMoney }] of columns.entries()) {
    if (!isMoney) continue
    line.getCell(at + 1).value = sums[at]! / MINOR_UNITS
    line.getCell(at + 1).numFmt = MONEY_FORMAT
  }
  line.font = { bold: true }
  line.commit()
}

function offerChoices(sheet: object, columns: readonly HeadWords[]): void {
  // the types of the library leave out what its writer of streams has
  const { dataValidations } = sheet as { dataValidations: { add(range: string, rule: object): void } }
  for (const [at, { choices }] of columns.entries())
    if (choices !== undefined)
      dataValidations.add(`${columnLetters(at)}2:${columnLetters(at)}${LAST_OFFERED_ROW}`, {
        type: 'list',
        allowBlank: true,
        formulae: [choices],
        showErrorMessage: false,
      })
}

/** 0 -> A, 26 -> AA. */
export function columnLetters(at: number): string {
  return (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
}

function standOut(cell: import('exceljs').Cell, problem: string): void {
  cell.fill = PROBLEM_FILL
  if (problem !== '') cell.note = text(problem)
}

function fill(cell: import('exceljs').Cell, value: Exclude<CellValue, null>): void {
  if (typeof value === 'number' && Math.abs(value) < FIRST_UNSAFE) cell.value = value
  else if (typeof value === 'number') fill(cell, String(value))
  else if (typeof value === 'string') {
    cell.value = text(value)
    cell.numFmt = TEXT_FORMAT
  } else if ('address' in value) {
    cell.value = { text: text(value.text), hyperlink: value.address }
    cell.numFmt = TEXT_FORMAT
    cell.font = LINK_FONT
  } else {
    cell.value = value.wall
    cell.numFmt = value.hasTime ? MOMENT_FORMAT : DAY_FORMAT
  }
}

/** Two sheets may not have the same name, whatever their case. */
function sheetName(title: string, taken: Set<string>): string {
  const name = title.replace(NOT_IN_SHEET_NAME, ' ').slice(0, MAX_SHEET_NAME) || 'Sheet1'
  const free = taken.has(name.toLowerCase()) ? `${taken.size + 1} ${name}`.slice(0, MAX_SHEET_NAME) : name
  taken.add(free.toLowerCase())
  return free
}

/** Characters that XML 1.0 cannot carry are left out; what a sheet would read as the code of a character is marked as text. */
function text(value: string): string {
  return (
    value
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .slice(0, MAX_CELL_CHARACTERS)
      .replace(CHARACTER_CODE, '_x005F_')
  )
}
