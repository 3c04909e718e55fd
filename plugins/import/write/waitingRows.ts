/** Rows of an import in one state, in the order of the sheet. */
import type { FormTypes, HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import type { AwardLine } from '../../ranking/parseTable.ts'

/** What a row stands for, by the type of its import: as the check stores it, and what a merged row had before. */
interface RowTypes {
  awards: { answers: FormTypes['data.award']; before: null }
  results: { answers: AwardLine; before: Partial<AwardLine> }
  registrations: {
    answers: Record<string, unknown>
    before: { answers: Record<string, unknown>; displayName: string; school: string | null }
  }
}
export type RowType = keyof RowTypes
export type WaitingRow<T extends RowType = RowType> = Omit<Row<'import_row'>, 'answers' | 'before'> & {
  answers: RowTypes[T]['answers'] | null
  before: RowTypes[T]['before'] | null
}
type RowState = WaitingRow['state']

export async function rowsIn<T extends RowType>(
  batchId: string,
  state: RowState | readonly RowState[],
  max: number,
  { db }: Pick<HandlerContext, 'db'>,
  numbers?: readonly number[],
): Promise<WaitingRow<T>[]> {
  const query = db
    .selectFrom('import_row')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('state', 'in', [state].flat() as RowState[])
    .$if(numbers !== undefined, (some) => some.where('number', 'in', [...numbers!]))
  return (await query.orderBy('number').limit(max).execute()) as WaitingRow<T>[]
}
