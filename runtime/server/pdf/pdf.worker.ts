/** The thread of one PDF: writes it and hands its bytes over. */
import { askServer, runWork } from '../computations/workerTalk.ts'
import type { PdfQuestions } from './createPdfService.ts'
import { type PdfTask, writePdf } from './writePdf.ts'

await runWork(async (task: PdfTask) => {
  const bytes = await writePdf(task)
  await askServer<PdfQuestions>('result', bytes)
})
