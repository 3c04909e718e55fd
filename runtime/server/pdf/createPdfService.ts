/** Writes documents as PDF, each in a thread of its own, few at the same time. Each person has one that is written and two that wait; pictures that everyone may see have a
 *  place of their own. Refuses immediately when the queue is full, and ends a thread that takes too long. */
import { createHash } from 'node:crypto'
import type { PdfDocument, PdfService, PictureOrder, PrintedSheet, PrintOrder } from '../../core/contracts.ts'
import type { JsonSchema } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { createTurns, EACH_PERSON, type InTurn } from '../computations/createTurns.ts'
import { endsIn } from '../computations/endsIn.ts'
import { runThread } from '../computations/workerTalk.ts'
import type { DecodersService } from '../decoding/createDecoders.ts'
import { preparePictures } from '../print/preparePictures.ts'
import { type PrintBatch, printSheets } from '../print/printSheets.ts'
import type { CallScope } from '../serverContext.ts'
import type { PdfSigner } from './signature/readSigner.ts'
import type { PdfTask } from './writePdf.ts'

const THREAD = new URL('./pdf.worker.ts', import.meta.url)
/** Threads that write at the same time, and documents that wait. */
const ALL = { running: 2, waiting: 30 }
/** Fonts and many sheets take some 100 MB, in a process that ends with them: one at a time, and single sheets never wait for two. */
const BATCHES = { running: 1, waiting: 30 }
/** Pictures that visitors ask for: no one's preview waits for them, and they wait for no preview. */
const PUBLIC = { running: 1, waiting: 30 }
/** A sheet, or a document of several pages. */
const MAX_SECONDS = 20
const MAX_PAGES = 60
const MAX_CHARACTERS = 200_000
/** Pictures that are kept, oldest first out; some 50 kB each. */
const MAX_PICTURES = 200
const BEGINNING = new Date(0).toISOString()
const EVERYONE = 'everyone'

/** What the thread tells the server. */
export interface PdfQuestions {
  [name: string]: (value: never) => Promise<unknown>
  result(bytes: Uint8Array): Promise<void>
}
export interface PdfsService {
  bind(scope: Pick<CallScope, 'whose' | 'assertFree'>): PdfService
  /** Ends what is written. */
  stop(): void
}
export interface PdfParts {
  platform: () => Platform
  decoders: Pick<DecodersService, 'run'>
  /** Of the operator; null: PDFs are not signed. */
  signer?: PdfSigner | null
  /** That a sheet has. */
  seconds?: number
}

export function createPdfService(parts: PdfParts): PdfsService {
  const { platform, decoders, signer } = parts
  const stopped = new AbortController()
  const inTurn = createTurns('a PDF', ALL, EACH_PERSON)
  const batchInTurn = createTurns('a PDF', BATCHES)
  const publicInTurn = createTurns('a picture', PUBLIC)
  const limit = () => {
    const seconds = parts.seconds ?? MAX_SECONDS
    return endsIn(seconds, new AgonError('PDF_TOO_SLOW', { seconds }), stopped.signal)
  }
  const schemaOf = ({ data }: PrintOrder['print']) => platform().get('form', data).schema as JsonSchema
  const draw = async (turn: InTurn, whose: string, batch: PrintBatch, each: (sheet: PrintedSheet) => Promise<void>): Promise<void> => {
    await turn(whose, async () => {
      const pictures = await preparePictures(batch, whose, decoders)
      await drawInTime({ ...batch, pictures }, each, limit())
    })
  }
  const drawPicture = async ({ values, ...order }: PictureOrder, pictureWidth: number): Promise<Buffer> => {
    let picture: Buffer | undefined
    const sheets = [{ values, createdAt: BEGINNING }]
    await draw(publicInTurn, EVERYONE, { ...order, schema: schemaOf(order.print), sheets, pictureWidth }, async ({ bytes }) => {
      picture = bytes
    })
    return picture!
  }
  const picture = keptPictures(drawPicture)
  return {
    bind: ({ whose = EVERYONE, assertFree }) => ({
      async write(document: PdfDocument) {
        assertFree?.('a PDF')
        if (document.html.length > MAX_CHARACTERS) throw new AgonError('PDF_TOO_LONG', { max: MAX_PAGES })
        return inTurn(whose, () => writeInThread({ ...document, maxPages: MAX_PAGES }, limit()))
      },
      async print({ sign, ...order }: PrintOrder, each) {
        assertFree?.('a PDF')
        const batch = { ...order, schema: schemaOf(order.print), ...(sign && signer && { signer }) }
        await draw(order.sheets.length > 1 ? batchInTurn : inTurn, whose, batch, each)
      },
      async picture(order: PictureOrder, width: number) {
        assertFree?.('a picture')
        return picture(order, width)
      },
    }),
    stop: () => stopped.abort(),
  }
}

/** Each sheet has its time; what keeps it counts with the next. */
async function drawInTime(
  batch: PrintBatch,
  each: (sheet: PrintedSheet) => Promise<void>,
  { signal, again, clear }: ReturnType<typeof endsIn>,
): Promise<void> {
  const next = async (sheet: PrintedSheet) => {
    clear()
    await each(sheet)
    again()
  }
  await printSheets(batch, next, signal).finally(clear)
}

/** The same picture is drawn once. */
function keptPictures(draw: (order: PictureOrder, width: number) => Promise<Buffer>): PdfService['picture'] {
  const kept = new Map<string, Promise<Buffer>>()
  return (order, width) => {
    const key = createHash('sha256')
      .update(JSON.stringify([order.print, order.lang, order.values, [...order.pictures.keys()], width]))
      .digest('hex')
    const known = kept.get(key)
    if (known) return known
    const drawn = draw(order, width)
    kept.set(key, drawn)
    drawn.catch(() => kept.delete(key))
    if (kept.size > MAX_PICTURES) kept.delete(kept.keys().next().value!)
    return drawn
  }
}

/** @throws PDF_TOO_LONG, PDF_TOO_SLOW */
async function writeInThread(task: PdfTask, { signal, clear }: ReturnType<typeof endsIn>): Promise<Buffer> {
  let bytes: Uint8Array | undefined
  const questions: PdfQuestions = {
    result: async (written: Uint8Array) => {
      bytes = written
    },
  }
  await runThread(THREAD, task, questions, signal).finally(clear)
  return Buffer.from(bytes!)
}
