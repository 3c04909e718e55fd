/** Process of the bench "certificates", the peer: the words, lines and code of the template "minimal" with pdfkit alone, as one would first write it: a document and
 *  its fonts for each certificate. No fitting, no templates, no numbers, no database. Arguments: folder, how many. Prints seconds and the peak of memory. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { sfntOfWoff } from '../../../runtime/server/pdf/sfntOfWoff.ts'

const [folder = '', wanted = '0'] = process.argv.slice(2)
const MM = 72 / 25.4
const fontOf = (family: string) => {
  const at = dirname(fileURLToPath(import.meta.resolve(`@fontsource/noto-${family}-sc/package.json`)))
  return ['latin', 'chinese-simplified'].map((file) =>
    sfntOfWoff(readFileSync(join(at, 'files', `noto-${family}-sc-${file}-400-normal.woff`))),
  )
}
const [sansLatin, sans] = fontOf('sans')
const [serifLatin, serif] = fontOf('serif')
const began = performance.now()
for (let at = 1; at <= Number(wanted); at++) await writeFile(join(folder, `plain-${at}.pdf`), await draw(at))
const seconds = (performance.now() - began) / 1000
console.log(JSON.stringify({ seconds, peakMb: process.resourceUsage().maxRSS / 1024 }))

async function draw(at: number): Promise<Buffer> {
  const serial = `BENCH-2026-${String(at).padStart(6, '0')}-0`
  const document = new PDFDocument({
    pdfVersion: '1.7',
    size: [303 * MM, 216 * MM],
    margin: 0,
    lang: 'zh-CN',
    info: { Title: `获奖者${at} 证书` },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const fonts = { sans, serif, sansLatin, serifLatin }
  for (const [name, bytes] of Object.entries(fonts)) document.registerFont(name, bytes as unknown as ArrayBuffer)
  document.translate(3 * MM, 3 * MM)
  document
    .lineWidth(0.6)
    .rect(14 * MM, 14 * MM, 269 * MM, 182 * MM)
    .stroke('#111111')
  const write = (text: string, [x, y]: readonly [number, number], font: 'sans' | 'serif', size: number) => {
    document.fontSize(size).fillColor('#111111')
    let left = x * MM
    for (const run of text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? []) {
      document.font(/[\x20-\x7e]/.test(run) ? `${font}Latin` : font).text(run, left, y * MM, { lineBreak: false })
      left += document.widthOfString(run)
    }
  }
  write('全国大学生数学建模挑战赛', [28, 29], 'sans', 10)
  write(`证书编号 ${serial}`, [200, 29], 'sans', 9)
  write('证 书', [28, 48], 'serif', 26)
  write(`获奖者${at}`, [28, 74], 'serif', 46)
  document
    .moveTo(28 * MM, 99 * MM)
    .lineTo(269 * MM, 99 * MM)
    .stroke('#111111')
  write(`第${at}大学 在全国大学生数学建模挑战赛中荣获`, [28, 106], 'serif', 16)
  write('一等奖', [28, 118], 'serif', 24)
  write('全国大学生数学建模组委会', [28, 168], 'sans', 12)
  write('2026年11月23日', [28, 178], 'sans', 11)
  const { data, size } = encode(`https://agon.example/share?certificate=${createHash('md5').update(serial).digest('hex').slice(0, 22)}`)
  const unit = (26 * MM) / size
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) document.rect(243 * MM + x * unit, 160 * MM + y * unit, unit, unit)
  document.fill('#111111')
  document.end()
  await once(document, 'end')
  return Buffer.concat(chunks)
}
