/** `matching` of a call: what is done to several ids may be done to all rows of a list that match. They are found with the asker's reach when it is asked
 *  for, kept, and done one after another by a job (`runBatch.ts`). Few ids are done immediately, as without the word. */
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'
import type { CallDocument, JsonSchema } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { MAX_ROWS } from '../../core/maxRows.ts'
import type { CallRun } from '../calls/CallRun.ts'
import type { CompiledOperation } from '../calls/operations/operation.ts'

export const BATCH_JOB = 'platform.batch'
export type Matching = NonNullable<CallDocument['matching']>
type Input = Readonly<Record<string, unknown>>

/** Filters alone say which rows are meant. */
const PAGING: ReadonlySet<string> = new Set(['pageNum', 'pageSize', 'sort'])
/** Ids of a call that says no other number. */
const SMALL_BATCH_ROWS = 100

/** The operation of a call with `matching`; without the word it stays as it is. */
export function withMatching({ id, input, matching }: CallDocument, operation: CompiledOperation): CompiledOperation {
  if (!matching) return operation
  const few = ((input?.properties ?? {}) as Record<string, JsonSchema>)[matching.ids]?.maxItems ?? SMALL_BATCH_ROWS
  const isNeeded = ((input?.required ?? []) as string[]).includes(matching.ids)
  return {
    ...operation,
    transactional: true,
    async run(asked, run, reach) {
      const { [matching.ids]: given, matching: filters, ...rest } = asked
      const ids = typeof given === 'string' ? given.split(',') : ((given ?? []) as string[])
      if (!filters && isNeeded && ids.length === 0) throw missing(id, matching.ids)
      if (!filters && ids.length <= Number(few))
        return operation.run(given === undefined ? rest : { ...rest, [matching.ids]: given }, run, reach)
      const rows = filters ? await run.set.found(run, matching.list, withoutPaging(filters as Input)) : ids
      if (rows.length > MAX_ROWS) throw new AgonError('BATCH_LONG', { limit: MAX_ROWS })
      if (rows.length === 0) throw new AgonError('BATCH_EMPTY')
      const order = { callId: id, list: matching.list, input: rest, ids: rows, undoes: null, canUndo: matching.undo !== undefined }
      return orderBatch(orderingOf(run), order)
    },
  }
}

export interface BatchOrder {
  callId: string
  list: string
  input: Input
  ids: readonly string[]
  /** The batch that this one undoes. */
  undoes: string | null
  canUndo?: boolean
}

interface Ordering {
  /** The transaction of who asks. */
  db: Database
  ownerId: string
  enqueue(input: { batchId: string }): Promise<string>
}

/** Keeps the rows and orders the job. */
export async function orderBatch(
  { db, ownerId, enqueue }: Ordering,
  { callId, list, input, ids, undoes, canUndo = false }: BatchOrder,
): Promise<{ id: string; jobId: string; count: number }> {
  const values = { call: callId, list, input: JSON.stringify(input), ownerId, count: ids.length, undoes, canUndo }
  const { id } = await db.insertInto('platform_batch').values(values).returning('id').executeTakeFirstOrThrow()
  await sql`INSERT INTO "platform_batchRow" ("batchId", "rowId") SELECT ${id}::bigint, unnest(${ids as string[]}::text[])`.execute(db)
  const jobId = await enqueue({ batchId: String(id) })
  await db.updateTable('platform_batch').set({ jobKey: jobId }).where('id', '=', id).execute()
  return { id: String(id), jobId, count: ids.length }
}

/** Inside the asker's transaction. @throws SESSION_REQUIRED */
function orderingOf(run: CallRun): Ordering {
  const { db } = run.writing('a batch')
  const ownerId = run.session.userId
  if (ownerId === null) throw new AgonError('SESSION_REQUIRED', { call: run.call!.id })
  return { db, ownerId, enqueue: (input) => run.set.deps.services.jobs.enqueue(BATCH_JOB, input, run.callScope) }
}

function withoutPaging(filters: Input): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => !PAGING.has(name) && value !== null && value !== undefined))
}

function missing(call: string, name: string): AgonError {
  return new AgonError('CALL_INPUT', { call, errors: [{ path: `/${name}`, rule: 'required', params: { missingProperty: name } }] })
}
