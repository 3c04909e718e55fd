/** Runs work in one database transaction, again when PostgreSQL says that running it again may succeed (deadlock, serialization). The work gets the
 *  connection and a kysely instance bound to it; neither can begin or end a transaction by itself. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Database } from '../../core/contracts.ts'
import { errorFromPostgres, isRetryable } from '../database/errorFromPostgres.ts'
import { JsonArrayPlugin } from '../database/JsonArrayPlugin.ts'

const ATTEMPTS = 4
const PAUSE_MS = 15

export class TransactionClient {
  readonly client: PoolClient
  /** Ids of the entities of which rows were written. */
  readonly written = new Set<string>()
  #db: Database | undefined
  constructor(client: PoolClient) {
    this.client = client
  }
  /** Made on first use: declared operations do not need it. */
  get db(): Database {
    this.#db ??= new Kysely({ dialect: new PostgresDialect({ pool: onlyClient(this.client) }), plugins: [new JsonArrayPlugin()] })
    return this.#db
  }
}

/** @throws BUSY when all attempts met a conflict; what `work` throws, after the transaction was rolled back */
export async function inTransaction<T>(pool: Pool, work: (transaction: TransactionClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onOneClient(pool, (client) => work(new TransactionClient(client)))
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt === ATTEMPTS) throw errorFromPostgres(error) ?? error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt * (1 + Math.random())))
    }
  }
}

/** The work on one connection between BEGIN and COMMIT; a connection that cannot roll back is not used again. */
export async function onOneClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const ENDS = /^\s*(?:begin|start\s+transaction|commit|rollback|end)\b(?!\s+to)/i

/** A pool of the one connection, for kysely. */
function onlyClient(client: PoolClient): PostgresPool {
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
