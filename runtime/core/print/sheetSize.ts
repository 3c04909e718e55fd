/** Sizes of sheets in millimetres: of paper (ISO 216), and of a picture for sharing (1.91 : 1). */
import type { PrintDocument } from '../documents.ts'

const PORTRAIT: Readonly<Record<PrintDocument['sheet']['size'], readonly [width: number, height: number]>> = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  card: [157.5, 300],
}

/** Of the cut sheet, without bleed. */
export function sheetSize({ size, orientation }: PrintDocument['sheet']): { width: number; height: number } {
  const [short, long] = PORTRAIT[size]
  return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short }
}
