/** Pictures of a printed sheet in the sizes that its places need: PNG for transparency, else JPEG. */
import sharp from 'sharp'
import type { PrintDocument } from '../../core/documents.ts'
import { MM_OF_INCH, PRINTED_DPI } from './points.ts'

const JPEG_QUALITY = 90
const LARGEST_PX = 5000

/** @param given  address -> bytes of any format that the platform takes @returns what could be read */
export async function preparePictures(print: PrintDocument, given: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Buffer>> {
  const side = widestPicture(print)
  const prepared = new Map<string, Buffer>()
  for (const [address, bytes] of given) {
    const picture = sharp(bytes, { limitInputPixels: LARGEST_PX * LARGEST_PX * 4 }).rotate()
    try {
      const { hasAlpha } = await picture.metadata()
      const sized = picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
      prepared.set(address, await (hasAlpha ? sized.png() : sized.jpeg({ quality: JPEG_QUALITY })).toBuffer())
    } catch {
      // a file that is no picture is told as a problem of the sheet
    }
  }
  return prepared
}

/** Pixels of the longest side of any picture, as it is printed. */
function widestPicture({ pages }: PrintDocument): number {
  const sides = pages.flatMap(({ elements }) =>
    elements.flatMap(({ kind, width, height }) => (kind === 'picture' ? [Math.max(width, height)] : [])),
  )
  return Math.min(LARGEST_PX, Math.max(1, Math.ceil((Math.max(0, ...sides) / MM_OF_INCH) * PRINTED_DPI)))
}
