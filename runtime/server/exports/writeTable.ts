/** Rows -> a text file of comma-separated values, page by page. */
import { open } from 'node:fs/promises'
import { writeCsv } from '../../core/studio/csv.ts'
import { plainCell } from './cellValues.ts'
import type { Sheet } from './writeWorkbook.ts'

/** @param onProgress called after each page with the number of rows written so far */
export async function writeTable(path: string, { columns, rows }: Sheet, onProgress: (written: number) => Promise<void>): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(writeCsv([columns.map(({ title }) => title)]))
    let written = 0
    for await (const page of rows) {
      // the byte order mark is at the beginning of the file alone
      if (page.length > 0) await file.write(writeCsv(page.map((row) => columns.map((column) => plainCell(column.value(row))))).slice(1))
      written += page.length
      await onProgress(written)
    }
  } finally {
    await file.close()
  }
}
