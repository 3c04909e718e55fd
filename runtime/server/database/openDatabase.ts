/** Opens the pool and the kysely instance on it. Decides how values of PostgreSQL look in JavaScript, so that a row is what the wire carries:
 *  ids (int8) stay decimal strings, money (numeric) and numbers are numbers, datetimes are ISO 8601 with milliseconds, dates `YYYY-MM-DD`. */
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../core/contracts.ts'
import { MS_PER_SECOND } from '../../core/time.ts'
import { watchClient } from './checkOut.ts'
import { CONNECTION_WAIT_MS, KEEP_ALIVE, SERVER_KEEP_ALIVE } from './connectClient.ts'
import { isTimeout } from './isConnectionLost.ts'
import { pooledClientWith } from './PooledClient.ts'
import { queryPlugins } from './queryPlugins.ts'
import { type StatementWatch, watchStatements } from './watchStatements.ts'

const OID_DATE = 1082
const OID_TIMESTAMP_WITH_ZONE = 1184
const OID_NUMERIC = 1700

const LOCK_TIMEOUT_MS = 3_000
const STATEMENT_SECONDS = 30
const IDLE_IN_TRANSACTION_MS = 30_000
/** PostgreSQL ends a statement itself at its time limit. Who hears nothing this long after it has a dead connection, which is then closed. */
const ANSWER_GRACE_MS = 3_000
/** Longest wait for connections to close when the pool ends; then they are cut. */
const CLOSE_WAIT_MS = 2_000
/** The same, when one of them is in use. */
const CUT_MS = 10_000
/** Large enough for what an index finds of a million rows; with less, PostgreSQL tests whole pages of rows again, which takes ten times as long. */
export const WORK_MEMORY = '16MB'

export interface OpenedDatabase {
  pool: pg.Pool
  db: Database
}

export interface OpenOptions {
  /** Most connections. */
  size?: number
  /** Whose connections these are, as PostgreSQL's list of sessions and the server's log name them. */
  name?: string
  /** Longest statement. */
  statementSeconds?: number
  /** Waits for answers without an end, as `pg` does by itself: for the control of a test. */
  isPatient?: boolean
  /** The address is that of a pooler in transaction mode, where nothing of a session lasts. */
  isPooled?: boolean
  logger?: Pick<FastifyBaseLogger, 'warn'>
  /** Times statements: of a server process. */
  watch?: StatementWatch
}

/** A pool whose connections may break at any time without harm; a caller that waits longer than five seconds for one gets BUSY. It is ended by
 *  `pool.end()`: kysely's `destroy` ends no pool that it never asked itself. */
export function openDatabase(
  databaseUrl: string,
  { size = 12, name = 'agon', statementSeconds = STATEMENT_SECONDS, isPatient = false, isPooled = false, logger, watch }: OpenOptions = {},
): OpenedDatabase {
  const pool: pg.Pool = new pg.Pool({
    connectionString: databaseUrl,
    // a pooler would tell PostgreSQL each change of the name
    application_name: isPooled ? 'agon' : name,
    max: size,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    ...KEEP_ALIVE,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: `-c TimeZone=UTC -c work_mem=${WORK_MEMORY} ${SERVER_KEEP_ALIVE}`,
    // statements of one connection leave without waiting for the answers to those before
    pipeline: true,
    types: { getTypeParser },
    ...(isPooled && { Client: pooledClientWith(() => ({ ...limitsOf(pool), work_mem: WORK_MEMORY })) }),
  })
  limitStatements(pool, statementSeconds * MS_PER_SECOND)
  if (isPatient) pool.options.query_timeout = 0
  pool.on('connect', watchClient)
  if (watch) watchStatements(pool, name, watch)
  connectAfterStall(pool)
  endWhenClosed(pool)
  pool.on('error', (error) => logger?.warn({ err: error, pool: name }, 'an idle database connection broke'))
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool }), plugins: queryPlugins })
  return { pool, db }
}

function limitsOf({ options: { statement_timeout, lock_timeout, idle_in_transaction_session_timeout } }: pg.Pool) {
  return { statement_timeout, lock_timeout, idle_in_transaction_session_timeout }
}

/** How long statements of connections opened from now on may take, and how long we wait for what PostgreSQL says. */
export function limitStatements(pool: pg.Pool, milliseconds: number): void {
  pool.options.statement_timeout = milliseconds
  pool.options.query_timeout = milliseconds + ANSWER_GRACE_MS
}

/** A timer that rings so much later than it was set shows that the process stood still. */
const LATE_MS = 250

/** Who waited for a connection while this process stood still waits once more: nothing was asked yet, and the answer may be here already. Timers that are over
 *  by then ring before it is read. */
function connectAfterStall(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const patiently = async () => {
    const begun = performance.now()
    return connect().catch((error: unknown) => {
      if (isTimeout(error) && performance.now() - begun > CONNECTION_WAIT_MS + LATE_MS) return connect()
      throw error
    })
  }
  // pg asks itself by a callback
  pool.connect = ((tell?: (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void) => {
    if (!tell) return patiently()
    patiently().then(
      (client) => tell(undefined, client, client.release),
      (error: Error) => tell(error),
    )
  }) as pg.Pool['connect']
}

/** pg settles `end` when it has said goodbye; the pool's settles when the connections are closed too, so that a database stopped after it finds none.
 *  A connection whose other end is silent would keep it from ever settling: it is cut. */
function endWhenClosed(pool: pg.Pool): void {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = async () => {
    const closed = Promise.all([...open].map((client) => new Promise<void>((resolve) => client.once('end', resolve))))
    const ended = end()
    await Promise.race([
      Promise.all([ended, closed]),
      setTimeout(pool.idleCount === open.size ? CLOSE_WAIT_MS : CUT_MS, undefined, { ref: false }),
    ])
    for (const client of open) (client as pg.PoolClient & { connection: { stream: Duplex } }).connection.stream.destroy()
    await ended
  }
}

/** `2026-11-21 08:00:00.5+00` -> `2026-11-21T08:00:00.500Z`. The session's time zone is UTC, columns keep milliseconds. */
export function datetimeFromSql(text: string): string {
  const [seconds = '', fraction = ''] = text.slice(11, -3).split('.')
  return `${text.slice(0, 10)}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
  if (oid === OID_TIMESTAMP_WITH_ZONE) return datetimeFromSql as (value: never) => unknown
  if (oid === OID_DATE) return (value: string) => value
  if (oid === OID_NUMERIC) return (value: string) => Number(value)
  return pg.types.getTypeParser(oid, format as 'text')
}
