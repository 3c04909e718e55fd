/** Rows of an import in one state, in the order of the sheet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'

export type WaitingRow = Omit<Row<'import_row'>, 'answers'> & { answers: Record<string, unknown> | null }
export type RowState = WaitingRow['state']

export async function rowsIn(
  batchId: string,
  state: RowState | readonly RowState[],
  most: number,
  { db }: Pick<HandlerContext, 'db'>,
  numbers?: readonly number[],
): Promise<WaitingRow[]> {
  const query = db
    .selectFrom('import_row')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('state', 'in', [state].flat() as RowState[])
    .$if(numbers !== undefined, (some) => some.where('number', 'in', [...numbers!]))
  return (await query.orderBy('number').limit(most).execute()) as WaitingRow[]
}
