/** Elements as they are added to a sheet: complete and in the middle. The caller gives the text that people read. */
import type { LocalText, PrintElement } from '../../documents.ts'
import { type Area, roundMm } from './arrange.ts'

export const ADDED_KINDS = ['text', 'picture', 'code', 'table', 'box', 'line', 'frame'] as const
export type AddedKind = (typeof ADDED_KINDS)[number]

const SIZES: Readonly<Record<AddedKind, readonly [width: number, height: number]>> = {
  text: [120, 14],
  picture: [40, 40],
  code: [26, 26],
  table: [160, 60],
  box: [80, 40],
  line: [80, 0],
  frame: [180, 120],
}
const INK = '#1a1a1a'

/** @param rows  the first list of the values with its first two columns; without one a table cannot be added */
export function newElement(
  kind: AddedKind,
  sheet: Area,
  words: LocalText,
  rows: { name: string; columns: readonly { value: string; title: LocalText }[] } | null,
): PrintElement | null {
  const [width, height] = SIZES[kind].map((size, at) => Math.min(size, at === 0 ? sheet.width : sheet.height)) as [number, number]
  const place = { x: roundMm((sheet.width - width) / 2), y: roundMm((sheet.height - height) / 2), width, height }
  switch (kind) {
    case 'text':
      return { kind, ...place, text: words, font: 'serif', size: 18, colour: INK, align: 'centre', vertical: 'middle', overflow: 'wrap' }
    case 'picture':
      return { kind, ...place, missing: 'hide' }
    case 'code':
      return { kind, ...place, text: words }
    case 'table':
      if (rows === null) return null
      return {
        ...{ kind, ...place, rows: rows.name, font: 'serif', size: 11, stroke: '#cccccc', rowHeight: 9 },
        columns: rows.columns.map(({ value, title }) => ({ value, title, width: 30 })),
      }
    case 'box':
      return { kind, ...place, stroke: INK, thickness: 0.75 }
    case 'line':
      return { kind, ...place, stroke: INK, thickness: 0.75 }
    case 'frame':
      return { kind, ...place, style: 'double', stroke: INK, thickness: 1 }
  }
}
