/** Process of the bench "certificates", a peer: pdfkit alone, as one would first write it: a document and its fonts for each certificate. No fitting, no templates,
 *  no numbers, no database. */
import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { drawPeer } from './drawPeer.ts'
import { CODE, type Family, FRAME, fontFile, INK, POINTS_PER_MM as MM, PAGE, RULE, type Sheet, type Words } from './sheet.ts'

const FONTS = {
  sans: fontFile('sans'),
  serif: fontFile('serif'),
  sansLatin: fontFile('sans', 'latin'),
  serifLatin: fontFile('serif', 'latin'),
}

await drawPeer('plain', async () => draw)

async function draw({ title, words, address }: Sheet): Promise<Buffer> {
  const document = new PDFDocument({
    pdfVersion: '1.7',
    size: [PAGE.width * MM, PAGE.height * MM],
    margin: 0,
    lang: 'zh-CN',
    info: { Title: title },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const [name, bytes] of Object.entries(FONTS)) document.registerFont(name, bytes as unknown as ArrayBuffer)
  document.translate(PAGE.bleed * MM, PAGE.bleed * MM)
  document
    .lineWidth(FRAME.line)
    .rect(FRAME.x * MM, FRAME.y * MM, FRAME.width * MM, FRAME.height * MM)
    .stroke(INK)
  for (const each of words) write(document, each)
  document
    .moveTo(RULE.x * MM, RULE.y * MM)
    .lineTo((RULE.x + RULE.width) * MM, RULE.y * MM)
    .stroke(INK)
  const { data, size } = encode(address)
  const unit = (CODE.size * MM) / size
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) document.rect(CODE.x * MM + x * unit, CODE.y * MM + y * unit, unit, unit)
  document.fill(INK)
  document.end()
  await once(document, 'end')
  return Buffer.concat(chunks)
}

function write(document: PDFKit.PDFDocument, { text, x, y, font, size }: Words): void {
  document.fontSize(size).fillColor(INK)
  let left = x * MM
  for (const run of text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? []) {
    const name: Family | `${Family}Latin` = /[\x20-\x7e]/.test(run) ? `${font}Latin` : font
    document.font(name).text(run, left, y * MM, { lineBreak: false })
    left += document.widthOfString(run)
  }
}
