/** Rows of a sheet -> drafts of reported awards, all in one transaction. A year that was closed since the check takes none. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { type Batch, LIMITS } from '../batch.ts'
import { rowsIn, type WaitingRow } from './waitingRows.ts'

export async function writeAwards(batch: Batch, context: HandlerContext): Promise<void> {
  await context.lock('import', batch.id)
  const found = await rowsIn<'awards'>(batch.id, 'sound', LIMITS.rows, context)
  const open = new Set((await context.call('data.openYears', {})).map(({ value }) => value))
  const isOpen = ({ answers }: WaitingRow<'awards'>) => open.has(answers?.year)
  const reason = context.text('import.problem.yearClosed')
  for (const row of found) if (!isOpen(row)) await context.rows.save('import.row', row, { state: 'failed', reason })
  await writeDrafts(found.filter(isOpen), batch, context)
}

async function writeDrafts(
  found: readonly WaitingRow<'awards'>[],
  { organisationId, userId }: Batch,
  { rows, db }: HandlerContext,
): Promise<void> {
  if (found.length === 0) return
  const drafts = found.flatMap(({ answers }) => (answers === null ? [] : [{ ...answers, organisationId, authorId: userId }]))
  const ids = await rows.createAll('data.award', drafts)
  const written = await db.selectFrom('data_award').select(['id', 'updatedAt']).where('id', 'in', ids).execute()
  const marks = new Map(written.map(({ id, updatedAt }) => [id, updatedAt]))
  for (const [at, row] of found.entries())
    await rows.save('import.row', row, { state: 'written', reportedId: ids[at]!, mark: marks.get(ids[at]!)! })
}
