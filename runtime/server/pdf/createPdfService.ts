/** Writes documents as PDF, each in a thread of its own, few at the same time. Refuses immediately when the queue is full. */
import { createHash } from 'node:crypto'
import type { PdfDocument, PdfService, PictureOrder, PrintedSheet, PrintOrder } from '../../core/contracts.ts'
import type { JsonSchema } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { runThread } from '../computations/workerTalk.ts'
import { printSheets } from '../print/printSheets.ts'
import { createTurns } from './createTurns.ts'
import type { PdfSigner } from './signature/readSigner.ts'
import type { PdfTask } from './writePdf.ts'

const THREAD = new URL('./pdf.worker.ts', import.meta.url)
/** Threads that write at the same time. */
const MOST_RUNNING = 2
/** Documents that wait. */
const MOST_WAITING = 30
const MOST_PAGES = 60
const MOST_CHARACTERS = 200_000
/** Pictures that are kept, oldest first out; some 50 kB each. */
const MOST_PICTURES = 200
const BEGINNING = new Date(0).toISOString()

/** What the thread tells the server. */
export interface PdfQuestions {
  [name: string]: (value: never) => Promise<unknown>
  result(bytes: Uint8Array): Promise<void>
}

/** @param signer  of the operator; null: PDFs are not signed */
export function createPdfService(platform: () => Platform, signer: PdfSigner | null = null): PdfService & { stop(): void } {
  const stopped = new AbortController()
  const inTurn = createTurns(MOST_RUNNING, MOST_WAITING)
  // fonts and many sheets take some 100 MB, in a process that ends with them: one at a time, and single sheets never wait for two
  const batchInTurn = createTurns(1, MOST_WAITING)
  const kept = new Map<string, Promise<Buffer>>()
  const drawPicture = async ({ values, ...order }: PictureOrder, pictureWidth: number): Promise<Buffer> => {
    const schema = platform().get('form', order.print.data).schema as JsonSchema
    let picture: Buffer | undefined
    const keep = async ({ bytes }: PrintedSheet): Promise<void> => {
      picture = bytes
    }
    const sheets = [{ values, createdAt: BEGINNING }]
    await inTurn(() => printSheets({ ...order, schema, sheets, pictureWidth }, keep, stopped.signal))
    return picture!
  }
  return {
    async write(document: PdfDocument) {
      if (document.html.length > MOST_CHARACTERS) throw new AgonError('PDF_TOO_LONG', { max: MOST_PAGES })
      return inTurn(() => writeInThread({ ...document, maxPages: MOST_PAGES }, stopped.signal))
    },
    async print({ sign, ...order }: PrintOrder, each) {
      const schema = platform().get('form', order.print.data).schema as JsonSchema
      const batch = { ...order, schema, ...(sign && signer && { signer }) }
      const draw = () => inTurn(() => printSheets(batch, each, stopped.signal))
      await (order.sheets.length > 1 ? batchInTurn(draw) : draw())
    },
    picture(order: PictureOrder, width: number) {
      const key = createHash('sha256')
        .update(JSON.stringify([order.print, order.lang, order.values, [...order.pictures.keys()], width]))
        .digest('hex')
      const known = kept.get(key)
      if (known) return known
      const drawn = drawPicture(order, width)
      kept.set(key, drawn)
      drawn.catch(() => kept.delete(key))
      if (kept.size > MOST_PICTURES) kept.delete(kept.keys().next().value!)
      return drawn
    },
    stop: () => stopped.abort(),
  }
}

/** @throws PDF_TOO_LONG */
async function writeInThread(task: PdfTask, signal: AbortSignal): Promise<Buffer> {
  let bytes: Uint8Array | undefined
  const questions: PdfQuestions = {
    result: async (written: Uint8Array) => {
      bytes = written
    },
  }
  await runThread(THREAD, task, questions, signal)
  return Buffer.from(bytes!)
}
