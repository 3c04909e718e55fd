/** Runs work in one database transaction, again when that may succeed (deadlock, serialization, lost connection). The work gets the connection and a
 *  kysely instance bound to it; neither can begin or end a transaction by itself. */
import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from 'pg'
import type { Database } from '../../core/contracts.ts'
import { causeOf, checkOut, isBroken } from '../database/checkOut.ts'
import { errorFromPostgres, isRetryable } from '../database/errorFromPostgres.ts'
import { isConnectionLost, isUnreached } from '../database/isConnectionLost.ts'
import { queryPlugins } from '../database/queryPlugins.ts'
import { pauseAfterLoss } from '../database/repeated.ts'
import { usual } from '../database/SqlWriter.ts'

const ATTEMPTS = 4
const PAUSE_MS = 15

/** A statement with values, as the pool takes it. */
type Statement = { text: string; values?: unknown[]; name?: string }

/** A statement for the end of the transaction, because it locks a row that everyone writes. Several are sent in the order of `row`, so that two
 *  transactions do not block each other. */
export interface LastStatement {
  statement: Statement
  /** Name of the row that it locks. */
  row: string
  /** The error of the call instead of the database's, when there is one. */
  refusal(error: unknown): unknown
}

/** The statements of one transaction, on one connection, in the order in which they were asked for. A caller waits only for answers that it needs.
 *  BEGIN and `later` statements are sent together with the next statement; the rest, and `last` ones, together with COMMIT. */
export class TransactionClient {
  readonly client: Pick<PoolClient, 'query'>
  /** Ids of the entities of which rows were written. */
  readonly written = new Set<string>()
  readonly #connection: PoolClient
  #db: Database | undefined
  #held: Statement[] = [{ text: 'BEGIN' }]
  readonly #ending: LastStatement[] = []
  #began = false
  #isGathering = false
  #isOver = false
  constructor(connection: PoolClient) {
    this.#connection = connection
    this.client = { query: ((...statement: unknown[]) => this.#ask(statement)) as PoolClient['query'] }
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** For a statement whose result no one needs: its error is thrown by the next one, or at the end. */
  later(statement: Statement): void {
    this.#held.push(statement)
  }

  /** For a row that many transactions write: it is locked by the end alone. */
  last(statement: LastStatement): void {
    this.#ending.push(statement)
  }

  /** Made on first use: declared operations do not need it. */
  get db(): Database {
    this.#db ??= new Kysely({ dialect: new PostgresDialect({ pool: onlyClient(this.client) }), plugins: queryPlugins })
    return this.#db
  }

  /** @throws the error of the first statement that failed; nothing is written then */
  async commit(): Promise<void> {
    this.#isOver = true
    const last = this.#ending.toSorted((a, b) => (a.row < b.row ? -1 : 1))
    if (!this.#began && this.#held.length === 1 && last.length === 0) return
    const held = this.#held.length
    const statements = [...this.#held.splice(0), ...last.map(({ statement }) => statement), { text: 'COMMIT' }]
    this.#leaveTogether()
    const answers = await Promise.allSettled(this.#send(statements))
    for (const [at, answer] of answers.entries())
      if (answer.status === 'rejected') throw last[at - held]?.refusal(answer.reason) ?? answer.reason
    // a handler caught the error of a statement that failed
    if ((answers.at(-1) as PromiseFulfilledResult<QueryResult>).value.command !== 'COMMIT')
      throw new Error('the transaction was rolled back: a statement of it had failed')
  }

  /** Settles when the connection is free again. */
  async rollback(): Promise<void> {
    this.#isOver = true
    if (this.#began) await this.#connection.query('ROLLBACK')
  }

  #ask(statement: unknown[]): Promise<unknown> {
    if (this.#isOver)
      return Promise.reject(new Error('the transaction is over: wait for all that a handler begins, also when a part of it fails'))
    this.#leaveTogether()
    const before = this.#send(this.#held.splice(0))
    const answer = this.#query(...statement)
    return before.length === 0 ? answer : Promise.all([...before, answer]).then(() => answer)
  }

  #send(statements: readonly Statement[]): Promise<QueryResult>[] {
    this.#began = true
    return statements.map((statement) => this.#connection.query(statement))
  }

  /** Statements of one turn of the event loop are sent in one piece. */
  #leaveTogether(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = (this.#connection as PoolClient & { connection: { stream: Writable } }).connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  #query(...statement: unknown[]): Promise<unknown> {
    return (this.#connection.query as (...statement: unknown[]) => Promise<unknown>).apply(this.#connection, statement)
  }
}

export interface TransactionOptions {
  /** It may run again although it may have been committed: it recognises that itself (`Idempotency-Key`). */
  findsItself?: boolean
}

/** A transaction that met a conflict, or lost its connection before COMMIT was sent, left nothing behind and runs again. After COMMIT was sent, the
 *  outcome is unknown.
 *  @throws BUSY when all attempts failed so, or when the outcome is unknown; errors of `work`, and the transaction is rolled back without anyone waiting
 *  for it */
export async function inTransaction<T>(
  pool: Pool,
  work: (transaction: TransactionClient) => Promise<T>,
  { findsItself = false }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const course: Course = { stage: 'connecting', isLost: false }
    try {
      return await attemptOnce(pool, work, course)
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

async function attemptOnce<T>(pool: Pool, work: (transaction: TransactionClient) => Promise<T>, course: Course): Promise<T> {
  const { client, giveBack } = await connect(pool, course)
  const transaction = new TransactionClient(client)
  try {
    const result = await work(transaction)
    course.stage = 'committing'
    await transaction.commit()
    giveBack()
    return result
  } catch (error) {
    const cause = causeOfEnd(client, error, course)
    if (course.isLost) giveBack(cause as Error)
    else void transaction.rollback().then(() => giveBack(), giveBack)
    throw cause
  }
}

async function connect(pool: Pool, course: Course): ReturnType<typeof checkOut> {
  try {
    const taken = await checkOut(pool)
    course.stage = 'working'
    return taken
  } catch (error) {
    course.isLost = isConnectionLost(error)
    throw error
  }
}

/** Tells the course whether the connection is gone. @returns what broke it, or the error */
function causeOfEnd(client: PoolClient, error: unknown, course: Course): unknown {
  if (isUnreached(error)) course.stage = 'working'
  const cause = causeOf(client, error)
  // the connection to an outside service may fail with the same error
  course.isLost = isConnectionLost(cause) && (isBroken(client) || cause instanceof DatabaseError)
  return cause
}

/** The work on one connection between BEGIN and COMMIT; a connection that broke or cannot roll back is not used again. */
export async function onOneClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const course: Course = { stage: 'connecting', isLost: false }
  const { client, giveBack } = await connect(pool, course)
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    const cause = causeOfEnd(client, error, course)
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
      return client.query(usual({ text, values }) as never)
    },
    release: () => {},
  }
  return { connect: async () => guarded, end: async () => {} } as unknown as PostgresPool
}
