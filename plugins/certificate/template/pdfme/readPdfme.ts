/** A template of pdfme -> the content of one of ours, and what could not be read. Knows text, multiVariableText, image, qrcode, line, rectangle and table; both ways in which pdfme has written
 *  its fields (lists, and objects by name). */
import type { JsonSchema, LocalText, PrintDocument, PrintElement } from '../../../../runtime/core/documents.ts'
import { isRecord } from '../../../../runtime/core/isRecord.ts'
import { isWords, printSchemaAt } from '../../../../runtime/core/print/printValues.ts'
import { ALIGNMENTS, fromPdfmeName } from './pdfmeTemplate.ts'

export interface ReadPdfme {
  content: Pick<PrintDocument, 'heading' | 'sheet' | 'pages'>
  /** Paths in the file with the type of the element: `schemas/0/3 svg`. */
  unread: string[]
}
type Given = Readonly<Record<string, unknown>>
interface Reading {
  /** Of our values. */
  schema: JsonSchema
  unread: string[]
}
/** Keys without a meaning for print, or read for every field. */
const COMMON = [
  'id',
  'name',
  'type',
  'position',
  'x',
  'y',
  'width',
  'height',
  'content',
  'readOnly',
  'required',
  'opacity',
  'fontName',
  '__bodyRange',
  '__isSplit',
]
const SIZES = { A3: [297, 420], A4: [210, 297], A5: [148, 210] } as const
const NEAR_MM = 2
const MAX_SIDES = 2
const MM_POINTS = 72 / 25.4

/** Whether an uploaded file looks like a template of pdfme. */
export function isPdfme(given: Given): boolean {
  return Array.isArray(given.schemas) && 'basePdf' in given
}

/** @param schema  of our values: a field of the name of one of them becomes its place */
export function readPdfme(given: Given, schema: JsonSchema, heading: LocalText): ReadPdfme {
  const reading: Reading = { schema, unread: [] }
  const schemas = given.schemas as unknown[]
  if (schemas.length > MAX_SIDES) reading.unread.push(`schemas/${MAX_SIDES}…${schemas.length - 1}`)
  const pages = schemas.slice(0, MAX_SIDES).map((page, side) => ({
    elements: fieldsOf(page).flatMap((field, at) => readField(field, `schemas/${side}/${at}`, reading)),
  }))
  const sheet = readSheet(given.basePdf, reading)
  for (const key of Object.keys(given))
    if (!['schemas', 'basePdf', 'pdfmeVersion', 'columns', 'sampledata'].includes(key)) reading.unread.push(key)
  return { content: { heading, sheet, pages: pages.length > 0 ? pages : [{ elements: [] }] }, unread: reading.unread }
}

/** Of a page: a list, or an object by name, as pdfme wrote it before its version 5. */
function fieldsOf(page: unknown): Given[] {
  if (Array.isArray(page)) return page.filter(isRecord)
  return isRecord(page) ? Object.entries(page).flatMap(([name, field]) => (isRecord(field) ? [{ name, ...field }] : [])) : []
}

function readSheet(base: unknown, { unread }: Reading): PrintDocument['sheet'] {
  if (!isRecord(base) || typeof base.width !== 'number' || typeof base.height !== 'number') {
    unread.push('basePdf')
    return { size: 'A4', orientation: 'portrait' }
  }
  const [short, long] = [Math.min(base.width, base.height), Math.max(base.width, base.height)]
  const found = Object.entries(SIZES).find(([, [width, height]]) => Math.abs(width - short) < NEAR_MM && Math.abs(height - long) < NEAR_MM)
  if (!found) unread.push(`basePdf ${base.width} × ${base.height} mm`)
  const size = (found?.[0] ?? 'A4') as PrintDocument['sheet']['size']
  return { size, orientation: base.width > base.height ? 'landscape' : 'portrait' }
}

