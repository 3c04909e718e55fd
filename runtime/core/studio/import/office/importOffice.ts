/** Questions in a Word document or an Excel workbook -> our form. Their text is read as pasted text is (`importQuestions`); what of the file is not part of
 *  it - other sheets, paragraphs beside a table of questions - is in the report. */
import { strFromU8, unzipSync } from 'fflate'
import { writeCsv } from '../../csv.ts'
import type { RefusedFormat } from '../detectFormat.ts'
import { Losses } from '../ImportReport.ts'
import { type ImportedForm, type ImportPlace, importQuestions } from '../importForm.ts'
import { isHeading } from '../text/readQuestionTable.ts'
import { isAnswers } from '../text/refusedText.ts'
import { readSheet, stringsOf } from './readSheet.ts'
import { readWord } from './readWord.ts'
import { attributeOf, xmlParts } from './xmlParts.ts'

/** Unpacked. */
const MAX_PART_BYTES = 16_777_216
const WANTED = /^(?:word\/(?:document|numbering)|xl\/(?:workbook|sharedStrings|worksheets\/sheet\d+))\.xml$/

/** Whether bytes begin as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** @param bytes  of a .docx or .xlsx */
export function importOffice(bytes: Uint8Array, place: ImportPlace): ImportedForm | { refused: RefusedFormat } {
  const read = textOfOffice(bytes)
  if (!read) return { refused: 'office' }
  if ('refused' in read) return read
  const result = importQuestions(read.text, place)
  if ('refused' in result) return result
  const beside = new Losses()
  for (const [at, found] of read.beside.entries()) beside.lost(`/${at + 1}`, 'text', found)
  return { ...result, losses: [...result.losses, ...beside.list] }
}

interface OfficeText {
  text: string
  /** What is not in `text`. */
  beside: string[]
}

function textOfOffice(bytes: Uint8Array): OfficeText | { refused: RefusedFormat } | null {
  const parts = unpacked(bytes)
  if (!parts) return null
  const document = parts['word/document.xml']
  if (document !== undefined) return textOfWord(document, parts['word/numbering.xml'] ?? '')
  return parts['xl/workbook.xml'] === undefined ? null : textOfWorkbook(parts)
}

function unpacked(bytes: Uint8Array): Record<string, string> | null {
  try {
    const files = unzipSync(bytes, { filter: ({ name, originalSize }) => WANTED.test(name) && originalSize <= MAX_PART_BYTES })
    return Object.fromEntries(Object.entries(files).map(([name, data]) => [name, strFromU8(data)]))
  } catch {
    return null
  }
}

function textOfWord(document: string, numbering: string): OfficeText {
  const { lines, tables } = readWord(document, numbering)
  const table = tables.find((rows) => rows.some(isHeading))
  const others = tables.filter((rows) => rows !== table).flatMap((rows) => rows.map((row) => row.filter(Boolean).join(' | ')))
  if (!table) return { text: lines.join('\n'), beside: others }
  const { text, beside } = textOfRows(table)
  return { text, beside: [...beside, ...lines, ...others] }
}

function textOfWorkbook(parts: Record<string, string>): OfficeText | { refused: RefusedFormat } {
  const strings = stringsOf(parts['xl/sharedStrings.xml'] ?? '')
  const names = sheetNames(parts['xl/workbook.xml']!)
  const sheets = Object.keys(parts)
    .filter((name) => name.startsWith('xl/worksheets/'))
    .sort((left, right) => left.localeCompare(right, 'en', { numeric: true }))
    .map((name, at) => ({ name: names[at] ?? name, rows: readSheet(parts[name]!, strings) }))
    .filter(({ rows }) => rows.length > 0)
  const chosen = sheets.find(({ rows }) => rows.some(isHeading)) ?? sheets[0]
  if (!chosen) return { text: '', beside: [] }
  if (isAnswers(chosen.rows)) return { refused: 'answers' }
  const { text, beside } = textOfRows(chosen.rows)
  return {
    text,
    beside: [...beside, ...sheets.filter((sheet) => sheet !== chosen).map(({ name, rows }) => `${name}: ${rows.map(words).join(' ')}`)],
  }
}

/** A table from its heading on; cells of a list that has no heading, one a line. */
function textOfRows(rows: readonly string[][]): OfficeText {
  const heading = rows.findIndex(isHeading)
  if (heading < 0) return { text: rows.map(words).join('\n'), beside: [] }
  return { text: writeCsv(rows.slice(heading)), beside: rows.slice(0, heading).map(words) }
}

function words(row: readonly string[]): string {
  return row.filter((cell) => cell.trim() !== '').join(' ')
}

function sheetNames(workbook: string): string[] {
  return [...xmlParts(workbook)].flatMap((part) =>
    part.kind === 'open' && part.name === 'sheet' ? [attributeOf(part.attributes, 'name') ?? ''] : [],
  )
}
