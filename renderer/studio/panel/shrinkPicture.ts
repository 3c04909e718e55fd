/** A picture file -> a data address that fits into a form. Drawn anew, so nothing of the file but its pixels gets into the form. */
import { metaSchemas } from '../../../runtime/core/documents/metaSchemas.ts'

/** Longest edge in pixels, and quality: the first pair that is small enough is taken. */
const TRIES = [480, 360, 240, 160].flatMap((edge) => [0.85, 0.7, 0.5].map((quality) => ({ edge, quality })))
const MAX_CHARACTERS = metaSchemas['common.schema.json']?.definitions?.option?.properties?.picture?.maxLength ?? 0

/** @returns null when the browser cannot read the file as a picture */
export async function shrinkPicture(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  for (const { edge, quality } of TRIES) {
    const address = drawn(picture, edge, quality)
    if (address.length <= MAX_CHARACTERS) return address
  }
  return null
}

/** WebP; JPEG on white in browsers that cannot write WebP. */
function drawn(picture: ImageBitmap, edge: number, quality: number): string {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const surface = canvas.getContext('2d')!
  surface.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const webp = canvas.toDataURL('image/webp', quality)
  if (webp.startsWith('data:image/webp')) return webp
  surface.globalCompositeOperation = 'destination-over'
  surface.fillStyle = '#fff'
  surface.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', quality)
}