type Reader = (field: Given, place: Place, reading: Reading) => { element: PrintElement; read: readonly string[] } | null
type Place = Pick<PrintElement, 'x' | 'y' | 'width' | 'height' | 'name'> & { opacity?: number }

function readField(field: Given, path: string, reading: Reading): PrintElement[] {
  const type = String(field.type)
  const position = isRecord(field.position) ? field.position : {}
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
  const place: Place = {
    ...{ x: number(position.x), y: number(position.y), width: number(field.width), height: number(field.height) },
    ...(typeof field.name === 'string' && field.name !== '' && { name: field.name }),
    ...(typeof field.opacity === 'number' && field.opacity !== 1 && type !== 'table' && type !== 'qrcode' && { opacity: field.opacity }),
  }
  const found = READERS[type]?.(field, place, reading) ?? null
  if (found === null) {
    reading.unread.push(`${path} ${type}`)
    return []
  }
  for (const name of unknownNames(field, type, reading)) reading.unread.push(`${path} {${name}}`)
  for (const [key, value] of Object.entries(field))
    if (!COMMON.includes(key) && !found.read.includes(key) && !isNothing(value)) reading.unread.push(`${path}/${key}`)
  return [found.element]
}

/** Placeholders that match none of our values. They stay as plain text. */
function unknownNames({ name, readOnly, variables }: Given, type: string, { schema }: Reading): string[] {
  const names = type === 'multiVariableText' ? variables : type === 'text' && readOnly !== true ? [name] : []
  return (Array.isArray(names) ? names.map(String) : []).filter((each) => !isKnown(fromPdfmeName(each), schema))
}

function isKnown(name: string, schema: JsonSchema): boolean {
  const found = printSchemaAt(schema, name)
  return found !== undefined && isWords(found)
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === 0 || value === false
}

const READERS: Readonly<Record<string, Reader>> = {
  text: readText,
  multiVariableText: readText,
  image: readImage,
  qrcode: readCode,
  line: readLine,
  rectangle: readRectangle,
  table: readTable,
}
const colour = (value: unknown) => (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined)
const some = <T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]: NonNullable<T[K]> }

/** The words, or the place of the value that the field is named after. */
function wordsOf(field: Given, { schema }: Reading): string {
  const known = (name: string) => isKnown(name, schema)
  const name = fromPdfmeName(String(field.name ?? ''))
  const given = String((field.type === 'multiVariableText' ? field.text : field.content) ?? '')
  if (field.readOnly !== true && field.type !== 'multiVariableText' && known(name)) return `{{${name}}}`
  const placed = given.replace(/\{(\w+)\}/g, (all, variable: string) =>
    known(fromPdfmeName(variable)) ? `{{${fromPdfmeName(variable)}}}` : all,
  )
  return placed.trim() === '' ? name || ' ' : placed
}

function readText(field: Given, place: Place, reading: Reading) {
  const words = wordsOf(field, reading)
  const align = Object.entries(ALIGNMENTS).find(([, theirs]) => theirs === field.alignment)?.[0] as 'left' | 'centre' | 'right' | undefined
  const vertical = ['top', 'middle', 'bottom'].find((each) => each === field.verticalAlignment) as 'top' | 'middle' | 'bottom' | undefined
  const dynamic = isRecord(field.dynamicFontSize) ? field.dynamicFontSize : null
  const element: PrintElement = {
    ...{ kind: 'text' as const, ...place, text: { zh: words, en: words }, font: 'sans' as const },
    size: clamp(Number(field.fontSize ?? dynamic?.max ?? 13), 4, 200),
    ...some({
      align,
      vertical,
      colour: colour(field.fontColor),
      leading: typeof field.lineHeight === 'number' ? clamp(field.lineHeight, 0.8, 4) : undefined,
      spacing:
        typeof field.characterSpacing === 'number' && field.characterSpacing !== 0 ? clamp(field.characterSpacing, -5, 60) : undefined,
      least: typeof dynamic?.min === 'number' ? clamp(dynamic.min, 4, 200) : undefined,
    }),
  }
  const read = [
    'alignment',
    'verticalAlignment',
    'fontSize',
    'fontColor',
    'lineHeight',
    'characterSpacing',
    'dynamicFontSize',
    'text',
    'variables',
  ]
  return { element, read }
}

