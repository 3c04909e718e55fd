/** The worker of a batch: draws one sheet after the other and hands each over before the next. */
import { createHash } from 'node:crypto'
import { askServer, runWork } from '../computations/workerTalk.ts'
import { drawPrint } from './drawPrint.ts'
import type { PrintBatch, PrintQuestions } from './printSheets.ts'

await runWork(async ({ sheets, pictures, pictureWidth, ...common }: PrintBatch) => {
  const prepared = new Map([...pictures].map(([address, bytes]) => [address, Buffer.from(bytes)]))
  for (const [index, { values, createdAt }] of sheets.entries()) {
    const { bytes, heading, problems } = await drawPrint({ ...common, values, createdAt, pictures: prepared, signedAt: new Date() })
    const hash = createHash('sha256').update(bytes).digest('hex')
    const drawn = pictureWidth === undefined ? bytes : await (await import('./pictureOfPdf.ts')).pictureOfPdf(bytes, pictureWidth)
    await askServer<PrintQuestions>('sheet', { index, bytes: drawn, heading, hash, problems })
  }
})
