/** Numbers as an Excel workbook of one sheet, made in the browser. Text is written as text, never as a formula. */
import { strToU8, zipSync } from 'fflate'

export type SheetCell = string | number | null

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KINDS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Excel refuses these in the name of a sheet, and longer names. */
const NOT_IN_NAME = /[\\/*?:[\]]/g
const MAX_NAME = 31
const LETTERS = 26
/** XML holds no other control characters. */
const CONTROL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @param rows  the first is the head, in bold */
export function writeSheet(title: string, rows: readonly (readonly SheetCell[])[]): Uint8Array<ArrayBuffer> {
  const name = escaped(title.replaceAll(NOT_IN_NAME, ' ').slice(0, MAX_NAME)) || 'Sheet1'
  const files = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${RELATED}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${SHEETS}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData>${rows.map(written).join('')}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(HEAD + xml)])))
}

function part(file: string, kind: string): string {
  return `<Override PartName="/xl/${file}.xml" ContentType="${KINDS}.${kind}+xml"/>`
}

function relation(id: number, kind: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${RELATED}/${kind}" Target="${target}"/>`
}

function written(cells: readonly SheetCell[], at: number): string {
  const style = at === 0 ? ' s="1"' : ''
  const shown = cells.map((cell, column) => {
    const place = `<c r="${columnName(column)}${at + 1}"${style}`
    if (cell === null || cell === '') return ''
    if (typeof cell === 'number') return Number.isFinite(cell) ? `${place}><v>${cell}</v></c>` : ''
    return `${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  })
  return `<row r="${at + 1}">${shown.join('')}</row>`
}

/** 0 is A, 26 is AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS))
  return column < LETTERS ? letter : columnName(Math.floor(column / LETTERS) - 1) + letter
}

function escaped(text: string): string {
  return text.replaceAll(CONTROL, '').replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!)
}
