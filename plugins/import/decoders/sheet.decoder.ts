/** A sheet of strangers (xlsx, csv) -> rows of texts. A cell with a formula says so: what it shows was computed elsewhere. */
import { defineDecoder } from '../../../runtime/core/contracts.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { readCsv } from './readCsv.ts'
import { readXlsx } from './readXlsx.ts'

export interface SheetRow {
  /** As the sheet counts, from 1. */
  number: number
  cells: string[]
  /** Positions of cells that hold a formula. */
  formulas: number[]
}
export interface ReadSheet {
  /** Of a csv; null for a workbook. */
  encoding: string | null
  /** The first is that of the headings. */
  rows: SheetRow[]
}
export interface SheetLimits {
  rows: number
  columns: number
  /** Characters of a cell. */
  cell: number
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export default defineDecoder<{ type: string; limits: SheetLimits }, ReadSheet>(
  'import.sheet',
  async (bytes, { type, limits }, { unzip }) => {
    const sheet = type === XLSX ? await readXlsx(bytes, unzip, limits) : readCsv(bytes)
    const rows = sheet.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    if (rows.length < 2) throw new AgonError('IMPORT_EMPTY')
    if (rows.length - 1 > limits.rows) throw new AgonError('IMPORT_ROWS', { max: limits.rows })
    if (rows.some(({ cells }) => cells.length > limits.columns)) throw new AgonError('IMPORT_COLUMNS', { max: limits.columns })
    const long = rows.find(({ cells }) => cells.some((cell) => cell.length > limits.cell))
    if (long) throw new AgonError('IMPORT_CELL', { line: long.number, max: limits.cell })
    return { value: { ...sheet, rows } }
  },
)
