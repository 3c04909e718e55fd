/** A picture for a printed sheet, no larger than its place needs: PNG for transparency, else JPEG. */
import { defineDecoder } from '../../core/contracts.ts'
import { openPicture } from './openPicture.ts'

const JPEG_QUALITY = 90

/** Answers how many pixels the picture has as it came, which count for the sheet. */
export default defineDecoder<{ side: number }, number>('platform.picture', async (bytes, { side }) => {
  const { picture, pixels } = await openPicture(bytes)
  const { hasAlpha } = await picture.metadata()
  const sized = picture.rotate().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
  return { value: pixels, bytes: await (hasAlpha ? sized.png() : sized.jpeg({ quality: JPEG_QUALITY })).toBuffer() }
})
