/** Formatted text -> PDF (A4): headings, paragraphs, lists, quotes, bold, page numbers. Fonts are embedded with the letters that are used. Runs in a thread. */
import { once } from 'node:events'
import { parseFragment } from 'parse5'
import PDFDocument from 'pdfkit'
import { AgonError } from '../../core/errors.ts'
import type { PrintRun } from '../../core/print/fillPrint.ts'
import { Lettering } from './Lettering.ts'
import { type Line, layLines } from './layLines.ts'
import { prepareShaping } from './shapeText.ts'

export interface PdfTask {
  /** Of the document's properties, and large at its head. */
  title: string
  lang: 'zh' | 'en'
  /** Formatted text as it is stored: anything but words and the tags below is passed over. */
  html: string
  /** Small, at the foot of every page, before its number. */
  footer: string
  /** Pages at most. @throws PDF_TOO_LONG */
  maxPages: number
  /** ISO 8601: of the document's properties, so that the same document has the same bytes. */
  createdAt: string
}

/** Points. */
const MARGIN = 64
const BODY = 11
const SIZES: Readonly<Record<string, number>> = { h1: 18, h2: 16, h3: 14, h4: 12 }
const TITLE = 20
const FOOT = 8.5
const INDENT = 18
const LINE_GAP = 4
/** Of a line and above its base line, as shares of the size: of fonts with Chinese characters. */
const LINE_HEIGHT = 1.448
const ASCENT = 1.16
const INK = '#000000'

interface MarkupNode {
  nodeName: string
  value?: string
  childNodes?: MarkupNode[]
}
interface Block {
  words: PrintRun[]
  size: number
  /** Levels of indentation. */
  depth: number
  /** `1.` or a dot, before a list's item. */
  mark?: string
}

/** @throws PDF_TOO_LONG */
export async function writePdf(task: PdfTask): Promise<Buffer> {
  const info = {
    Title: task.title,
    CreationDate: new Date(task.createdAt),
    ModDate: new Date(task.createdAt),
    Producer: 'Agon',
    Creator: 'Agon',
  }
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info,
    lang: task.lang === 'zh' ? 'zh-CN' : 'en',
    autoFirstPage: true,
    displayTitle: true,
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  await prepareShaping(`${task.title}${task.html}${task.footer}`)
  const sheet: Sheet = { document, lettering: new Lettering(document, task.lang), maxPages: task.maxPages, y: MARGIN }
  writeBlock(sheet, { words: [{ text: task.title, isBold: true }], size: TITLE, depth: 0 })
  sheet.y += LINE_HEIGHT * TITLE * 0.5
  for (const block of blocksOf(parseFragment(task.html) as unknown as MarkupNode)) writeBlock(sheet, block)
  writeFeet(sheet, task)
  document.end()
  await once(document, 'end')
  return Buffer.concat(chunks)
}

interface Sheet {
  document: PDFKit.PDFDocument
  lettering: Lettering
  maxPages: number
  /** Of the next line, from the top of the page. */
  y: number
}

function writeBlock(sheet: Sheet, { words, size, depth, mark }: Block): void {
  const { document, lettering } = sheet
  const left = MARGIN + depth * INDENT
  const width = document.page.width - left - MARGIN
  const marked = mark ? [{ text: `${mark} `, isBold: false }, ...words] : words
  const { runs } = lettering.set(marked, 'sans')
  const lineHeight = LINE_HEIGHT * size + LINE_GAP
  for (const line of layLines(runs, width, (run) => lettering.measure(run) * size)) {
    if (sheet.y + LINE_HEIGHT * size > document.page.height - MARGIN) addPage(sheet)
    drawLine(lettering, line, left, sheet.y, size)
    sheet.y += lineHeight
  }
  sheet.y += LINE_HEIGHT * size * 0.4
}

function addPage(sheet: Sheet): void {
  const { document, maxPages } = sheet
  if (document.bufferedPageRange().count >= maxPages) throw new AgonError('PDF_TOO_LONG', { max: maxPages })
  document.addPage()
  sheet.y = MARGIN
}

/** @param top  of the line */
function drawLine(lettering: Lettering, line: Line, left: number, top: number, size: number): void {
  lettering.draw(line, left, top + ASCENT * size, { size, spacing: 0, colour: INK })
}

function writeFeet({ document, lettering }: Sheet, { footer }: PdfTask): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    const { runs } = lettering.set([{ text: `${footer}   ${page + 1} / ${count}`, isBold: false }], 'sans')
    const line = layLines(runs, Number.POSITIVE_INFINITY, (run) => lettering.measure(run) * FOOT)[0]!
    drawLine(lettering, line, MARGIN, document.page.height - MARGIN / 2, FOOT)
  }
}

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'li', 'blockquote', 'pre', 'div', 'tr', 'ul', 'ol'])
const BOLD = new Set(['strong', 'b', 'h1', 'h2', 'h3', 'h4', 'th'])

function blocksOf(root: MarkupNode): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  const place = (block: Omit<Block, 'words'>): Block => {
    open = { ...block, words: [] }
    blocks.push(open)
    return open
  }
  const walk = (node: MarkupNode, facts: { size: number; depth: number; isBold: boolean; mark?: (() => string) | undefined }): void => {
    const { nodeName: name } = node
    if (name === '#text') {
      const text = (node.value ?? '').replace(/\s+/g, ' ')
      if (text.trim() === '' && (open === null || open.words.length === 0)) return
      const block: Block = open ?? place({ size: facts.size, depth: facts.depth })
      block.words.push({ text, isBold: facts.isBold })
      return
    }
    if (name === 'br') {
      ;(open as Block | null)?.words.push({ text: '\n', isBold: false })
      return
    }
    const isBlock = BLOCKS.has(name)
    const inner = { ...facts, size: SIZES[name] ?? facts.size, isBold: facts.isBold || BOLD.has(name) }
    if (name === 'ul' || name === 'ol' || name === 'blockquote') inner.depth += 1
    if (name === 'ul') inner.mark = () => '•'
    let number = 0
    if (name === 'ol') inner.mark = () => `${++number}.`
    if (isBlock) open = null
    if (name === 'li') place({ size: inner.size, depth: inner.depth, ...(facts.mark ? { mark: facts.mark() } : {}) })
    // a paragraph alone in a list's item stays beside its mark
    for (const child of node.childNodes ?? []) {
      if (name === 'li' && child.nodeName === 'p' && open !== null && (open as Block).words.length === 0) {
        for (const part of child.childNodes ?? []) walk(part, inner)
      } else walk(child, inner)
    }
    if (isBlock) open = null
  }
  walk(root, { size: BODY, depth: 0, isBold: false })
  return blocks.filter(({ words }) => words.some(({ text }) => text.trim() !== ''))
}
