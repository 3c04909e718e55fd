/** One import, as its handlers read it. Who uploaded the sheet alone does something with it: the calls require `import.own`. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import type { Column } from './columns/proposeColumns.ts'

export type Batch = Omit<Row<'import_batch'>, 'columns'> & { columns: Column[] | null }

export const LIMITS = { rows: 5000, columns: 200, cell: 5000 } as const

/** @throws NOT_FOUND */
export async function readBatch(id: string, { rows }: Pick<HandlerContext, 'rows'>, how: { lock?: boolean } = {}): Promise<Batch> {
  return (await rows.get('import.batch', id, how)) as Batch
}

/** A, B, ... of a column. */
export function columnLetter(at: number): string {
  return (at < 26 ? '' : columnLetter(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
}
