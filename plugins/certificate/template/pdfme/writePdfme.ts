/** Converts our template to one of pdfme, in one language, and lists what is lost: pdfme has no counterpart of it, or the file cannot hold it. */
import type { PrintDocument, PrintElement } from '../../../../runtime/core/documents.ts'
import type { Lang } from '../../../../runtime/core/platform.ts'
import { parsePrintText } from '../../../../runtime/core/print/printText.ts'
import { sheetSize } from '../../../../runtime/core/print/sheetSize.ts'
import type { CertificatePdfmeLoss } from '../../../generated/enums.ts'
import { ALIGNMENTS, type PdfmeField, type PdfmeTemplate, toPdfmeName } from './pdfmeTemplate.ts'

const VERSION = '5.0.0'
const POINT_MM = 25.4 / 72
const THICKNESS = 0.75

type LossCode = CertificatePdfmeLoss
/** `layer` is null for what concerns a whole side, `page` for what concerns the whole file. */
export interface PdfmeLoss {
  page: number | null
  layer: number | null
  code: LossCode
}

export function writePdfme(print: PdfmeSource, lang: Lang): { template: PdfmeTemplate; lost: PdfmeLoss[] } {
  const lost = lossesOfFile(print, lang)
  const schemas = print.pages.map(({ ground, elements }, page) => {
    if (ground !== undefined && ground.toLowerCase() !== '#ffffff') lost.push({ page, layer: null, code: 'ground' })
    return elements.flatMap((element, layer): PdfmeField[] => {
      const isLeftOut = element.hidden || (element.lang !== undefined && element.lang !== lang)
      const written = isLeftOut ? null : writeElement(element, `field_${page + 1}_${layer + 1}`, lang)
      const codes = written === null ? [leftOutCode(element, lang)] : lossesOf(element, lang)
      lost.push(...codes.map((code) => ({ page, layer, code })))
      return written === null ? [] : [written]
    })
  })
  return { template: { basePdf: { ...sheetSize(print.sheet), padding: [0, 0, 0, 0] }, schemas, pdfmeVersion: VERSION }, lost }
}

type PdfmeSource = Pick<PrintDocument, 'sheet' | 'pages'>

function leftOutCode(element: PrintElement, lang: Lang): LossCode {
  if (element.hidden) return 'hidden'
  return element.lang !== undefined && element.lang !== lang ? 'language' : 'layer'
}

function lossesOfFile({ sheet, pages }: PdfmeSource, lang: Lang): PdfmeLoss[] {
  const elements = pages.flatMap((side) => side.elements)
  const other = lang === 'zh' ? 'en' : 'zh'
  const codes: Partial<Record<LossCode, boolean>> = {
    bleed: (sheet.bleed ?? 0) > 0,
    // pdfme looks a font up by a name that its user has registered
    font: elements.some(({ kind }) => kind === 'text' || kind === 'table'),
    words: elements.some((element) => element.kind === 'text' && element.text[other] !== element.text[lang]),
    heading: true,
  }
  return Object.entries(codes).flatMap(([code, isLost]) => (isLost ? { page: null, layer: null, code: code as LossCode } : []))
}

/** What is lost of an element that is written. */
function lossesOf(element: PrintElement, lang: Lang): LossCode[] {
  const parts = element.kind === 'text' ? parsePrintText(element.text[lang]) : []
  const codes: Partial<Record<LossCode, boolean>> = {
    bold: element.kind === 'text' && (element.bold === true || parts.some(({ isBold }) => isBold)),
    dateFormat: parts.some((part) => 'place' in part && part.format !== undefined),
    missing: 'missing' in element && element.missing !== undefined && element.missing !== 'problem',
    cover: element.kind === 'picture' && element.fit === 'cover',
    rows: element.kind === 'table',
  }
  return Object.entries(codes).flatMap(([code, isLost]) => (isLost ? (code as LossCode) : []))
}

