/** Process of the bench "certificates", a peer: pdf-lib alone, with the fonts reduced once for the batch and embedded as they are. */
import { PDFDocument, type PDFFont, rgb } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'
import { encode } from 'uqr'
import { drawPeer } from './drawPeer.ts'
import { CODE, type Family, FRAME, POINTS_PER_MM as MM, PAGE, RULE, type Sheet } from './sheet.ts'
import { subsetFonts } from './subsetFonts.ts'

const INK = rgb(0x11 / 0xff, 0x11 / 0xff, 0x11 / 0xff)
const left = (x: number) => (x + PAGE.bleed) * MM
/** The library counts from the bottom. */
const top = (y: number) => (PAGE.height - PAGE.bleed - y) * MM

await drawPeer('pdfLib', async (sheets) => {
  const fonts = await subsetFonts(sheets)
  return (sheet) => draw(sheet, fonts)
})

async function draw({ title, words, address }: Sheet, fonts: Record<Family, Buffer>): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit as never)
  document.setTitle(title)
  document.setLanguage('zh-CN')
  const embedded: Record<Family, PDFFont> = { sans: await document.embedFont(fonts.sans), serif: await document.embedFont(fonts.serif) }
  const page = document.addPage([PAGE.width * MM, PAGE.height * MM])
  page.drawRectangle({
    ...{ x: left(FRAME.x), y: top(FRAME.y + FRAME.height), width: FRAME.width * MM, height: FRAME.height * MM },
    ...{ borderColor: INK, borderWidth: FRAME.line },
  })
  for (const { text, x, y, font, size } of words) {
    const baseline = top(y) - embedded[font].heightAtSize(size, { descender: false })
    page.drawText(text, { x: left(x), y: baseline, font: embedded[font], size, color: INK })
  }
  page.drawLine({ start: { x: left(RULE.x), y: top(RULE.y) }, end: { x: left(RULE.x + RULE.width), y: top(RULE.y) }, color: INK })
  page.drawSvgPath(pathOf(address), { x: left(CODE.x), y: top(CODE.y), color: INK })
  return document.save()
}

/** One path of squares. */
function pathOf(address: string): string {
  const { data, size } = encode(address)
  const unit = (CODE.size * MM) / size
  const square = (x: number, y: number) => `M${x * unit} ${y * unit}h${unit}v${unit}h${-unit}z`
  return data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? square(x, y) : []))).join('')
}
