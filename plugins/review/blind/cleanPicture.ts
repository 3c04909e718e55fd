/** Pictures without what cameras and programs write beside the pixels: EXIF with its place, XMP, IPTC, comments. */
import sharp from 'sharp'

const QUALITY = 95

/** Rotates the picture as its EXIF says, because EXIF is removed too. @throws when it is no picture that can be read */
export function cleanPicture(bytes: Uint8Array, type: string): Promise<Buffer> {
  const picture = sharp(bytes, { animated: type === 'image/gif' || type === 'image/webp' }).autoOrient()
  if (type === 'image/jpeg') return picture.jpeg({ quality: QUALITY }).toBuffer()
  if (type === 'image/png') return picture.png().toBuffer()
  if (type === 'image/gif') return picture.gif().toBuffer()
  return picture.webp({ quality: QUALITY }).toBuffer()
}
