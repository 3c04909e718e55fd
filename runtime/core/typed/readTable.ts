/** A table as text, copied from a spreadsheet or of a CSV file (RFC 4180) -> rows of cells. Quoted cells may hold separators, quotes and line breaks; any
 *  line end. Nothing is reordered or left out but rows without any sign. */

export interface TableRow {
  /** On which it begins, from 1. */
  line: number
  cells: string[]
  /** As it stands in the text. */
  written: string
}
export interface TableMistake {
  line: number
  /** A quote that does not end. */
  reason: 'quote'
}
export interface ReadTable {
  rows: TableRow[]
  mistake: TableMistake | null
}

const BOM = '\ufeff'
/** Full-width twins of separators: used where a row has no other. */
const TWINS: Readonly<Record<string, string>> = { ',': '\uff0c', ';': '\uff1b', '\uff0c': ',', '\uff1b': ';' }
const SEPARATORS = ['\t', ',', ';', '\uff0c', '\uff1b'] as const

/** Tabs part cells when there are any; else the sign that parts most in the first line, or in all when the first has none: spreadsheets of different countries
 *  write different ones. */
export function readTable(source: string): ReadTable {
  const text = source.startsWith(BOM) ? source.slice(1) : source
  const separator = separatorOf(text)
  const read = readRows(text, separator)
  const rows = read.rows.map((row) => partedElse(row, separator))
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')), mistake: read.mistake }
}

/** Whether a row shows anything. */
export function hasText({ cells }: TableRow): boolean {
  return cells.some((cell) => cell.trim() !== '')
}

/** A row that the table's sign does not part: its twin may; among tabs, so may a sign that stands where the first cell would be. */
function partedElse(row: TableRow, separator: string): TableRow {
  if (row.cells.length > 1) return row
  const sign = TWINS[separator] ?? SEPARATORS.find((each) => row.written.trimStart().startsWith(each))
  return sign === undefined ? row : { ...row, cells: readRows(row.written, sign).rows[0]?.cells ?? row.cells }
}

function readRows(text: string, separator: string): ReadTable {
  const rows: TableRow[] = []
  let row: TableRow = { line: 1, cells: [], written: '' }
  let begin = 0
  let value = ''
  let quote: 'none' | 'open' | 'closed' = 'none'
  let line = 1
  let quoteLine = 1
  const endCell = () => {
    row.cells.push(value)
    value = ''
    quote = 'none'
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const isEnd = sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')
    if (isEnd) line += 1
    if (quote === 'open') {
      if (sign !== '"') value += sign
      else if (text[at + 1] === '"') {
        value += '"'
        at += 1
      } else quote = 'closed'
    } else if (sign === '"' && value.trim() === '' && quote === 'none') {
      value = ''
      quote = 'open'
      quoteLine = line
    } else if (sign === separator) endCell()
    else if (isEnd) {
      endCell()
      rows.push({ ...row, written: text.slice(begin, at).replace(/\r$/, '') })
      begin = at + 1
      row = { line, cells: [], written: '' }
    } else if (sign !== '\r') value += sign
  }
  const mistake: TableMistake | null = quote === ('open' as string) ? { line: quoteLine, reason: 'quote' } : null
  if (value !== '' || quote !== 'none' || row.cells.length > 0) {
    endCell()
    rows.push({ ...row, written: text.slice(begin) })
  }
  return { rows, mistake }
}

function separatorOf(text: string): string {
  const plain = text.replace(/"([^"]|"")*"/g, '')
  if (plain.includes('\t')) return '\t'
  const first = plain.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? ''
  return maxUsed(first) ?? maxUsed(plain) ?? ','
}

function maxUsed(text: string): string | null {
  const counts = SEPARATORS.map((sign) => ({ sign, count: text.split(sign).length - 1 }))
  const best = counts.reduce((max, each) => (each.count > max.count ? each : max))
  return best.count > 0 ? best.sign : null
}
