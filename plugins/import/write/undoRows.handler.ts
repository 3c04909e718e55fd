/** The job that undoes an import, row by row: what it made goes, what it corrected is as before. What was changed or used since stays, and the row says why. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { importType } from '../../generated/enums.ts'
import { type Batch, readBatch } from '../batch.ts'
import { undoAward } from './undoAward.ts'
import { undoRegistration } from './undoRegistration.ts'
import { createResultUndo } from './undoResult.ts'
import { type RowType, rowsIn, type WaitingRow } from './waitingRows.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'import.undoRows': { id: string }
  }
}

/** Why something stays; null: it is undone. */
export type Left = 'changed' | 'gone' | 'used' | 'locked' | 'submitted' | null

const TOGETHER = 25

export default defineHandler(
  'import.undoRows',
  async ({ id }, context) => {
    const batch = await readBatch(id, context)
    if (batch.state !== 'undoing') return { id }
    for (let done = 0; ; done += TOGETHER) {
      if (!(await context.jobs.write((inner) => undoSome(batch, inner)))) break
      await context.jobs.progress({ done: Math.min(0.99, done / Math.max(1, batch.written + batch.merged)) })
    }
    await context.jobs.write((inner) => finish(id, inner))
    return { id }
  },
  { waits: 'worker' },
)

/** @returns whether there was something to undo */
async function undoSome(batch: Batch, context: HandlerContext): Promise<boolean> {
  await context.lock('import', batch.id)
  if (batch.type === importType.awards) return undoEach<'awards'>(batch, undoAward, context)
  if (batch.type === importType.results) return undoEach<'results'>(batch, await createResultUndo(batch, context), context)
  return undoEach<'registrations'>(batch, undoRegistration, context)
}

async function undoEach<T extends RowType>(
  { id }: Batch,
  undo: (row: WaitingRow<T>, context: HandlerContext) => Promise<Left>,
  context: HandlerContext,
): Promise<boolean> {
  const rows = await rowsIn<T>(id, ['written', 'merged'], TOGETHER, context)
  for (const row of inOrder(rows)) {
    const left = await undo(row, context)
    const reason = left === null ? null : context.text(`import.left.${left}`)
    await context.rows.save('import.row', row, { state: left === null ? 'undone' : 'kept', reason })
  }
  return rows.length > 0
}

/** In which everyone locks registrations. */
function inOrder<R extends { registrationId: string | null }>(rows: readonly R[]): R[] {
  return rows.toSorted((one, other) => Number(one.registrationId ?? 0) - Number(other.registrationId ?? 0))
}

async function finish(id: string, context: HandlerContext): Promise<void> {
  await context.lock('import', id)
  if ((await readBatch(id, context)).state !== 'undoing') return
  const count = async (state: 'undone' | 'kept') =>
    Number(
      (
        await context.db
          .selectFrom('import_row')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('batchId', '=', id)
          .where('state', '=', state)
          .executeTakeFirstOrThrow()
      ).count,
    )
  await context.rows.transition('import.life', 'undone', id)
  await context.rows.save('import.batch', { id }, { undone: await count('undone'), kept: await count('kept') })
}
