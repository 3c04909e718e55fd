/** Sides of a PDF on canvases, drawn by PDF.js in a worker: it runs nothing of the file, and phones have no viewer of their own inside of pages. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'

GlobalWorkerOptions.workerSrc = worker

/** Character maps that Chinese, Japanese and Korean fonts need when a file does not embed them. */
const characterMaps = import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', { query: '?url', import: 'default' })
const CHARACTER_MAPS = '../../node_modules/pdfjs-dist/cmaps/'
/** Shown at first and with each press of the button. */
const SIDES = 10
/** Sharpness of canvases: more costs memory and is not seen. */
const MAX_PIXELS_PER_POINT = 2
/** Of a side that is not in view yet. */
const HIDDEN_WIDTH_PX = 700

/** @param of  the file, or its address. @param label  before the number of the side */
export default function PdfSheets({ of, label }: { of: Uint8Array | string; label: string }): ReactNode {
  const { document, isFailed } = usePdf(of)
  const [shown, setShown] = useState(SIDES)
  if (isFailed) return <p className="ag-pdf__failed">{translate('kernel.pdf.failed')}</p>
  if (document === null) return <div className="ag-pdf__side ag-pdf__side--empty" />
  const count = Math.min(shown, document.numPages)
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a side is its number
        <PdfSheet key={at} document={document} number={at + 1} label={`${label} ${at + 1}`} />
      ))}
      {count < document.numPages && (
        <button type="button" className="ag-button ag-button--default ag-button--medium" onClick={() => setShown(shown + SIDES)}>
          {translate('kernel.pdf.more', { count: document.numPages - count })}
        </button>
      )}
    </>
  )
}

function usePdf(of: Uint8Array | string) {
  const [state, setState] = useState<{ document: PDFDocumentProxy | null; isFailed: boolean }>({ document: null, isFailed: false })
  useEffect(() => {
    const task = getDocument({
      // the worker takes the bytes away
      ...(typeof of === 'string' ? { url: of } : { data: of.slice() }),
      BinaryDataFactory: CharacterMaps,
      cMapUrl: CHARACTER_MAPS,
      enableXfa: false,
      useWorkerFetch: false,
    })
    let isCurrent = true
    task.promise.then(
      (document) => isCurrent && setState({ document, isFailed: false }),
      () => isCurrent && setState({ document: null, isFailed: true }),
    )
    return () => {
      isCurrent = false
      task.destroy().catch(() => undefined)
    }
  }, [of])
  return state
}

class CharacterMaps {
  async fetch({ filename }: { kind: string; filename: string }) {
    const load = characterMaps[CHARACTER_MAPS + filename]
    if (!load) throw new Error(`no character map ${filename}`)
    const reply = await fetch(await load())
    return new Uint8Array(await reply.arrayBuffer())
  }
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
        if (!isCurrent || !canvas.current) return
        const drawing = draw(page, canvas.current)
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

/** As wide as it is shown. */
function draw(page: PDFPageProxy, canvas: HTMLCanvasElement) {
  const scale =
    ((canvas.clientWidth || HIDDEN_WIDTH_PX) / page.getViewport({ scale: 1 }).width) * Math.min(devicePixelRatio, MAX_PIXELS_PER_POINT)
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  return page.render({ canvas, viewport })
}
