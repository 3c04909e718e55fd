/** A QR code as one filled area; an address in it can also be followed on a screen. */
import { encode } from 'uqr'
import type { FilledElement } from '../../core/print/fillPrint.ts'
import { POINTS } from './points.ts'

/** In modules; the standard asks for four. */
const QUIET_ZONE = 4
const INK = '#000000'
const PAPER = '#ffffff'

export function drawCode(document: PDFKit.PDFDocument, { element, text }: Extract<FilledElement, { kind: 'code' }>): void {
  if (text === '') return
  const { size, data } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  const side = Math.min(element.width, element.height) * POINTS
  const module = side / size
  const x = (element.x + element.width / 2) * POINTS - side / 2
  const y = (element.y + element.height / 2) * POINTS - side / 2
  document.rect(x, y, side, side).fill(element.ground ?? PAPER)
  data.forEach((row, rowAt) => {
    for (let at = 0; at < row.length; at++) {
      if (!row[at]) continue
      const from = at
      while (row[at + 1]) at++
      document.rect(x + from * module, y + rowAt * module, (at - from + 1) * module, module)
    }
  })
  document.fill(element.colour ?? INK)
  if (/^https?:\/\//.test(text)) document.link(x, y, side, side, text)
}
