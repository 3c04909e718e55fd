/** Formatted text -> the blocks of a PDF, in their order. */
import type { PrintRun } from '../../core/print/fillPrint.ts'

export interface MarkupNode {
  nodeName: string
  value?: string
  attrs?: { name: string; value: string }[]
  childNodes?: MarkupNode[]
}
export interface TextBlock {
  words: PrintRun[]
  /** Points. */
  size: number
  /** Levels of indentation. */
  depth: number
  /** `1.` or a dot, before a list's item. */
  mark?: string
  /** Of a heading that the contents name, from 1. */
  level?: number
}
export interface TableRow {
  cells: string[]
  isHead: boolean
}
export interface TableBlock {
  rows: TableRow[]
  isChart: boolean
}
export type Block = TextBlock | TableBlock

/** Points. */
export const BODY = 11
const SIZES: Readonly<Record<string, number>> = { h1: 18, h2: 16, h3: 14, h4: 12 }
const LEVELS: Readonly<Record<string, number>> = { h1: 1, h2: 2 }
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'li', 'blockquote', 'pre', 'div', 'tr', 'ul', 'ol'])
const BOLD = new Set(['strong', 'b', 'h1', 'h2', 'h3', 'h4', 'th'])

/** Empty ones are left out. */
export function blocksOf(root: MarkupNode): Block[] {
  const blocks: Block[] = []
  let open: TextBlock | null = null
  const place = (block: Omit<TextBlock, 'words'>): TextBlock => {
    open = { ...block, words: [] }
    blocks.push(open)
    return open
  }
  const walk = (node: MarkupNode, facts: { size: number; depth: number; isBold: boolean; mark?: (() => string) | undefined }): void => {
    const { nodeName: name } = node
    if (name === '#text') {
      const text = (node.value ?? '').replace(/\s+/g, ' ')
      if (text.trim() === '' && (open === null || open.words.length === 0)) return
      const block: TextBlock = open ?? place({ size: facts.size, depth: facts.depth })
      block.words.push({ text, isBold: facts.isBold })
      return
    }
    if (name === 'br') {
      ;(open as TextBlock | null)?.words.push({ text: '\n', isBold: false })
      return
    }
    if (name === 'table') {
      open = null
      const table = tableOf(node)
      if (table.rows.length > 0) blocks.push(table)
      return
    }
    const isBlock = BLOCKS.has(name)
    if (LEVELS[name]) place({ size: SIZES[name]!, depth: facts.depth, level: LEVELS[name] })
    const inner = { ...facts, size: SIZES[name] ?? facts.size, isBold: facts.isBold || BOLD.has(name) }
    if (name === 'ul' || name === 'ol' || name === 'blockquote') inner.depth += 1
    if (name === 'ul') inner.mark = () => '•'
    let number = 0
    if (name === 'ol') inner.mark = () => `${++number}.`
    if (isBlock && !LEVELS[name]) open = null
    if (name === 'li') place({ size: inner.size, depth: inner.depth, ...(facts.mark ? { mark: facts.mark() } : {}) })
    // a paragraph alone in a list's item stays beside its mark
    for (const child of node.childNodes ?? []) {
      if (name === 'li' && child.nodeName === 'p' && open !== null && (open as TextBlock).words.length === 0) {
        for (const part of child.childNodes ?? []) walk(part, inner)
      } else walk(child, inner)
    }
    if (isBlock) open = null
  }
  walk(root, { size: BODY, depth: 0, isBold: false })
  return blocks.filter((block) => 'rows' in block || block.words.some(({ text }) => text.trim() !== ''))
}

/** Rows of cells. `data-chart="bars"`: each row is a bar, its second cell the number. */
function tableOf(table: MarkupNode): TableBlock {
  const rows: TableRow[] = []
  const walk = (node: MarkupNode): void => {
    if (node.nodeName === 'tr') {
      const cells = (node.childNodes ?? []).filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th')
      if (cells.length > 0) rows.push({ cells: cells.map(textOf), isHead: cells.every(({ nodeName }) => nodeName === 'th') })
      return
    }
    for (const child of node.childNodes ?? []) walk(child)
  }
  walk(table)
  return { rows, isChart: table.attrs?.some(({ name, value }) => name === 'data-chart' && value === 'bars') ?? false }
}

function textOf(node: MarkupNode): string {
  if (node.nodeName === '#text') return (node.value ?? '').replace(/\s+/g, ' ')
  return (node.childNodes ?? [])
    .map(textOf)
    .join(node.nodeName === 'td' || node.nodeName === 'th' ? '' : ' ')
    .trim()
}
