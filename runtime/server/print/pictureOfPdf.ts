/** The first side of a PDF -> PNG, drawn by PDF.js as browsers show it. Runs in a thread. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Drawing {
  canvas: Canvas
  context: SKRSContext2D
}

/** @param width  in pixels */
export async function pictureOfPdf(bytes: Uint8Array, width: number): Promise<Buffer> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const page = await document.getPage(1)
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  // its own factory makes canvases of @napi-rs/canvas
  const { canvas, context } = (document.canvasFactory as { create(width: number, height: number): Drawing }).create(
    width,
    Math.round(viewport.height),
  )
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise
  const picture = await canvas.encode('png')
  await task.destroy()
  return picture
}
