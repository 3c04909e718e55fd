/** A filled sheet -> PDF. The same sheet, values and moment give the same bytes. Runs in a thread. */
import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import type { Lang } from '../../core/platform.ts'
import { type FilledElement, type FilledPrint, fillPrint, type PrintInput, type PrintProblem } from '../../core/print/fillPrint.ts'
import { type PrintLang, printLangs } from '../../core/print/printLangs.ts'
import { sheetSize } from '../../core/print/sheetSize.ts'
import { Lettering } from '../pdf/Lettering.ts'
import { prepareShaping } from '../pdf/shapeText.ts'
import type { PdfSigner } from '../pdf/signature/readSigner.ts'
import { leavePlace, signPdf } from '../pdf/signature/signPdf.ts'
import { drawCode } from './drawCode.ts'
import { drawShape } from './drawShape.ts'
import { drawTable } from './drawTable.ts'
import { drawText } from './drawText.ts'
import { type DrawnLine, overlaps } from './overlaps.ts'
import { POINTS } from './points.ts'

export interface PrintTask extends Omit<PrintInput, 'lang'> {
  lang: PrintLang
  /** Address -> PNG or JPEG. */
  pictures: ReadonlyMap<string, Buffer>
  /** ISO 8601, of the file's properties. */
  createdAt: string
  /** Signs the file at `signedAt`. */
  signer?: PdfSigner
  signedAt?: Date
}
/** What drawing an element tells: words that did not fit, characters without a letter form. */
export type DrawingFault = Pick<PrintProblem, 'code' | 'details'>
export interface DrawnPrint {
  bytes: Buffer
  heading: string
  problems: PrintProblem[]
}

export async function drawPrint(task: PrintTask): Promise<DrawnPrint> {
  const langs = printLangs(task.lang)
  const parts = langs.map((lang) => fillPrint({ ...task, lang }))
  const heading = [...new Set(parts.map((part) => part.heading))].join(' / ')
  const document = openDocument(langs[0]!, heading, new Date(task.createdAt))
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  await prepareShaping(parts.map(wordsOf).join('\n'))
  const lettering = new Lettering(document, langs[0]!)
  const problems = parts.flatMap((part, at) => {
    lettering.lang = langs[at]!
    return drawSides({ document, lettering, task }, part)
  })
  if (task.signer) leavePlace(document, task.signer, task.signedAt ?? new Date(task.createdAt))
  document.end()
  await once(document, 'end')
  const bytes = Buffer.concat(chunks)
  return { bytes: task.signer ? await signPdf(bytes, task.signer) : bytes, heading, problems }
}

/** @returns what is wrong; sides count within their language */
function drawSides(drawing: Omit<Drawing, 'drawn'>, filled: FilledPrint): PrintProblem[] {
  const problems = [...filled.problems]
  filled.pages.forEach((side, page) => {
    openSide(drawing.document, drawing.task, side.ground)
    const drawn: DrawnLine[] = []
    for (const element of side.elements)
      for (const fault of drawElement({ ...drawing, drawn }, element)) problems.push({ ...fault, page, layer: element.layer })
    problems.push(...overlaps(drawn, page))
  })
  return problems
}

function wordsOf({ pages }: FilledPrint): string {
  const texts = pages.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      if (element.kind === 'text') return element.runs.map(({ text }) => text)
      return element.kind === 'table' ? [...(element.head ?? []), ...element.rows.flat()] : []
    }),
  )
  return texts.join('\n')
}

function openDocument(lang: Lang, heading: string, moment: Date): PDFKit.PDFDocument {
  return new PDFDocument({
    // the document's languages and transparency need a newer version of PDF than the library's default, 1.3
    pdfVersion: '1.7',
    autoFirstPage: false,
    // reading the default font would take a tenth of the time
    font: null as unknown as string,
    margin: 0,
    info: { Title: heading, CreationDate: moment, ModDate: moment, Producer: 'Agon', Creator: 'Agon' },
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    displayTitle: true,
  })
}

/** A page as large as the sheet with its bleed; what is drawn counts from the cut sheet. */
function openSide(document: PDFKit.PDFDocument, { print: { sheet } }: PrintTask, ground: string | null): void {
  const size = sheetSize(sheet)
  const bleed = (sheet.bleed ?? 0) * POINTS
  const [width, height] = [size.width * POINTS, size.height * POINTS]
  document.addPage({ size: [width + 2 * bleed, height + 2 * bleed], margin: 0 })
  // PDF counts from the lower left corner; the cut sheet is in the middle
  Object.assign((document.page as unknown as { dictionary: { data: object } }).dictionary.data, {
    TrimBox: [bleed, bleed, bleed + width, bleed + height],
    BleedBox: [0, 0, width + 2 * bleed, height + 2 * bleed],
  })
  if (ground !== null) document.rect(0, 0, width + 2 * bleed, height + 2 * bleed).fill(ground)
  document.translate(bleed, bleed)
}

interface Drawing {
  document: PDFKit.PDFDocument
  lettering: Lettering
  task: PrintTask
  /** Lines of words of this side. */
  drawn: DrawnLine[]
}

function drawElement({ document, lettering, task, drawn }: Drawing, filled: FilledElement): DrawingFault[] {
  document.save()
  try {
    if ('opacity' in filled.element && filled.element.opacity !== undefined) document.opacity(filled.element.opacity)
    if (filled.kind === 'text') return drawText(document, lettering, filled, drawn)
    if (filled.kind === 'table') return drawTable(document, lettering, filled)
    if (filled.kind === 'picture') return drawPicture(document, filled, task)
    if (filled.kind === 'code') drawCode(document, filled)
    else drawShape(document, filled.element)
    return []
  } finally {
    document.restore()
  }
}

function drawPicture(
  document: PDFKit.PDFDocument,
  { element, address }: Extract<FilledElement, { kind: 'picture' }>,
  { pictures }: PrintTask,
): DrawingFault[] {
  const bytes = pictures.get(address)
  if (bytes === undefined) return [{ code: 'picture', details: address.slice(0, 80) }]
  const [x, y, width, height] = [element.x * POINTS, element.y * POINTS, element.width * POINTS, element.height * POINTS]
  document.rect(x, y, width, height).clip()
  const size: [number, number] = [width, height]
  const how = element.fit === 'cover' ? { cover: size } : { fit: size }
  document.image(bytes as unknown as ArrayBuffer, x, y, { ...how, align: 'center', valign: 'center' })
  return []
}
