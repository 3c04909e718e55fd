/** The thread of one PDF: writes it and hands its bytes over. */
import { workerData } from 'node:worker_threads'
import { askServer, workInThread } from '../computations/threadTalk.ts'
import type { PdfQuestions } from './createPdfService.ts'
import { type PdfTask, writePdf } from './writePdf.ts'

await workInThread(async () => {
  const bytes = await writePdf(workerData as PdfTask)
  await askServer<PdfQuestions>('result', bytes)
})
