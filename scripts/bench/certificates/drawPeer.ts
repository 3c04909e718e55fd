/** What the peers of the bench "certificates" share as processes. Arguments: folder, how many. Prints seconds and the peak of memory. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Sheet, sheetOf } from './sheet.ts'

type Draw = (sheet: Sheet) => Promise<Uint8Array>

/** @param prepare  what is done once for the batch; it counts */
export async function drawPeer(name: string, prepare: (sheets: readonly Sheet[]) => Promise<Draw>): Promise<void> {
  const [folder = '', wanted = '0'] = process.argv.slice(2)
  const sheets = Array.from({ length: Number(wanted) }, (_, at) => sheetOf(at + 1))
  const began = performance.now()
  const draw = await prepare(sheets)
  for (const [at, sheet] of sheets.entries()) await writeFile(join(folder, `${name}-${at + 1}.pdf`), await draw(sheet))
  const seconds = (performance.now() - began) / 1000
  console.log(JSON.stringify({ seconds, peakMb: process.resourceUsage().maxRSS / 1024 }))
}
