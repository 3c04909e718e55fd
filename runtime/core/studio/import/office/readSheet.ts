/** One sheet of an Excel workbook -> rows of texts, empty rows left out. */
import { attributeOf, xmlParts } from './xmlParts.ts'

/** More columns than a table of questions can mean. */
const MAX_COLUMNS = 200

/** @param sheet  xl/worksheets/sheet1.xml  @param strings  texts that cells name by number (`stringsOf`) */
export function readSheet(sheet: string, strings: readonly string[]): string[][] {
  const rows: string[][] = []
  let cell: { column: number; type: string } | null = null
  let value = ''
  let isValue = false
  for (const part of xmlParts(sheet)) {
    if (part.kind === 'text') value += isValue ? part.text : ''
    else if (part.kind === 'open' && part.name === 'row') rows.push([])
    else if (part.kind === 'open' && part.name === 'c') {
      cell = {
        column: columnOf(attributeOf(part.attributes, 'r'), rows.at(-1)?.length ?? 0),
        type: attributeOf(part.attributes, 't') ?? 'n',
      }
      value = ''
    } else if (part.name === 'v' || part.name === 't') isValue = part.kind === 'open'
    else if (part.kind === 'close' && part.name === 'c' && cell && rows.length > 0 && cell.column < MAX_COLUMNS) {
      const row = rows.at(-1)!
      while (row.length < cell.column) row.push('')
      row[cell.column] = cell.type === 's' ? (strings[Number(value)] ?? '') : cell.type === 'b' ? (value === '1' ? 'true' : 'false') : value
    }
  }
  return rows.filter((row) => row.some((each) => each.trim() !== ''))
}

/** @param shared  xl/sharedStrings.xml; empty when there is none */
export function stringsOf(shared: string): string[] {
  const strings: string[] = []
  let isText = false
  let isReading = false
  for (const part of xmlParts(shared)) {
    if (part.kind === 'text') {
      if (isText && !isReading) strings[strings.length - 1] += part.text
    } else if (part.name === 'si' && part.kind === 'open') strings.push('')
    // how the text above is pronounced
    else if (part.name === 'rPh') isReading = part.kind === 'open'
    else if (part.name === 't') isText = part.kind === 'open'
  }
  return strings
}

/** `B7` -> 1. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 64, 0) - 1 : next
}
