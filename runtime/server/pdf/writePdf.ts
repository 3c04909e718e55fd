/** Formatted text -> PDF (A4): headings, paragraphs, lists, quotes, bold, tables, bar charts, page numbers; with a cover and a list of contents where asked.
 *  Fonts are embedded with the letters that are used. Runs in a thread. */
import { once } from 'node:events'
import { parseFragment } from 'parse5'
import PDFDocument from 'pdfkit'
import { Lettering } from './Lettering.ts'
import { type Block, BODY, blocksOf, type MarkupNode, type TableBlock, type TextBlock } from './markupBlocks.ts'
import { addPage, drawWords, INK, LINE_GAP, LINE_HEIGHT, MARGIN, type Sheet, wordWidth } from './pdfSheet.ts'
import { prepareShaping } from './shapeText.ts'
import { writeTable } from './writeTable.ts'

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
  /** A first page of its own with the title and these lines; two words are a name and its value, which stand in columns. */
  cover?: readonly (string | readonly [string, string])[]
  /** Heading of a list of the headings (h1, h2) with their pages, behind the cover. */
  contents?: string
  /** ISO 8601: of the document's properties, so that the same document has the same bytes. */
  createdAt: string
}

/** Points. */
const TITLE = 20
const COVER_TITLE = 30
const COVER_LINE = 12
const FOOT = 8.5
/** Width of the number of a page. */
const PAGE_NUMBER = 60
const INDENT = 18
/** Above a heading, as a share of its size. */
const HEADING_SPACE = 0.8
const COVER_GAP = 24
const CONTENTS_LINE = 11
/** Share of the page above the title of a cover. */
const COVER_TOP = 0.3

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
  await prepareShaping([task.title, task.html, task.footer, ...(task.cover ?? []).flat(), task.contents ?? ''].join(' '))
  const sheet: Sheet = { document, lettering: new Lettering(document, task.lang), maxPages: task.maxPages, y: MARGIN }
  const blocks = blocksOf(parseFragment(task.html) as unknown as MarkupNode)
  if (task.cover) writeCover(sheet, task.title, task.cover)
  const contents = task.contents === undefined ? null : reserveContents(sheet, blocks)
  if (!task.cover) {
    writeText(sheet, { words: [{ text: task.title, isBold: true }], size: TITLE, depth: 0 })
    sheet.y += LINE_HEIGHT * TITLE * 0.5
  }
  const headings = writeBlocks(sheet, blocks)
  if (contents !== null) writeContents(sheet, task.contents!, headings, contents)
  writeFeet(sheet, task)
  document.end()
  await once(document, 'end')
  return Buffer.concat(chunks)
}

interface Heading {
  text: string
  level: number
  /** From 0. */
  page: number
}

/** @returns the headings with the pages on which they stand */
function writeBlocks(sheet: Sheet, blocks: readonly Block[]): Heading[] {
  const headings: Heading[] = []
  for (const [at, block] of blocks.entries()) {
    if ('rows' in block) writeTable(sheet, block as TableBlock)
    else {
      if (isHeading(block) && at > 0 && !isHeading(blocks[at - 1]!) && sheet.y > MARGIN) sheet.y += HEADING_SPACE * block.size
      // a heading never stands alone at the foot of a page
      if (block.level && sheet.y + LINE_HEIGHT * block.size * 4 > sheet.document.page.height - MARGIN) addPage(sheet)
      if (block.level) headings.push({ text: plain(block), level: block.level, page: sheet.document.bufferedPageRange().count - 1 })
      writeText(sheet, block)
    }
  }
  return headings
}

function isHeading(block: Block): boolean {
  return 'size' in block && block.size > BODY
}

function plain({ words }: TextBlock): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim()
}

function writeText(sheet: Sheet, { words, size, depth, mark }: TextBlock): void {
  const left = MARGIN + depth * INDENT
  const width = sheet.document.page.width - left - MARGIN
  drawWords(sheet, mark ? [{ text: `${mark} `, isBold: false }, ...words] : words, { left, width, size })
  sheet.y += LINE_HEIGHT * size * 0.4
}