function writeElement(element: PrintElement, name: string, lang: Lang): PdfmeField | null {
  const { x, y, width, height } = element
  const place = {
    position: { x, y },
    width,
    height,
    ...('opacity' in element && element.opacity !== undefined && { opacity: element.opacity }),
  }
  switch (element.kind) {
    case 'text':
      return { ...place, ...writeWords(element, name, lang) }
    case 'code': {
      const { colour: barColor = '#000000', ground: backgroundColor = '#ffffff' } = element
      return { ...place, ...field(plainWords(element.text[lang]), name), type: 'qrcode', barColor, backgroundColor }
    }
    case 'picture':
      if (element.value !== undefined) return { ...place, name: toPdfmeName(element.value), type: 'image', content: '' }
      return element.picture?.startsWith('data:') ? { ...place, name, type: 'image', content: element.picture, readOnly: true } : null
    case 'line':
      return writeLine(element, name)
    case 'box': {
      const { fill: color = '', stroke: borderColor = '', thickness = THICKNESS, radius = 0 } = element
      return {
        ...place,
        name,
        type: 'rectangle',
        color,
        borderColor,
        borderWidth: borderColor === '' ? 0 : thickness * POINT_MM,
        radius,
        readOnly: true,
      }
    }
    case 'table':
      return { ...place, ...writeTable(element, lang) }
    default:
      return null
  }
}

type Of<K extends PrintElement['kind']> = Extract<PrintElement, { kind: K }>

function writeWords(element: Of<'text'>, name: string, lang: Lang) {
  const { size, least, align = 'left', vertical = 'top', leading = 1.4, spacing = 0, colour = '#1a1a1a', overflow = 'wrap' } = element
  const look = {
    ...{
      fontSize: size,
      alignment: ALIGNMENTS[align],
      verticalAlignment: vertical,
      lineHeight: leading,
      characterSpacing: spacing,
      fontColor: colour,
    },
    ...(overflow !== 'problem' && {
      dynamicFontSize: { min: least ?? size * 0.6, max: size, fit: overflow === 'wrap' ? 'vertical' : 'horizontal' },
    }),
  }
  return { ...look, ...field(plainWords(element.text[lang]), name) }
}

/** A text that is one value becomes a field of that name; words with values between them become a `multiVariableText`; other words stay words. */
function field({ text, names }: { text: string; names: string[] }, name: string) {
  const [only] = names
  if (only !== undefined && text === `{${only}}`) return { name: only, type: 'text', content: '' }
  if (names.length === 0) return { name, type: 'text', content: text, readOnly: true }
  return {
    name,
    type: 'multiVariableText',
    text,
    variables: names,
    content: JSON.stringify(Object.fromEntries(names.map((each) => [each, '']))),
  }
}

function plainWords(words: string): { text: string; names: string[] } {
  const parts = parsePrintText(words).map((part) => ('text' in part ? part : { name: toPdfmeName(part.place) }))
  const names = [...new Set(parts.flatMap((part) => ('name' in part ? [part.name] : [])))]
  return { text: parts.map((part) => ('name' in part ? `{${part.name}}` : part.text)).join(''), names }
}

/** In pdfme a line is a box as thin as the line; slanted lines have no counterpart. */
function writeLine({ x, y, width, height, stroke, thickness = THICKNESS }: Of<'line'>, name: string): PdfmeField | null {
  const thin = thickness * POINT_MM
  const common = { name, type: 'line', color: stroke, readOnly: true }
  if (height === 0) return { ...common, position: { x, y: y - thin / 2 }, width, height: thin }
  return width === 0 ? { ...common, position: { x: x - thin / 2, y }, width: thin, height } : null
}

function writeTable({ rows, columns, size, colour = '#1a1a1a', headColour, ground }: Of<'table'>, lang: Lang) {
  const sum = columns.reduce((total, { width }) => total + width, 0)
  return {
    ...{ name: toPdfmeName(rows), type: 'table', content: '[]', showHead: true },
    head: columns.map(({ title, value }) => title?.[lang] ?? value),
    headWidthPercentages: columns.map(({ width }) => (width / sum) * 100),
    headStyles: { fontColor: headColour ?? colour, backgroundColor: ground ?? '' },
    bodyStyles: { fontSize: size, fontColor: colour },
  }
}
