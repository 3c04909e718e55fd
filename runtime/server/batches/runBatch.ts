/** The job of a batch: makes its call for one row after another, each in a transaction of its own together with what became of the row. So a process that is
 *  killed loses nothing and repeats nothing, and a refusal concerns one row alone. */
import { sql } from 'kysely'
import type { JobProgress } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { compileValue } from '../calls/compileValue.ts'
import { tellWritten } from '../calls/tellWritten.ts'
import { inTransaction } from '../calls/transaction.ts'
import { errorFromPostgres } from '../database/errorFromPostgres.ts'
import { failureOf } from '../wire/envelope.ts'
import type { Matching } from './batchCall.ts'

const CHUNK = 200
/** A refusal of the moment: the job is tried again, from this row on. */
const MAY_PASS: ReadonlySet<string> = new Set(['BUSY', 'FILES_UNAVAILABLE', 'TOO_LONG'])

interface Batch {
  id: string
  call: string
  input: Record<string, unknown>
  count: number
  undoes: string | null
}
type RowState = 'done' | 'skipped' | 'refused'
interface Outcome {
  state: RowState
  reason: { zh: string; en: string } | null
}

/** @param makeRun  for each row: its own moment. @returns what the call answers, added up */
export async function runBatch(
  batchId: string,
  makeRun: () => CallRun,
  progress: (state: JobProgress) => Promise<void>,
): Promise<Record<string, unknown>> {
  const { db } = makeRun()
  const batch = (await db.selectFrom('platform_batch').selectAll().where('id', '=', batchId).executeTakeFirst()) as unknown as
    | Batch
    | undefined
  if (!batch) throw new AgonError('NOT_FOUND', { entity: 'platform.batch', id: batchId })
  const waiting = db.selectFrom('platform_batchRow').select(['id', 'rowId']).where('batchId', '=', batchId).where('state', '=', 'waiting')
  let left = batch.count
  for (;;) {
    const rows = await waiting.orderBy('id').limit(CHUNK).execute()
    if (rows.length === 0) break
    if (left === batch.count) left = await countWaiting(makeRun(), batchId)
    for (const { id, rowId } of rows) {
      await runRow(makeRun(), batch, { id: String(id), rowId: String(rowId) })
      await progress({ done: (batch.count - --left) / batch.count })
    }
  }
  return finish(makeRun(), batch)
}

async function countWaiting({ db }: CallRun, batchId: string): Promise<number> {
  const { rows } = await sql<{ left: string }>`
    SELECT count(*) AS left FROM "platform_batchRow" WHERE "batchId" = ${batchId}::bigint AND state = 'waiting'`.execute(db)
  return Number(rows[0]!.left)
}

async function runRow(run: CallRun, batch: Batch, row: { id: string; rowId: string }): Promise<void> {
  const matching = run.set.get(batch.call).document.matching!
  try {
    await inTransaction(run.pool, async (transaction) => {
      const inside = run.with({ transaction })
      const answer = await ask(inside, batch, matching, row.rowId)
      await tellWritten(inside, transaction)
      await keep(inside, row.id, { state: isDone(batch, matching, answer) ? 'done' : 'skipped', reason: null })
    })
  } catch (error) {
    const failure = error instanceof AgonError ? error : errorFromPostgres(error, run.set.tables)
    if (!failure || MAY_PASS.has(failure.code)) throw error
    const words = (lang: 'zh' | 'en') => failureOf(failure, lang, run.set.platform).message
    await keep(run, row.id, { state: 'refused', reason: { zh: words('zh'), en: words('en') } })
  }
}

function ask(run: CallRun, { call, input, undoes }: Batch, { ids, undo }: Matching, rowId: string): Promise<unknown> {
  if (undoes !== null && undo !== undefined)
    return run.set.runInside(run, undo.call, compileValue(undo.input)({ ...run.scope(input), item: rowId }) as Record<string, unknown>)
  return run.set.runInside(run, call, { ...input, [ids]: [rowId] })
}

/** The call answers how many rows it changed: this one, or none. */
function isDone({ undoes }: Batch, { done }: Matching, answer: unknown): boolean {
  return undoes !== null || Number((answer as Record<string, unknown>)[done]) > 0
}

async function keep({ db }: CallRun, id: string, { state, reason }: Outcome): Promise<void> {
  await sql`UPDATE "platform_batchRow" SET state = ${state}, reason = ${reason === null ? null : JSON.stringify(reason)}::jsonb, "updatedAt" = now()
    WHERE id = ${id}::bigint`.execute(db)
}

async function finish(run: CallRun, batch: Batch): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ state: RowState; count: number }>`
    SELECT state, count(*)::integer AS count FROM "platform_batchRow" WHERE "batchId" = ${batch.id}::bigint GROUP BY state`.execute(run.db)
  const of = (state: RowState) => rows.find((row) => row.state === state)?.count ?? 0
  const figures = { done: of('done'), skipped: of('skipped'), refused: of('refused') }
  await run.db
    .updateTable('platform_batch')
    .set({ ...figures, finishedAt: new Date().toISOString(), updatedAt: new Date().toISOString() })
    .where('id', '=', batch.id)
    .execute()
  const matching = run.set.get(batch.call).document.matching!
  return { batchId: String(batch.id), count: batch.count, [matching.done]: figures.done, skipped: figures.skipped + figures.refused }
}
