/** The pools of one server process, by kind of work, so that none of them takes the connections of another: reads and writes, short reads, lists, slow
 *  lists, work in the background, and statements of a call outside its own transaction. How long a statement may take depends on the kind too. */
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { MS_PER_SECOND } from '../../core/time.ts'
import type { ServerConfig } from '../serverContext.ts'
import { createListLanes, type ListLanes } from './createListLanes.ts'
import { createSharedReads, type SharedReads } from './createSharedReads.ts'
import type { DatabaseLimits } from './databaseLimits.ts'
import { limitStatements, type OpenedDatabase, openDatabase } from './openDatabase.ts'
import { openReplicas, type Replicas } from './replicas/openReplicas.ts'
import type { StatementWatch } from './watchStatements.ts'

const OWN_CONNECTIONS = 2
/** Each answers as many short reads as one server process can ask for; with a second one, no one waits while the first is held up. */
const SHARED_CONNECTIONS = 2

export interface Databases {
  main: OpenedDatabase
  outsideTransaction: OpenedDatabase
  /** Of work that no one waits for. */
  background: OpenedDatabase
  lists: ListLanes
  reads: SharedReads
  /** Null where the settings name none. */
  replicas: Replicas | null
  /** All of them, by name. */
  pools: ReadonlyMap<string, Pool>
  /** For pools that others open. */
  watch: StatementWatch
  /** Time of the last statement of any pool that PostgreSQL answered, in milliseconds. */
  answeredAt(): number
  /** Other limits, for connections opened from now on. */
  limit(limits: DatabaseLimits): void
  close(): Promise<void>
}

export function openDatabases(
  { databaseUrl, isPooled, replicaUrls }: Pick<ServerConfig, 'databaseUrl' | 'isPooled' | 'replicaUrls'>,
  limits: DatabaseLimits,
  logger: FastifyBaseLogger,
): Databases {
  let answeredAt = Date.now()
  const pools = new Map<string, Pool>()
  let slowMs = limits.slowStatementMilliseconds
  const watch: StatementWatch = { slowMs: () => slowMs, logger }
  const open = (name: string, size: number) => {
    const opened = openDatabase(databaseUrl, { name, size, isPooled, logger, watch })
    pools.set(name, opened.pool)
    // a connection comes back without an error when its last statement was answered
    opened.pool.on('release', (error) => {
      if (!error) answeredAt = Date.now()
    })
    return opened
  }
  const main = open('agon', limits.connections)
  const outsideTransaction = open('agon own', OWN_CONNECTIONS)
  const shared = open('agon reads', SHARED_CONNECTIONS)
  const reads = createSharedReads(shared.pool, main.pool)
  const background = open('agon background', limits.jobConnections)
  const quick = open('agon lists', limits.listConnections)
  const slow = open('agon slow lists', limits.slowListConnections)
  const replicas = openReplicas({ urls: replicaUrls, primary: main.pool, limits, logger, watch })
  let quickMs = limits.quickListMilliseconds
  const limit = (to: DatabaseLimits) => {
    quickMs = to.quickListMilliseconds
    slowMs = to.slowStatementMilliseconds
    for (const { pool } of [main, shared, outsideTransaction]) limitStatements(pool, to.statementSeconds * MS_PER_SECOND)
    limitStatements(background.pool, to.jobSeconds * MS_PER_SECOND)
    limitStatements(quick.pool, to.quickListMilliseconds)
    limitStatements(slow.pool, to.listSeconds * MS_PER_SECOND)
    replicas?.limit(to)
  }
  limit(limits)
  return {
    main,
    outsideTransaction,
    background,
    lists: createListLanes({ quick: quick.pool, slow: slow.pool, quickMs: () => quickMs }),
    reads,
    replicas,
    pools,
    watch,
    answeredAt: () => answeredAt,
    limit,
    async close() {
      await Promise.all([reads.close(), replicas?.close()])
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}
