/** A picture drawn anew: without what cameras and programs write beside the pixels (EXIF with its place, XMP, IPTC, profiles, comments), and behind their end. */
import sharp from 'sharp'

const QUALITY = 95
/** 40 megapixels. */
const MAX_PIXELS = 40_000_000

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] })

/** Rotates the picture as its EXIF says, because EXIF is left out too. @throws when it is no picture that can be read */
export function copyPicture(bytes: Uint8Array, type: string): Promise<Buffer> {
  const animated = type === 'image/gif' || type === 'image/webp'
  const picture = sharp(bytes, { animated, limitInputPixels: MAX_PIXELS }).autoOrient()
  if (type === 'image/jpeg') return picture.jpeg({ quality: QUALITY }).toBuffer()
  if (type === 'image/png') return picture.png().toBuffer()
  if (type === 'image/gif') return picture.gif().toBuffer()
  return picture.webp({ quality: QUALITY }).toBuffer()
}
