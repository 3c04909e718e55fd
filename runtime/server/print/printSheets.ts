/** Sheets of one template, apart from the server: many in a process, whose memory is free again when it ends, one in a thread, which starts sooner. */
import type { PrintedSheet, PrintOrder } from '../../core/contracts.ts'
import type { JsonSchema } from '../../core/documents.ts'
import { runProcess, runThread } from '../computations/workerTalk.ts'
import type { PdfSigner } from '../pdf/signature/readSigner.ts'

const WORKER = new URL('./print.worker.ts', import.meta.url)
/** A sheet leaves much garbage behind and little else: a larger young generation is memory without use. */
const YOUNG_MB = 8

/** `pictures`: prepared. */
export interface PrintBatch extends PrintOrder {
  /** Of the form that the template's `data` names. */
  schema: JsonSchema
  /** In pixels: sheets come as PNG of their first sides instead of PDF. */
  pictureWidth?: number
  /** Signs each file. */
  signer?: PdfSigner
}
/** What the worker tells the server. */
export interface PrintQuestions {
  [name: string]: (value: never) => Promise<unknown>
  sheet(sheet: PrintedSheet): Promise<void>
}

/** Sheets come in their order; the next is drawn when `each` has ended. @throws what `each` throws, which ends the batch */
export function printSheets(batch: PrintBatch, each: (sheet: PrintedSheet) => Promise<void>, stop: AbortSignal): Promise<void> {
  const questions: PrintQuestions = { sheet: (sheet) => each({ ...sheet, bytes: Buffer.from(sheet.bytes) }) }
  if (batch.sheets.length > 1) return runProcess(WORKER, batch, questions, stop, [`--max-semi-space-size=${YOUNG_MB}`])
  return runThread(WORKER, batch, questions, stop, { maxYoungGenerationSizeMb: YOUNG_MB })
}
