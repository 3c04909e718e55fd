/** Runs work in one database transaction, again when that may succeed (deadlock, serialization, lost connection). The work gets the connection and a
 *  kysely instance bound to it; neither can begin or end a transaction by itself. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import type { Database } from '../../core/contracts.ts'
import { causeOf, checkOut, isBroken } from '../database/checkOut.ts'
import { errorFromPostgres, isRetryable } from '../database/errorFromPostgres.ts'
import { isConnectionLost, isUnreached } from '../database/isConnectionLost.ts'
import { JsonArrayPlugin } from '../database/JsonArrayPlugin.ts'
import { pauseAfterLoss } from '../database/repeated.ts'

const ATTEMPTS = 4
const PAUSE_MS = 15

export class TransactionClient {
  /** Statements that are asked for at once run one after another: a connection does one thing at a time. */
  readonly client: Pick<PoolClient, 'query'>
  /** Ids of the entities of which rows were written. */
  readonly written = new Set<string>()
  #db: Database | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isOver = false
  constructor(client: PoolClient) {
    const query = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>
    const inTurn = (...statement: unknown[]): Promise<unknown> => {
      if (this.#isOver)
        return Promise.reject(new Error('the transaction is over: wait for all that a handler begins, also when a part of it fails'))
      const answer = this.#last.then(() => query(...statement))
      this.#last = answer.catch(() => {})
      return answer
    }
    this.client = { query: inTurn as PoolClient['query'] }
  }
  /** What was asked for runs to its end, and nothing more: the connection is somebody else's afterwards. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#last
  }
  /** Made on first use: declared operations do not need it. */
  get db(): Database {
    this.#db ??= new Kysely({ dialect: new PostgresDialect({ pool: onlyClient(this.client) }), plugins: [new JsonArrayPlugin()] })
    return this.#db
  }
}

export interface TransactionOptions {
  /** It may run again although it may have been committed: it finds by itself that it was (`Idempotency-Key`). */
  findsItself?: boolean
}

/** A transaction that met a conflict, or lost its connection before COMMIT was sent, left nothing behind and runs again. After that nobody knows.
 *  @throws BUSY when all attempts failed so, or when nobody knows; what `work` throws, after the transaction was rolled back */
export async function inTransaction<T>(
  pool: Pool,
  work: (transaction: TransactionClient) => Promise<T>,
  { findsItself = false }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const course: Course = { stage: 'connecting', isLost: false }
    try {
      return await onOneClient(
        pool,
        async (client) => {
          const transaction = new TransactionClient(client)
          return work(transaction).finally(() => transaction.end())
        },
        course,
      )
    } catch (error) {
      const isUndone = course.isLost ? course.stage !== 'committing' || findsItself : isRetryable(error)
      if (!isUndone) throw error
      if (attempt === ATTEMPTS) throw errorFromPostgres(error) ?? error
      if (course.isLost) await pauseAfterLoss(attempt)
      else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt * (1 + Math.random())))
    }
  }
}

/** How far a transaction came. */
interface Course {
  stage: 'connecting' | 'working' | 'committing'
  /** Its connection is gone. */
  isLost: boolean
}

/** The work on one connection between BEGIN and COMMIT; a connection that broke or cannot roll back is not used again. */
export async function onOneClient<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  course: Course = { stage: 'connecting', isLost: false },
): Promise<T> {
  const { client, giveBack } = await checkOut(pool).catch((error: unknown) => {
    course.isLost = isConnectionLost(error)
    throw error
  })
  let broken: Error | undefined
  try {
    course.stage = 'working'
    await client.query('BEGIN')
    const result = await work(client)
    course.stage = 'committing'
    await client.query('COMMIT')
    return result
  } catch (error) {
    if (isUnreached(error)) course.stage = 'working'
    const cause = causeOf(client, error)
    // an outside service that a handler asked may be lost in the same words
    course.isLost = isConnectionLost(cause) && (isBroken(client) || cause instanceof DatabaseError)
    if (course.isLost) broken = cause as Error
    else
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
    throw cause
  } finally {
    giveBack(broken)
  }
}

const ENDS = /^\s*(?:begin|start\s+transaction|commit|rollback|end)\b(?!\s+to)/i

/** A pool of the one connection, for kysely. */
function onlyClient(client: Pick<PoolClient, 'query'>): PostgresPool {
  const guarded = {
    query: (text: string, values: unknown[]) => {
      if (typeof text === 'string' && ENDS.test(text))
        throw new Error("a call has one transaction and its end is not the handler's: remove the transaction")
      return client.query(text, values)
    },
    release: () => {},
  }
  return { connect: async () => guarded, end: async () => {} } as unknown as PostgresPool
}
