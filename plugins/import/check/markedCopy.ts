/** The sheet once more, its errors coloured, with their words beside the cells and in a first column. What looks like a formula stays a text. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Batch } from '../batch.ts'
import type { Examined, SheetRow } from './Examined.ts'

/** Null when nothing is to be reported. */
export async function markedCopy(
  { columns }: Batch,
  found: readonly { row: SheetRow; examined: Examined }[],
  { files, text, lang }: HandlerContext,
): Promise<Uint8Array | null> {
  if (found.every(({ examined }) => examined.problems.length === 0)) return null
  const width = columns?.length ?? 0
  const heads = (columns ?? []).map(({ title }) => ({ title }))
  return files.workbook({
    sheets: [
      {
        title: text('import.template.sheet')[lang],
        columns: [...heads, { title: text('import.template.problems')[lang] }],
        rows: found.map(({ row, examined: { problems } }) => {
          const marks: Record<number, string> = {}
          for (const { position, message } of problems)
            if (position !== null) marks[position] = marks[position] === undefined ? message[lang] : `${marks[position]}\n${message[lang]}`
          const said = problems.map(({ position, message }) => (position === null ? '' : `${columns?.[position]?.title}: `) + message[lang])
          if (said.length > 0) marks[width] = ''
          return { cells: [...Array.from({ length: width }, (_, at) => row.cells[at] ?? null), said.join('\n') || null], problems: marks }
        }),
      },
    ],
  })
}
