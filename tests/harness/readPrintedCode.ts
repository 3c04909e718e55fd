/** What a phone reads from the QR code on the first page of a PDF. */
import jsqr from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Its types name the export as a bundler would find it. */
const readCode = jsqr as unknown as typeof jsqr.default
/** Pixels for each point. */
const SCALE = 3

interface Canvas {
  canvas: never
  context: CanvasRenderingContext2D
}

/** @returns null when none is found */
export async function readPrintedCode(bytes: Uint8Array): Promise<string | null> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const page = await document.getPage(1)
  const viewport = page.getViewport({ scale: SCALE })
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
  const factory = document.canvasFactory as { create(width: number, height: number): Canvas }
  const { canvas, context } = factory.create(width, height)
  await page.render({ canvas, canvasContext: context, viewport }).promise
  const { data } = context.getImageData(0, 0, width, height)
  await task.destroy()
  return readCode(data, width, height)?.data ?? null
}
