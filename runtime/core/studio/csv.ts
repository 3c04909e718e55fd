/** Tables as text, RFC 4180: read with all that the format allows (quotes, line breaks in cells, any line end), written so that spreadsheets open it
 *  as it is: with a byte order mark, and no cell that would be taken for a formula. */

const BOM = '\ufeff'
/** What spreadsheets take for the start of a formula. */
const FORMULA = /^'*[=+\-@\t\r]/
/** One that was made harmless. */
const NEUTRALISED = /^'+[=+\-@\t\r]/

/** Rows of cells -> text. A text that looks like a formula gets an apostrophe in front, which `parseCsv` takes away again. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `${BOM}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(text: string | number | null): string {
  if (typeof text !== 'string') return String(text ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

export interface CsvMistake {
  /** From 1. */
  line: number
  reason: 'quote'
}

/** Text -> rows of cells. The first line decides whether `,`, `;` or tab is the separator: spreadsheets of different countries write different ones.
 *  Empty rows are left out. */
export function parseCsv(source: string): { rows: string[][]; mistake: CsvMistake | null } {
  const text = source.startsWith(BOM) ? source.slice(1) : source
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let isQuoted = false
  let wasQuoted = false
  let line = 1
  let quoteLine = 1
  const endCell = () => {
    row.push(bare(value))
    value = ''
    wasQuoted = false
  }
  const endRow = () => {
    endCell()
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\n') line += 1
    if (isQuoted) {
      if (sign !== '"') value += sign
      else if (text[at + 1] === '"') {
        value += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && value === '' && !wasQuoted) {
      isQuoted = true
      wasQuoted = true
      quoteLine = line
    } else if (sign === separator) endCell()
    else if (sign === '\r' && text[at + 1] === '\n') continue
    else if (sign === '\n' || sign === '\r') endRow()
    else value += sign
  }
  if (value !== '' || wasQuoted || row.length > 0) endRow()
  return { rows, mistake: isQuoted ? { line: quoteLine, reason: 'quote' } : null }
}

/** Without the apostrophe that `writeCsv` put in front. */
function bare(value: string): string {
  return NEUTRALISED.test(value) ? value.slice(1) : value
}

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const first = end < 0 ? text : text.slice(0, end)
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}
