/** Reads a QR code from a picture: by the browser where it can, else by a library that loads when it is needed. */

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}
declare const BarcodeDetector: (new (options: { formats: string[] }) => Detector) & { getSupportedFormats(): Promise<string[]> }

/** Pixels of the longer side that are looked at: enough for a code that fills a third of the picture. */
const MAX_PIXELS = 1280
let detector: Promise<Detector | null> | undefined

/** Loads what reading needs, while there is a connection. */
export async function prepareReader(): Promise<void> {
  detector ??= ownDetector()
  if (!(await detector)) await loadLibrary().catch(() => {})
}

function loadLibrary() {
  return import('jsqr')
}

/** @returns what the code says; null when none is seen */
export async function readCode(source: HTMLVideoElement | ImageBitmap): Promise<string | null> {
  const { width, height } = sizeOf(source)
  if (width === 0 || height === 0) return null
  detector ??= ownDetector()
  const own = await detector
  if (own) return (await own.detect(source))[0]?.rawValue ?? null
  const scale = Math.min(1, MAX_PIXELS / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
  const drawing = canvas.getContext('2d', { willReadFrequently: true })!
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height)
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
  const { default: jsqr } = await loadLibrary()
  return jsqr.default(data, canvas.width, canvas.height)?.data || null
}

function sizeOf(source: HTMLVideoElement | ImageBitmap): { width: number; height: number } {
  return source instanceof ImageBitmap ? source : { width: source.videoWidth, height: source.videoHeight }
}

async function ownDetector(): Promise<Detector | null> {
  if (!('BarcodeDetector' in globalThis)) return null
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
}