function readImage(field: Given, place: Place, { schema }: Reading) {
  const name = fromPdfmeName(String(field.name ?? ''))
  const content = String(field.content ?? '')
  if (/^data:image\/(png|jpeg|webp);base64,/.test(content))
    return { element: { kind: 'picture' as const, ...place, picture: content }, read: [] }
  if (printSchemaAt(schema, name)?.type !== 'string') return null
  return { element: { kind: 'picture' as const, ...place, value: name, missing: 'hide' as const }, read: [] }
}

function readCode(field: Given, { opacity: _, ...place }: Place, reading: Reading) {
  const words = wordsOf(field, reading)
  const colours = some({ colour: colour(field.barColor), ground: colour(field.backgroundColor) })
  return { element: { kind: 'code' as const, ...place, text: { zh: words, en: words }, ...colours }, read: ['barColor', 'backgroundColor'] }
}

/** In pdfme a line is a box as thin as the line. */
function readLine(field: Given, place: Place) {
  const isDown = place.height > place.width
  const thickness = clamp((isDown ? place.width : place.height) * MM_POINTS, 0.1, 50)
  const middle = isDown ? { x: place.x + place.width / 2, width: 0 } : { y: place.y + place.height / 2, height: 0 }
  return { element: { kind: 'line' as const, ...place, ...middle, stroke: colour(field.color) ?? '#000000', thickness }, read: ['color'] }
}

function readRectangle(field: Given, place: Place) {
  const width = Number(field.borderWidth ?? 0)
  const line = width > 0 ? { stroke: colour(field.borderColor) ?? '#000000', thickness: clamp(width * MM_POINTS, 0.1, 50) } : {}
  const area = some({ fill: colour(field.color), radius: Number(field.radius) > 0 ? clamp(Number(field.radius), 0, 100) : undefined })
  return { element: { kind: 'box' as const, ...place, ...area, ...line }, read: ['color', 'borderWidth', 'borderColor', 'radius'] }
}

/** A table named after one of our lists; rows of words in pdfme's file have no counterpart here. */
function readTable(field: Given, { opacity: _, ...place }: Place, { schema }: Reading) {
  const rows = fromPdfmeName(String(field.name ?? ''))
  const list = printSchemaAt(schema, rows)
  if (list?.type !== 'array') return null
  const values = Object.keys(((list.items as JsonSchema | undefined)?.properties ?? {}) as object)
  const head = Array.isArray(field.head) ? field.head.map(String) : []
  const widths = Array.isArray(field.headWidthPercentages) ? field.headWidthPercentages.map(Number) : []
  const columns = head
    .slice(0, values.length)
    .map((title, at) => ({ value: values[at]!, title: { zh: title, en: title }, width: clamp(widths[at] ?? 30, 0.1, 100) }))
  if (columns.length === 0) return null
  const styles = isRecord(field.headStyles) ? field.headStyles : {}
  const body = isRecord(field.bodyStyles) ? field.bodyStyles : {}
  const element: PrintElement = {
    ...{ kind: 'table' as const, ...place, rows, columns, font: 'sans' as const, size: clamp(Number(body.fontSize ?? 11), 4, 200) },
    ...some({ colour: colour(body.fontColor), headColour: colour(styles.fontColor), ground: colour(styles.backgroundColor) }),
  }
  return { element, read: ['head', 'headWidthPercentages', 'headStyles', 'bodyStyles', 'showHead', 'tableStyles', 'columnStyles'] }
}

function clamp(value: number, least: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(least, Math.round(value * 1000) / 1000)) : least
}
