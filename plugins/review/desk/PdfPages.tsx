/** Pages of a PDF, drawn on canvases by PDF.js in a worker: works on phones, which have no viewer of their own inside of pages, and runs nothing of the file. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'

GlobalWorkerOptions.workerPort = null
GlobalWorkerOptions.workerSrc = worker

/** Character maps that Chinese, Japanese and Korean fonts need when a file does not embed them. */
const characterMaps = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', { query: '?url', import: 'default' })
const CHARACTER_MAPS = '../../../node_modules/pdfjs-dist/cmaps/'
/** Shown at first and with each press of the button. */
const PAGES = 10
/** Highest resolution: more costs memory and is not visible. */
const MOST_PIXELS_PER_POINT = 2

interface PdfPagesProps {
  address: string
  /** Words. */
  page: string
  failed: string
  more: string
}

export default function PdfPages({ address, page, failed, more }: PdfPagesProps) {
  const { document, isFailed } = usePdf(address)
  const [shown, setShown] = useState(PAGES)
  if (isFailed) return <p className="ag-files__note">{failed}</p>
  if (!document) return <div className="ag-files__page ag-files__page--empty" />
  const count = Math.min(shown, document.numPages)
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  return (
    <>
      {numbers.map((number) => (
        <PdfPage key={number} document={document} number={number} label={`${page} ${number} / ${document.numPages}`} />
      ))}
      {count < document.numPages && (
        <button type="button" className="ag-button ag-button--default ag-button--medium" onClick={() => setShown(shown + PAGES)}>
          {more}
        </button>
      )}
    </>
  )
}

function usePdf(address: string) {
  const [state, setState] = useState<{ document: PDFDocumentProxy | null; isFailed: boolean }>({ document: null, isFailed: false })
  useEffect(() => {
    const task = getDocument({
      url: address,
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
  }, [address])
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

function PdfPage({ document, number, label }: { document: PDFDocumentProxy; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let cancel: (() => void) | null = null
    let isCurrent = true
    document.getPage(number).then(
      (page) => {
        if (isCurrent && canvas.current) cancel = draw(page, canvas.current)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
      cancel?.()
    }
  }, [document, number])
  return <canvas ref={canvas} className="ag-files__page" role="img" aria-label={label} />
}

/** @returns the function that stops it */
function draw(page: PDFPageProxy, canvas: HTMLCanvasElement): () => void {
  const width = canvas.parentElement?.clientWidth ?? canvas.clientWidth
  const scale = (width / page.getViewport({ scale: 1 }).width) * Math.min(devicePixelRatio, MOST_PIXELS_PER_POINT)
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport })
  task.promise.catch(() => undefined)
  return () => task.cancel()
}
