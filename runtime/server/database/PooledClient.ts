/** A connection to a pooler in transaction mode, such as PgBouncer: each transaction may run in another session of PostgreSQL, and nothing of a session
 *  lasts. So limits are set by every transaction itself, a statement outside of one gets its own, and no statement is prepared by name. All of it leaves in
 *  one piece and costs no further way to PostgreSQL. What needs a session (LISTEN, locks that outlive a transaction) goes past the pooler. */
import type { Writable } from 'node:stream'
import pg from 'pg'

type Statement = pg.QueryConfig & { submit?: unknown }
type Answered = (error: Error | null, result: unknown) => void

const BEGINS = /^\s*(?:begin|start\s+transaction)\b/i
const ENDS = /^\s*(?:commit|end|abort|rollback)\b(?!\s+to\b)/i
/** Several statements in one text have their own BEGIN where they need one. */
const SEVERAL = /;\s*\S/

const plainQuery = pg.Client.prototype.query as (this: pg.Client, statement: pg.QueryConfig) => Promise<unknown>

export interface TransactionLimits {
  statement_timeout?: number | false
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  work_mem: string
}

/** @param limits  what a session of its own would get at its beginning; read for each new connection */
export function pooledClientWith(limits: () => TransactionLimits): typeof pg.Client {
  return class PooledClient extends pg.Client {
    readonly #begin = `BEGIN;${settings(limits())}`
    #isOpen = false

    constructor(options?: string | pg.ClientConfig) {
      super(withoutSession(options))
      this.query = this.#query as typeof this.query
    }

    #query(asked: string | Statement, values?: unknown[] | Answered, answered?: Answered): unknown {
      const [given, callback] = typeof values === 'function' ? [undefined, values] : [values, answered]
      const answer = this.#send(asked, given)
      if (!callback) return answer
      answer.then(
        (result) => callback(null, result),
        (error) => callback(error, undefined),
      )
    }

    #send(asked: string | Statement, values: unknown[] | undefined): Promise<unknown> {
      const statement = nameless(asked, values)
      const { text } = statement
      const isOne = statement.values !== undefined || !SEVERAL.test(text)
      if (isOne && BEGINS.test(text)) {
        this.#isOpen = true
        return this.#ask({ text: this.#begin.replace('BEGIN', text.trim()) })
      }
      if (ENDS.test(text)) this.#isOpen = false
      else if (isOne && !this.#isOpen) return this.#alone(statement)
      return this.#ask(statement)
    }

    async #alone(statement: pg.QueryConfig): Promise<unknown> {
      const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
      stream.cork()
      const sent = [{ text: this.#begin }, statement, { text: 'COMMIT' }].map((each) => this.#ask(each))
      stream.uncork()
      const [begun, done, kept] = await Promise.allSettled(sent)
      for (const each of [begun, done, kept]) if (each?.status === 'rejected') throw each.reason
      return (done as PromiseFulfilledResult<unknown>).value
    }

    #ask(statement: pg.QueryConfig): Promise<unknown> {
      return plainQuery.call(this, statement)
    }
  }
}

function settings(limits: TransactionLimits): string {
  const all = { TimeZone: "'UTC'", ...limits, work_mem: `'${limits.work_mem}'` }
  return Object.entries(all)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => `SET LOCAL ${name}=${value}`)
    .join(';')
}

/** A pooler refuses connections that ask for more than it can give. */
function withoutSession(options: string | pg.ClientConfig | undefined): pg.ClientConfig {
  const {
    statement_timeout,
    lock_timeout,
    idle_in_transaction_session_timeout,
    options: session,
    ...rest
  } = (options ?? {}) as pg.ClientConfig
  return rest
}

function nameless(asked: string | Statement, values: unknown[] | undefined): pg.QueryConfig {
  if (typeof asked === 'string') return values === undefined ? { text: asked } : { text: asked, values }
  const { name, ...statement } = asked
  return values === undefined ? statement : { ...statement, values }
}