function writeCover(sheet: Sheet, title: string, lines: NonNullable<PdfTask['cover']>): void {
  const { document } = sheet
  const width = document.page.width - 2 * MARGIN
  document.rect(MARGIN, document.page.height * COVER_TOP - 24, 56, 4).fill(INK)
  sheet.y = document.page.height * COVER_TOP
  drawWords(sheet, [{ text: title, isBold: true }], { left: MARGIN, width, size: COVER_TITLE })
  sheet.y += LINE_HEIGHT * COVER_TITLE
  const said = (text: string) => [{ text, isBold: false }]
  const names = lines.flatMap((line) =>
    typeof line === 'string' ? [] : [wordWidth(sheet, said(line[0].replaceAll(' ', '\u00a0')), COVER_LINE)],
  )
  const values = Math.max(0, ...names) + COVER_GAP
  for (const line of lines) {
    const top = sheet.y
    const [name, value] = typeof line === 'string' ? [line] : line
    drawWords(sheet, said(name), { left: MARGIN, width, size: COVER_LINE })
    if (value === undefined) continue
    sheet.y = top
    drawWords(sheet, said(value), { left: MARGIN + values, width: width - values, size: COVER_LINE })
  }
  addPage(sheet)
}

/** Pages for the contents, which are known at the end. @returns the first of them and how many */
function reserveContents(sheet: Sheet, blocks: readonly Block[]): { first: number; pages: number } {
  const lines = blocks.filter((block) => 'level' in block && block.level).length
  const perPage = Math.floor((sheet.document.page.height - 2 * MARGIN - 60) / (LINE_HEIGHT * CONTENTS_LINE + LINE_GAP))
  const pages = Math.max(1, Math.ceil(lines / perPage))
  const first = sheet.document.bufferedPageRange().count - 1
  for (let page = 0; page < pages; page++) addPage(sheet)
  return { first, pages }
}

function writeContents(
  sheet: Sheet,
  title: string,
  headings: readonly Heading[],
  { first, pages }: { first: number; pages: number },
): void {
  const { document } = sheet
  const right = document.page.width - MARGIN
  let at = first
  document.switchToPage(at)
  sheet.y = MARGIN
  writeText(sheet, { words: [{ text: title, isBold: true }], size: TITLE, depth: 0 })
  for (const { text, level, page } of headings) {
    if (sheet.y > document.page.height - MARGIN - LINE_HEIGHT * CONTENTS_LINE && at < first + pages - 1) {
      document.switchToPage(++at)
      sheet.y = MARGIN
    }
    const top = sheet.y
    const number = [{ text: String(page + 1), isBold: false }]
    drawWords(sheet, number, { left: right - 30, width: 30, size: CONTENTS_LINE, align: 'right' })
    sheet.y = top
    const left = MARGIN + (level - 1) * INDENT
    drawWords(sheet, [{ text, isBold: level === 1 }], { left, width: right - 40 - left, size: CONTENTS_LINE, max: 1 })
  }
}

function writeFeet(sheet: Sheet, { footer, cover }: PdfTask): void {
  const { document } = sheet
  const { start, count } = document.bufferedPageRange()
  for (let page = start + (cover ? 1 : 0); page < start + count; page++) {
    document.switchToPage(page)
    sheet.y = document.page.height - MARGIN / 2
    const top = sheet.y
    const width = document.page.width - 2 * MARGIN
    const line = { size: FOOT, max: 1, fixed: true } as const
    drawWords(sheet, [{ text: footer, isBold: false }], { left: MARGIN, width: width - PAGE_NUMBER, ...line })
    sheet.y = top
    const number = [{ text: `${page + 1} / ${count}`, isBold: false }]
    drawWords(sheet, number, { left: MARGIN + width - PAGE_NUMBER, width: PAGE_NUMBER, align: 'right', ...line })
  }
}
