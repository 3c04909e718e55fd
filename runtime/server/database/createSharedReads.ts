/** Short reads of many callers share few connections. Statements are sent without waiting for the answers to earlier ones, and those of one turn of the
 *  event loop in one piece. This saves most of the cost of a short read, which is Node and PostgreSQL waking each other. A line (connection) whose
 *  statement takes long gets no further ones until it has answered; they go to the pool, where each has its own connection. */
import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Database } from '../../core/contracts.ts'
import { type CheckedOut, causeOf, checkOut, isBroken } from './checkOut.ts'
import { isSilence } from './isConnectionLost.ts'
import { queryPlugins } from './queryPlugins.ts'
import { usual } from './SqlWriter.ts'

const HELD_UP_MS = 10

export interface SharedReads {
  /** One statement that writes nothing and needs no transaction. */
  query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>>
  /** The same for handlers and services. */
  db: Database
  /** Settles when the connections are given back; those who still wait are answered first. */
  close(): Promise<void>
}

interface Line {
  connection: Promise<CheckedOut> | undefined
  waiting: number
  /** Time of the last answer, or of the first statement after the line was idle. */
  since: number
  isGathering: boolean
}

/** @param lines  a pool of as many connections as there are lines, all of which are kept
 *  @param pool   for statements that find every line held up: without an answer for `heldUpMs` */
export function createSharedReads(lines: Pool, pool: Pool, heldUpMs = HELD_UP_MS): SharedReads {
  const all = Array.from(
    { length: lines.options.max ?? 1 },
    (): Line => ({ connection: undefined, waiting: 0, since: 0, isGathering: false }),
  )

  async function ask<R extends QueryResultRow>(line: Line, statement: QueryConfig): Promise<QueryResult<R>> {
    if (line.waiting === 0) line.since = performance.now()
    line.waiting++
    line.connection ??= checkOut(lines)
    const { connection } = line
    try {
      const { client } = await connection
      leaveTogether(line, client)
      return await client.query<R>(statement)
    } catch (error) {
      throw await causeOfLoss(line, connection, error)
    } finally {
      line.waiting--
      line.since = performance.now()
    }
  }

  async function query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>> {
    const line = freeLine(all, heldUpMs)
    return line ? ask<R>(line, statement) : pool.query<R>(statement)
  }

  return {
    query,
    db: new Kysely({ dialect: new PostgresDialect({ pool: asPool(query) }), plugins: queryPlugins }),
    async close() {
      for (const line of all) (await line.connection?.catch(() => null))?.giveBack()
    },
  }
}

/** The line with the fewest that wait; undefined when all are held up. */
function freeLine(lines: readonly Line[], heldUpMs: number): Line | undefined {
  const heldUpBefore = performance.now() - heldUpMs
  let least: Line | undefined
  for (const line of lines) {
    const isHeldUp = line.waiting > 0 && line.since < heldUpBefore
    if (!isHeldUp && (least === undefined || line.waiting < least.waiting)) least = line
  }
  return least
}

function leaveTogether(line: Line, client: PoolClient): void {
  if (line.isGathering) return
  line.isGathering = true
  const { stream } = (client as PoolClient & { connection: { stream: Writable } }).connection
  stream.cork()
  setImmediate(() => {
    line.isGathering = false
    stream.uncork()
  })
}

/** The next statement of the line opens another connection when this one could not be opened, or broke. */
async function causeOfLoss(line: Line, connection: Promise<CheckedOut>, error: unknown): Promise<unknown> {
  const taken = await connection.catch(() => null)
  if (taken && !isBroken(taken.client) && !isSilence(error)) return error
  if (line.connection === connection) {
    line.connection = undefined
    taken?.giveBack(error as Error)
  }
  return taken ? causeOf(taken.client, error) : error
}

/** A pool for kysely, whose connections are all the same. */
function asPool(query: SharedReads['query']): PostgresPool {
  const client = { query: (text: string, values: unknown[]) => query(usual({ text, values })), release: () => {} }
  return { connect: async () => client, end: async () => {} } as unknown as PostgresPool
}
