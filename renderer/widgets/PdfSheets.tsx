/** Sides of a PDF on canvases, drawn by PDF.js in a worker: it runs nothing of the file, and phones have no viewer of their own inside of pages. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type ReactNode, useEffect, useRef, useState } from 'react'

GlobalWorkerOptions.workerSrc = worker
/** Wider than it is shown: letters stay sharp. */
const WIDTH_PX = 1400

/** @param label  before the number of the side */
export default function PdfSheets({ pdf, label }: { pdf: Uint8Array; label: string }): ReactNode {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  useEffect(() => {
    // the worker takes the bytes away
    const task = getDocument({ data: pdf.slice(), enableXfa: false, useWorkerFetch: false })
    let isCurrent = true
    task.promise.then(
      (opened) => isCurrent && setDocument(opened),
      () => isCurrent && setDocument(null),
    )
    return () => {
      isCurrent = false
      task.destroy().catch(() => undefined)
    }
  }, [pdf])
  if (document === null) return <div className="ag-pdf__side" />
  return Array.from({ length: document.numPages }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a side is its number
    <PdfSheet key={at} document={document} number={at + 1} label={`${label} ${at + 1}`} />
  ))
}

function PdfSheet({ document, number, label }: { document: PDFDocumentProxy; number: number; label: string }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let cancel: (() => void) | null = null
    let isCurrent = true
    document
      .getPage(number)
      .then(async (page) => {
        const surface = canvas.current
        if (!isCurrent || !surface) return
        const viewport = page.getViewport({ scale: WIDTH_PX / page.getViewport({ scale: 1 }).width })
        surface.width = viewport.width
        surface.height = viewport.height
        const drawing = page.render({ canvas: surface, viewport })
        cancel = () => drawing.cancel()
        await drawing.promise
        if (isCurrent) setDrawn(true)
      })
      .catch(() => undefined)
    return () => {
      isCurrent = false
      cancel?.()
    }
  }, [document, number])
  return <canvas ref={canvas} className="ag-pdf__side" role="img" aria-label={label} data-drawn={isDrawn} />
}
