const MAX_PIXELS = 2000
const ENOUGH_BYTES = 400_000
const QUALITY = 0.85
/** Their movement would be lost. */
const KEPT = 'image/gif'

/** A picture as it is sent: at most 2,000 pixels wide and high, turned as the camera says, without what else it says. @returns null when it is no picture */
export async function scalePicture(file: File): Promise<File | null> {
  const read = await createImageBitmap(file).catch(() => null)
  if (!read) return null
  const scale = Math.min(1, MAX_PIXELS / Math.max(read.width, read.height))
  if (file.type === KEPT || (scale === 1 && file.size <= ENOUGH_BYTES && file.type === 'image/png')) return file
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(read.width * scale),
    height: Math.round(read.height * scale),
  })
  canvas.getContext('2d')?.drawImage(read, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
  return blob && new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.webp`, { type: blob.type })
}
