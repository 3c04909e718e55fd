/** Formatted text -> PDF (A4): headings, paragraphs, lists, quotes, bold, page numbers. Fonts are embedded with the characters that are used. Runs in a thread. */
import { once } from 'node:events'
import { parseFragment } from 'parse5'
import PDFDocument from 'pdfkit'
import { AgonError } from '../../core/errors.ts'
import { fontRuns, openFonts, type PdfFonts } from './pdfFonts.ts'

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

interface MarkupNode {
  nodeName: string
  value?: string
  childNodes?: MarkupNode[]
}
interface Words {
  text: string
  isBold: boolean
}
interface Block {
  words: Words[]
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
    margin: MARGIN,
    bufferPages: true,
    info,
    lang: task.lang === 'zh' ? 'zh-CN' : 'en',
    autoFirstPage: true,
    displayTitle: true,
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const fonts = openFonts(document)
  writeBlock(document, fonts, { words: [{ text: task.title, isBold: true }], size: TITLE, depth: 0 }, task)
  document.moveDown(0.5)
  for (const block of blocksOf(parseFragment(task.html) as unknown as MarkupNode)) writeBlock(document, fonts, block, task)
  writeFeet(document, fonts, task)
  document.end()
  await once(document, 'end')
  return Buffer.concat(chunks)
}

function writeBlock(document: PDFKit.PDFDocument, fonts: PdfFonts, { words, size, depth, mark }: Block, { maxPages }: PdfTask): void {
  const left = MARGIN + depth * INDENT
  const runs = [...(mark ? [{ text: `${mark} `, isBold: false }] : []), ...words].flatMap(({ text, isBold }) =>
    fontRuns(fonts, text, { isBold }),
  )
  document.fontSize(size)
  const width = document.page.width - left - MARGIN
  for (const [at, { font, text }] of runs.entries()) {
    const isLast = at === runs.length - 1
    const options = { continued: !isLast, width, lineGap: LINE_GAP }
    if (at === 0) document.font(font).text(text, left, document.y, options)
    else document.font(font).text(text, options)
  }
  document.moveDown(0.4)
  if (document.bufferedPageRange().count > maxPages) throw new AgonError('PDF_TOO_LONG', { max: maxPages })
}

function writeFeet(document: PDFKit.PDFDocument, fonts: PdfFonts, { footer }: PdfTask): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    document.fontSize(FOOT)
    const runs = fontRuns(fonts, `${footer}   ${page + 1} / ${count}`, { isBold: false })
    for (const [at, { font, text }] of runs.entries()) {
      const options = { continued: at < runs.length - 1, lineBreak: false }
      if (at === 0) document.font(font).text(text, MARGIN, document.page.height - MARGIN / 2, options)
      else document.font(font).text(text, options)
    }
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
