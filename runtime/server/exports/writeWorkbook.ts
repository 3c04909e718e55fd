/** Rows -> xlsx, streamed to a file. Text is written as typed text, never as a formula, in cells whose format is text: opening, editing and saving
 *  the sheet keeps `=1+1` the four characters that somebody typed. */
import type { CellValue, ExportColumn } from './exportColumns.ts'

const TEXT_FORMAT = '@'
const MAX_CELL_CHARACTERS = 32_767
const MIN_WIDTH = 10
const MAX_WIDTH = 40
/** Excel refuses these in the name of a sheet. */
const NOT_IN_SHEET_NAME = /[\\/*?:[\]]/g

export interface Workbook {
  path: string
  sheets: readonly Sheet[]
}
export interface Sheet {
  title: string
  columns: readonly ExportColumn[]
  /** Pages of rows. */
  rows: AsyncIterable<Record<string, unknown>[]> | Iterable<Record<string, unknown>[]>
}

/** @param told called after each page with the number of rows written so far, over all sheets */
export async function writeWorkbook({ path, sheets }: Workbook, told: (written: number) => Promise<void>): Promise<void> {
  const { default: excel } = await import('exceljs')
  const book = new excel.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: false })
  let written = 0
  for (const [index, sheet] of sheets.entries()) {
    await writeSheet(book, sheet, index, async (rows) => {
      written += rows
      await told(written)
    })
  }
  await book.commit()
}

async function writeSheet(
  book: InstanceType<typeof import('exceljs').stream.xlsx.WorkbookWriter>,
  { title, columns, rows }: Sheet,
  index: number,
  told: (rows: number) => Promise<void>,
): Promise<void> {
  // two sheets may not have the same name
  const name = `${index > 0 ? `${index + 1} ` : ''}${title.replace(NOT_IN_SHEET_NAME, ' ')}`.slice(0, 31) || 'Sheet1'
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map((column) => ({ width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, column.title.length * 2)) }))
  const head = sheet.addRow(columns.map((column) => text(column.title)))
  head.font = { bold: true }
  head.eachCell((cell) => {
    cell.numFmt = TEXT_FORMAT
  })
  head.commit()
  for await (const page of rows) {
    for (const row of page) {
      const line = sheet.addRow(columns.map((column) => text(column.value(row))))
      line.eachCell((cell) => {
        if (typeof cell.value === 'string') cell.numFmt = TEXT_FORMAT
      })
      line.commit()
    }
    await told(page.length)
  }
  sheet.commit()
}

/** Characters that XML 1.0 cannot carry are left out. */
function text(value: CellValue): CellValue {
  if (typeof value !== 'string') return value
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').slice(0, MAX_CELL_CHARACTERS)
}
