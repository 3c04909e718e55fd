/** Writes documents as PDF, each in a thread of its own, few at the same time. Refuses immediately when the queue is full. */
import type { PdfDocument, PdfService, PrintOrder } from '../../core/contracts.ts'
import type { JsonSchema } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { runThread } from '../computations/threadTalk.ts'
import { printInThread } from '../print/printInThread.ts'
import type { PdfTask } from './writePdf.ts'

const THREAD = new URL('./pdf.worker.ts', import.meta.url)
/** Threads that write at the same time. */
const MOST_RUNNING = 2
/** Documents that wait. */
const MOST_WAITING = 30
const MOST_PAGES = 60
const MOST_CHARACTERS = 200_000

/** What the thread tells the server. */
export interface PdfQuestions {
  [name: string]: (value: never) => Promise<unknown>
  result(bytes: Uint8Array): Promise<void>
}

export function createPdfService(platform: () => Platform): PdfService & { stop(): void } {
  const stopped = new AbortController()
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async (): Promise<void> => {
    if (running < MOST_RUNNING) {
      running += 1
      return
    }
    if (waiting.length >= MOST_WAITING) throw new AgonError('BUSY', { what: 'a PDF' })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  // a place goes from one to the next
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return {
    async write(document: PdfDocument) {
      if (document.html.length > MOST_CHARACTERS) throw new AgonError('PDF_TOO_LONG', { max: MOST_PAGES })
      await enter()
      try {
        return await writeInThread({ ...document, maxPages: MOST_PAGES }, stopped.signal)
      } finally {
        leave()
      }
    },
    async print(order: PrintOrder, each) {
      const schema = platform().get('form', order.print.data).schema as JsonSchema
      await enter()
      try {
        await printInThread({ ...order, schema }, each, stopped.signal)
      } finally {
        leave()
      }
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
