/** The fonts of a batch with the characters that it needs and no others, made once (HarfBuzz): libraries that would subset for each document need not. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installPeers } from '../installPeers.ts'
import { type Family, fontFile, type Sheet } from './sheet.ts'

type SubsetFont = (font: Buffer, text: string, options: { targetFormat: 'truetype' }) => Promise<Buffer>

export async function subsetFonts(sheets: readonly Sheet[]): Promise<Record<Family, Buffer>> {
  const folder = installPeers(['subsetFont'])['subset-font']!
  const subsetFont = createRequire(join(folder, 'package.json'))(folder) as SubsetFont
  const of = (family: Family) => {
    const words = sheets.flatMap((sheet) => sheet.words).filter(({ font }) => font === family)
    return subsetFont(fontFile(family), words.map(({ text }) => text).join(''), { targetFormat: 'truetype' })
  }
  return { sans: await of('sans'), serif: await of('serif') }
}
