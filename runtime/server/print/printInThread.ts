/** Sheets of one template in a thread of their own. */
import type { PrintedSheet, PrintOrder } from '../../core/contracts.ts'
import type { JsonSchema } from '../../core/documents.ts'
import { runThread } from '../computations/threadTalk.ts'
import type { PdfSigner } from '../pdf/signature/readSigner.ts'

const THREAD = new URL('./print.worker.ts', import.meta.url)
/** A sheet leaves much garbage behind and little else: a larger young generation is memory without use. */
const LIMITS = { maxYoungGenerationSizeMb: 8 }

export interface PrintBatch extends PrintOrder {
  /** Of the form that the template's `data` names. */
  schema: JsonSchema
  /** In pixels: sheets come as PNG of their first sides instead of PDF. */
  pictureWidth?: number
  /** Signs each file. */
  signer?: PdfSigner
}
/** What the thread tells the server. */
export interface PrintQuestions {
  [name: string]: (value: never) => Promise<unknown>
  sheet(sheet: PrintedSheet): Promise<void>
}

/** Sheets come in their order; the next is drawn when `each` has ended. @throws what `each` throws, which ends the batch */
export function printInThread(batch: PrintBatch, each: (sheet: PrintedSheet) => Promise<void>, stop: AbortSignal): Promise<void> {
  const questions: PrintQuestions = { sheet: (sheet) => each({ ...sheet, bytes: Buffer.from(sheet.bytes) }) }
  return runThread(THREAD, batch, questions, stop, LIMITS)
}
