/** Process of the bench "certificates", a peer: pdfme's generator with a template, the fonts reduced once for the batch and embedded as they are. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPeers } from '../installPeers.ts'
import { drawPeer } from './drawPeer.ts'
import { CODE, FRAME, INK, PAGE, POINTS_PER_MM, RULE, type Sheet } from './sheet.ts'
import { subsetFonts } from './subsetFonts.ts'

/** The parts of pdfme that are used: it is there only when the bench runs. */
interface Generator {
  generate(request: { template: object; inputs: Record<string, string>[]; options: object; plugins: object }): Promise<Uint8Array>
}
type Schemas = Record<'text' | 'line' | 'rectangle', object> & { barcodes: { qrcode: object } }

const LINE_HEIGHT = 1.5
const folders = installPeers(['pdfme'])
const load = async (name: string) => import(pathToFileURL(join(folders[name]!, 'dist/index.js')).href) as Promise<unknown>
const { generate } = (await load('@pdfme/generator')) as Generator
const { text, line, rectangle, barcodes } = (await load('@pdfme/schemas')) as Schemas
const at = (x: number, y: number) => ({ x: x + PAGE.bleed, y: y + PAGE.bleed })

await drawPeer('pdfme', async (sheets) => {
  const { sans, serif } = await subsetFonts(sheets)
  const font = { sans: { data: sans, fallback: true, subset: false }, serif: { data: serif, subset: false } }
  const template = templateOf(sheets[0]!)
  const plugins = { text, line, rectangle, qrcode: barcodes.qrcode }
  return ({ title, words, address }) => {
    const values = Object.fromEntries(words.map((each, index) => [`text${index}`, each.text]))
    return generate({ template, inputs: [{ ...values, code: address }], options: { font, title, lang: 'zh' }, plugins })
  }
})

/** All sheets have the same places. */
function templateOf({ words }: Sheet): object {
  const texts = words.map(({ x, y, font, size }, index) => ({
    ...{ name: `text${index}`, type: 'text', content: '', position: at(x, y), fontName: font, fontSize: size, fontColor: INK },
    ...{ width: PAGE.width - 2 * PAGE.bleed - x, height: (size * LINE_HEIGHT) / POINTS_PER_MM },
  }))
  const { x, y, width, height, line: borderWidth } = FRAME
  const frame = { name: 'frame', type: 'rectangle', position: at(x, y), width, height, borderColor: INK, color: '', readOnly: true }
  const rule = {
    name: 'rule',
    type: 'line',
    position: at(RULE.x, RULE.y),
    width: RULE.width,
    height: 1 / POINTS_PER_MM,
    color: INK,
    readOnly: true,
  }
  const code = { name: 'code', type: 'qrcode', content: '', position: at(CODE.x, CODE.y), width: CODE.size, height: CODE.size }
  return {
    basePdf: { width: PAGE.width, height: PAGE.height, padding: [0, 0, 0, 0] },
    schemas: [
      [{ ...frame, borderWidth: borderWidth / POINTS_PER_MM }, ...texts, rule, { ...code, backgroundColor: '#ffffff', barColor: INK }],
    ],
  }
}
