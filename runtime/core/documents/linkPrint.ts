/** Checks of printed sheets: every value they name is one of their data's form and fits its place, pictures are of this platform, and every element lies on the
 *  paper. */
import type { JsonSchema, PrintDocument, PrintElement } from '../documents.ts'
import { isPrintDayFormat, PRINT_DAY_FORMATS } from '../print/printDay.ts'
import { printPlaces } from '../print/printText.ts'
import { isPrintDay, isWords, printNames, printSchemaAt } from '../print/printValues.ts'
import { sheetSize } from '../print/sheetSize.ts'
import { isSkinPicture } from '../skin/skinValues.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import type { Linker } from './linker.ts'
import { suggest } from './suggest.ts'

interface PrintPlace {
  linker: Linker
  document: LinkedDocument
  /** Of the values. */
  schema: JsonSchema
}

export function linkPrint(linker: Linker, document: LinkedDocument, print: PrintDocument): void {
  const form = linker.index.get('form', print.data)
  if (form === undefined) return
  const place: PrintPlace = { linker, document, schema: form.schema as JsonSchema }
  linkWords(place, '/heading', print.heading)
  print.pages.forEach(({ elements }, page) => {
    elements.forEach((element, layer) => {
      const path = `/pages/${page}/elements/${layer}`
      linkElement(place, path, element)
      linkArea(place, path, element, print.sheet)
    })
  })
}

function linkElement(place: PrintPlace, path: string, element: PrintElement): void {
  if (element.kind === 'text' || element.kind === 'code') linkWords(place, pointer(path, 'text'), element.text)
  if (element.kind === 'picture') linkPicture(place, path, element)
  if (element.kind !== 'table') return
  const rows = linkName(place, pointer(path, 'rows'), element.rows, (schema) => schema.type === 'array')
  if (rows === undefined) return
  const of = { ...place, schema: (rows.items ?? {}) as JsonSchema }
  element.columns.forEach(({ value }, at) => {
    linkName(of, `${path}/columns/${at}/value`, value, isWords)
  })
}

function linkWords(place: PrintPlace, path: string, text: { zh: string; en: string }): void {
  for (const lang of ['zh', 'en'] as const)
    for (const { place: name, format } of printPlaces(text[lang])) {
      const schema = linkName(place, pointer(path, lang), name, isWords)
      if (schema !== undefined && format !== undefined) linkFormat(place, pointer(path, lang), schema, format)
    }
}

/** @returns the schema of the value; undefined when there is none, or it does not fit the place */
function linkName(
  { linker, document, schema }: PrintPlace,
  path: string,
  name: string,
  fits: (schema: JsonSchema) => boolean,
): JsonSchema | undefined {
  const found = printSchemaAt(schema, name)
  if (found !== undefined && fits(found)) return found
  const known = found === undefined ? printNames(schema) : []
  const expected = found === undefined ? 'a value of the data' : 'a value of the kind that the place takes'
  linker.report(document, { code: 'PARAMETER_UNKNOWN', path, expected, found: show(name), suggestion: suggest(name, known) })
  return undefined
}

/** Only days have formats; of a value that the form leaves open any may be a day. */
function linkFormat({ linker, document }: PrintPlace, path: string, schema: JsonSchema, format: string): void {
  if (isPrintDayFormat(format) && (isPrintDay(schema) || schema.type === undefined)) return
  const expected = isPrintDayFormat(format) ? 'no format, as the value is no day' : 'a format of days'
  linker.report(document, { code: 'NAME_UNKNOWN', path, expected, found: show(format), suggestion: suggest(format, PRINT_DAY_FORMATS) })
}

function linkPicture({ linker, document, schema }: PrintPlace, path: string, element: Extract<PrintElement, { kind: 'picture' }>): void {
  const { picture, value } = element
  if (value !== undefined) linkName({ linker, document, schema }, pointer(path, 'value'), value, ({ type }) => type === 'string')
  if (picture === undefined ? value !== undefined : isSkinPicture(picture)) return
  const expected = 'a picture of this platform (/api/platform/file/ID), one that stands here (data:image/png;base64,...), or a value'
  const suggestion = 'upload the picture, or remove the element'
  linker.report(document, { code: 'PRINT_PICTURE', path: pointer(path, 'picture'), expected, found: show(picture), suggestion })
}

function linkArea({ linker, document }: PrintPlace, path: string, element: PrintElement, sheet: PrintDocument['sheet']): void {
  const { width, height } = sheetSize(sheet)
  const bleed = sheet.bleed ?? 0
  const isOn =
    element.x < width + bleed && element.y < height + bleed && element.x + element.width > -bleed && element.y + element.height > -bleed
  if (isOn) return
  const found = `${element.x}, ${element.y}`
  const suggestion = `move it to the sheet of ${width} × ${height} mm`
  linker.report(document, { code: 'VALUE', path: pointer(path, 'x'), expected: 'a place on the sheet', found, suggestion })
}
