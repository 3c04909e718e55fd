/** Times the statements of a pool. Each becomes a span below the call or job that is under way, where traces are kept; one that takes long gets a line in
 *  the log, with the call behind it. Never says a value. */
import { AsyncResource } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { underway } from '../operate/underway.ts'
import { describeStatement } from './describeStatement.ts'

export interface StatementWatch {
  /** A statement taking longer gets a line in the log; 0: none does. */
  slowMs(): number
  logger: Pick<FastifyBaseLogger, 'warn'>
}

type Ended = (error?: unknown) => void
type Query = (...given: unknown[]) => unknown

/** From the next connection on. */
export function watchStatements(pool: Pool, name: string, watch: StatementWatch): void {
  // a connection is handed over by the one who gives it back: what was under way for the one who waits would be lost
  const connect = pool.connect.bind(pool) as (answered?: unknown) => unknown
  pool.connect = ((answered?: (...given: unknown[]) => unknown) => connect(answered && AsyncResource.bind(answered))) as Pool['connect']
  pool.on('connect', (client) => watchClient(client, (text) => began(text, name, watch)))
}

function watchClient(client: PoolClient, begin: (text: string) => Ended): void {
  const query = client.query.bind(client) as Query
  client.query = ((asked: string | { text: string; submit?: unknown }, ...rest: unknown[]) => {
    // a cursor is read piece by piece
    if (typeof asked !== 'string' && asked.submit) return query(asked, ...rest)
    const ended = begin(typeof asked === 'string' ? asked : asked.text)
    const answered = rest.at(-1)
    if (typeof answered === 'function')
      return query(asked, ...rest.slice(0, -1), (error: unknown, result: unknown) => {
        ended(error ?? undefined)
        answered(error, result)
      })
    const answer = query(asked, ...rest) as Promise<unknown>
    answer.then(() => ended(), ended)
    return answer
  }) as PoolClient['query']
}

function began(text: string, pool: string, { slowMs, logger }: StatementWatch): Ended {
  const span = underway()?.span?.below(spanOf(text, pool))
  const at = performance.now()
  return (error) => {
    span?.end(error === undefined ? {} : { error: codeOf(error) })
    const max = slowMs()
    const milliseconds = Math.round(performance.now() - at)
    if (max === 0 || milliseconds < max) return
    const { operation, table, text: statement } = describeStatement(text)
    logger.warn({ milliseconds, pool, operation, table, statement }, 'a slow statement')
  }
}

function spanOf(text: string, pool: string) {
  const { operation, table } = describeStatement(text)
  return {
    name: table === null ? operation : `${operation} ${table}`,
    kind: 'client' as const,
    facts: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== null && { 'db.collection.name': table }),
      'agon.pool': pool,
    },
  }
}

/** PostgreSQL's code, such as `57014`. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string }
  return code ?? name ?? 'Error'
}
