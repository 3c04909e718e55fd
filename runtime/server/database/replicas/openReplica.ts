/** One replica of the database: whether it may answer, and its connections. Nothing that goes wrong there is the caller's affair: the primary is asked instead. */
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { ReplicaAbsence, ReplicaState } from '../../../core/contracts.ts'
import { AgonError } from '../../../core/errors.ts'
import { MS_PER_SECOND } from '../../../core/time.ts'
import { createListLanes, type ListLanes } from '../createListLanes.ts'
import type { DatabaseLimits } from '../databaseLimits.ts'
import { limitStatements, openDatabase } from '../openDatabase.ts'
import type { StatementWatch } from '../watchStatements.ts'
import type { PrimaryPositions } from './primaryPositions.ts'
import { walPosition } from './walPosition.ts'

export interface Replica {
  readonly url: string
  state(): ReplicaState
  /** Whether it has all before this position, and is not too far behind. @param after  null: no position is asked for */
  holds(after: bigint | null): boolean
  /** @param otherwise  asks the primary. @throws TOO_LONG, and what the primary says */
  query<R extends QueryResultRow>(
    statement: QueryConfig,
    subject: string,
    otherwise: () => Promise<QueryResult<R>>,
  ): Promise<QueryResult<R>>
  /** Asks it how far it is. */
  look(): Promise<void>
  limit(limits: DatabaseLimits): void
  close(): Promise<void>
}

export interface ReplicaParts {
  url: string
  limits: DatabaseLimits
  positions: PrimaryPositions
  /** Of the primary. */
  identity(): Promise<string>
  /** A statement was asked of the primary after all. */
  repeated(): void
  logger: Pick<FastifyBaseLogger, 'warn'>
  watch?: StatementWatch | undefined
}

export const IDENTITY = `SELECT (SELECT system_identifier FROM pg_control_system())::text || ' ' || current_database() AS id`
const LOOK = 'SELECT pg_is_in_recovery() AS replica, pg_last_wal_replay_lsn()::text AS replayed'
/** What takes longer is no answer for now. */
const LOOK_MS = 2_000

export function openReplica(parts: ReplicaParts): Replica {
  const { url, limits, positions, logger, watch } = parts
  const name = nameOf(url)
  const open = (use: string, size: number) => openDatabase(url, { name: `agon replica ${use}`, size, logger, ...(watch && { watch }) }).pool
  const [quick, slow] = [open('lists', limits.listConnections), open('slow lists', limits.slowListConnections)]
  const looking = openDatabase(url, { name: 'agon replica state', size: 1 }).pool
  Object.assign(looking.options, { query_timeout: LOOK_MS, connectionTimeoutMillis: LOOK_MS })
  let [quickMs, bound] = [limits.quickListMilliseconds, limits.replicaLagMilliseconds]
  const lanes = createListLanes({ quick, slow, quickMs: () => quickMs })
  let found: Found = { absence: 'silent' }
  let reported: ReplicaAbsence | null = null
  let isKnown = false
  const waiting = new Set<(reason: Error) => void>()

  const absence = (): ReplicaAbsence | null => {
    if (found.absence) return found.absence
    return positions.lagOf(found.replayed) > bound ? 'behind' : null
  }
  const settle = (now: Found) => {
    found = now
    const reason = absence()
    if (reason !== reported)
      logger.warn({ replica: name, reason }, reason ? 'a replica of the database is left out' : 'a replica of the database answers again')
    reported = reason
    if (reason) for (const leave of waiting) leave(new Error(`the replica is ${reason}`))
  }
  const limit = (to: DatabaseLimits) => {
    quickMs = to.quickListMilliseconds
    bound = to.replicaLagMilliseconds
    limitStatements(quick, to.quickListMilliseconds)
    limitStatements(slow, to.listSeconds * MS_PER_SECOND)
  }
  limit(limits)

  return {
    url,
    state() {
      const lag = found.absence ? Number.POSITIVE_INFINITY : positions.lagOf(found.replayed)
      return { name, absence: absence(), lag: Number.isFinite(lag) ? lag : null }
    },
    holds: (after) => absence() === null && (after === null || (found as Replaying).replayed >= after),
    query: (statement, subject, otherwise) => askHere({ lanes, waiting, repeated: parts.repeated }, statement, subject, otherwise),
    async look() {
      try {
        isKnown ||= await isOurs(looking, parts.identity)
        settle(isKnown ? await lookAt(looking, positions) : { absence: 'foreign' })
      } catch {
        isKnown = false
        settle({ absence: 'silent' })
      }
    },
    limit,
    async close() {
      await Promise.all([quick, slow, looking].map((pool) => pool.end()))
    },
  }
}

interface Replaying {
  absence: null
  replayed: bigint
}
type Found = Replaying | { absence: ReplicaAbsence }

interface Asking {
  lanes: ListLanes
  waiting: Set<(reason: Error) => void>
  repeated(): void
}

/** A conflict with what the replica replays, a lost connection, a table that is not there yet: the primary decides. */
async function askHere<R extends QueryResultRow>(
  { lanes, waiting, repeated }: Asking,
  statement: QueryConfig,
  subject: string,
  otherwise: () => Promise<QueryResult<R>>,
): Promise<QueryResult<R>> {
  let leave: ((reason: Error) => void) | undefined
  const left = new Promise<never>((_, reject) => {
    leave = reject
    waiting.add(reject)
  })
  try {
    return await Promise.race([lanes.query<R>(statement, subject), left])
  } catch (error) {
    if (error instanceof AgonError) throw error
    repeated()
    return otherwise()
  } finally {
    waiting.delete(leave!)
  }
}

async function isOurs(pool: Pool, identity: () => Promise<string>): Promise<boolean> {
  const [own, asked] = await Promise.all([pool.query<{ id: string }>(IDENTITY), identity()])
  return own.rows[0]?.id === asked
}

async function lookAt(pool: Pool, positions: PrimaryPositions): Promise<Found> {
  const { replica, replayed } = (await pool.query<{ replica: boolean; replayed: string | null }>(LOOK)).rows[0]!
  if (!replica || replayed === null) return { absence: 'primary' }
  const position = walPosition(replayed)
  // it follows another primary when it has what ours has not
  return position > (await positions.ask()) ? { absence: 'foreign' } : { absence: null, replayed: position }
}

function nameOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || '5432'}`
}
