/** The job that writes the sound rows of a checked sheet. A row changes its state in the transaction that writes what it stands for, under the lock of its import: a job that was
 *  ended and begins anew, or runs twice, continues where the other stopped and writes nothing twice. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { refusalText } from '../../../runtime/core/refusalText.ts'
import { importType } from '../../generated/enums.ts'
import { type Batch, readBatch } from '../batch.ts'
import { rowsIn, type WaitingRow } from './waitingRows.ts'
import { writeAwards } from './writeAwards.ts'
import { writeRegistrations } from './writeRegistrations.ts'
import { writeResults } from './writeResults.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'import.write': { id: string }
  }
}

/** PostgreSQL's code. */
const UNIQUE_VIOLATION = '23505'
/** Rows of one transaction: meanwhile no one else takes a place. */
const TOGETHER = 25

export default defineHandler(
  'import.write',
  async ({ id }, context) => {
    const batch = await readBatch(id, context)
    if (batch.state !== 'importing') return { id }
    if (batch.type === importType.awards) await context.jobs.write((inner) => writeAwards(batch, inner))
    else if (batch.type === importType.results) await context.jobs.write((inner) => writeResults(batch, inner))
    else await writeAll(batch, context)
    await context.jobs.write((inner) => finish(id, inner))
    return { id }
  },
  { waits: 'worker' },
)

async function writeAll(batch: Batch, context: HandlerContext): Promise<void> {
  for (;;) {
    const rows = await rowsIn(batch.id, 'sound', TOGETHER, context)
    if (rows.length === 0) return
    await writeTogether(batch, rows, context)
    await tellProgress(batch, context)
  }
}

/** All of them, or one by one when one is refused: its refusal stays with it. */
async function writeTogether(batch: Batch, rows: readonly WaitingRow[], context: HandlerContext): Promise<void> {
  const numbers = rows.map(({ number }) => number)
  try {
    await context.jobs.write((inner) => writeRegistrations(batch, numbers, inner))
  } catch (thrown) {
    const error = refusalOf(thrown)
    if (!error) throw thrown
    if (rows.length === 1) await context.jobs.write((inner) => note(rows[0]!, error, inner))
    else for (const row of rows) await writeTogether(batch, [row], context)
  }
}

/** Null for faults, after which the job begins anew. */
function refusalOf(error: unknown): AgonError | null {
  // a username of someone else reads like the address
  if ((error as { code?: string }).code === UNIQUE_VIOLATION) return new AgonError('IMPORT_ACCOUNT')
  return error instanceof AgonError && error.code !== 'BUSY' && error.code !== 'SERVER_FAULT' ? error : null
}

async function note({ id, batchId }: WaitingRow, error: AgonError, context: HandlerContext): Promise<void> {
  await context.lock('import', batchId)
  await context.rows.saveWhere('import.row', { id, state: 'sound' }, { state: 'failed', reason: refusalText(error, context) })
}

async function tellProgress({ id, sound }: Batch, context: HandlerContext): Promise<void> {
  const left = Number(
    (
      await context.db
        .selectFrom('import_row')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('batchId', '=', id)
        .where('state', '=', 'sound')
        .executeTakeFirstOrThrow()
    ).count,
  )
  const total = Math.max(1, sound)
  await context.jobs.progress({ done: Math.min(0.99, (total - left) / total), note: `${total - left}/${total}` })
}

async function finish(id: string, context: HandlerContext): Promise<void> {
  await context.lock('import', id)
  const batch = await readBatch(id, context)
  if (batch.state !== 'importing') return
  const counts = await countStates(id, context)
  const [written, merged, failed] = [counts.get('written') ?? 0, counts.get('merged') ?? 0, counts.get('failed') ?? 0]
  await context.rows.transition('import.life', 'finish', id)
  await context.rows.save('import.batch', { id }, { written, merged, failed })
  if (batch.userId === null) return
  const page =
    batch.type === importType.awards
      ? `/admin/importAwards?organisationId=${batch.organisationId}&batchId=${id}`
      : `/regManagement/importRegister?competitionId=${batch.competitionId}&batchId=${id}`
  await context.messages.send('import.finished', { userId: batch.userId }, { file: batch.fileName, written, merged, failed, page })
}

async function countStates(batchId: string, { db }: HandlerContext): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_row')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where('batchId', '=', batchId)
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, Number(count)]))
}
