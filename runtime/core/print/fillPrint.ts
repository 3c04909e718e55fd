/** A printed sheet and values -> what stands on its sides, and which values are missing. Both the canvas and the PDF are made from it. */
import type { JsonSchema, LocalText, PrintDocument, PrintElement } from '../documents.ts'
import type { Lang } from '../platform.ts'
import { parsePrintText } from './printText.ts'
import { printSchemaAt, printValueAt, printWords } from './printValues.ts'

export interface PrintRun {
  text: string
  isBold: boolean
}
type Of<K extends PrintElement['kind']> = Extract<PrintElement, { kind: K }>
/** An element with its values: `layer` is its place in the list of the side. */
export type FilledElement = { layer: number } & (
  | { kind: 'text'; element: Of<'text'>; runs: PrintRun[] }
  | { kind: 'picture'; element: Of<'picture'>; address: string }
  | { kind: 'code'; element: Of<'code'>; text: string }
  | { kind: 'table'; element: Of<'table'>; head: string[] | null; rows: string[][] }
  | { kind: 'shape'; element: Of<'box' | 'line' | 'frame' | 'path'> }
)
/** What is wrong with one sheet. `details`: names of values, characters, or the words that do not fit or lie over each other. */
export interface PrintProblem {
  code: 'missing' | 'overflow' | 'overlap' | 'glyph' | 'picture'
  page: number
  layer: number
  details: string
}
export interface FilledPrint {
  heading: string
  pages: { ground: string | null; elements: FilledElement[] }[]
  problems: PrintProblem[]
}
export interface PrintInput {
  print: PrintDocument
  /** Of the form that `data` names. */
  schema: JsonSchema
  lang: Lang
  values: Readonly<Record<string, unknown>>
}

export function fillPrint(input: PrintInput): FilledPrint {
  const { print, lang } = input
  const problems: PrintProblem[] = []
  const pages = print.pages.map(({ ground, elements }, page) => ({
    ground: ground ?? null,
    elements: elements.flatMap((element, layer) => {
      if (element.hidden || (element.lang !== undefined && element.lang !== lang)) return []
      const { filled, missing } = fill(element, layer, input)
      if (missing.length === 0) return filled === null ? [] : [filled]
      const rule = 'missing' in element ? element.missing : 'problem'
      if (rule === 'hide') return []
      if (rule !== 'blank') problems.push({ code: 'missing', page, layer, details: missing.join(', ') })
      return filled === null ? [] : [filled]
    }),
  }))
  const heading = wordsOf(print.heading, input).runs
  return { heading: heading.map(({ text }) => text).join(''), pages, problems }
}

interface Filled {
  /** Null: nothing to draw. */
  filled: FilledElement | null
  /** Names of values that are empty. */
  missing: string[]
}

function fill(element: PrintElement, layer: number, input: PrintInput): Filled {
  if (element.kind === 'text') {
    const { runs, missing } = wordsOf(element.text, input)
    return { filled: { kind: 'text', layer, element, runs }, missing }
  }
  if (element.kind === 'code') {
    const { runs, missing } = wordsOf(element.text, input)
    return { filled: { kind: 'code', layer, element, text: runs.map(({ text }) => text).join('') }, missing }
  }
  if (element.kind === 'picture') return fillPicture(element, layer, input)
  if (element.kind === 'table') return fillTable(element, layer, input)
  return { filled: { kind: 'shape', layer, element }, missing: [] }
}

function fillPicture(element: Of<'picture'>, layer: number, { values }: PrintInput): Filled {
  const value = element.value === undefined ? undefined : printValueAt(values, element.value)
  const address = typeof value === 'string' && value !== '' ? value : element.picture
  if (address !== undefined) return { filled: { kind: 'picture', layer, element, address }, missing: [] }
  return { filled: null, missing: element.value === undefined ? [] : [element.value] }
}

function fillTable(element: Of<'table'>, layer: number, { values, schema, lang }: PrintInput): Filled {
  const found = printValueAt(values, element.rows)
  const rows = (Array.isArray(found) ? found : []) as Record<string, unknown>[]
  const items = (printSchemaAt(schema, element.rows)?.items ?? {}) as JsonSchema
  const cells = rows.map((row) =>
    element.columns.map(({ value }) => printWords(printValueAt(row, value), printSchemaAt(items, value) ?? {}, lang)),
  )
  const hasHead = element.columns.some(({ title }) => title !== undefined)
  const head = hasHead ? element.columns.map(({ title }) => title?.[lang] ?? '') : null
  return { filled: { kind: 'table', layer, element, head, rows: cells }, missing: rows.length === 0 ? [element.rows] : [] }
}

function wordsOf(text: LocalText, { values, schema, lang }: PrintInput): { runs: PrintRun[]; missing: string[] } {
  const missing: string[] = []
  const runs = parsePrintText(text[lang]).map((part): PrintRun => {
    if ('text' in part) return part
    const words = printWords(printValueAt(values, part.place), printSchemaAt(schema, part.place) ?? {}, lang, part.format)
    if (words === '') missing.push(part.place)
    return { text: words, isBold: part.isBold }
  })
  return { runs, missing }
}
