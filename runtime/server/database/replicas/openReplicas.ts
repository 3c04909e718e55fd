/** Replicas of the database (DATABASE_REPLICA_URLS) that answer reads. Each is asked several times a second how far it is; only one that is near enough answers, and someone who wrote
 *  something is answered by one that has it. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { ReplicaState } from '../../../core/contracts.ts'
import type { DatabaseLimits } from '../databaseLimits.ts'
import type { StatementWatch } from '../watchStatements.ts'
import { IDENTITY, openReplica, type Replica } from './openReplica.ts'
import { type PrimaryPositions, primaryPositions } from './primaryPositions.ts'

const LOOK_MS = 200
/** An export waits for a replica that has all that was committed before it. */
const EXPORT_WAIT_MS = 3_000

/** Who answered a read that a replica may answer: a replica; the primary, because no replica has what the person wrote, none is near enough, or the person asked for the newest; the primary,
 *  after the replica did not. */
export const READ_ANSWERS = ['replica', 'ownWrite', 'noReplica', 'newest', 'repeated'] as const
export type ReadAnswer = (typeof READ_ANSWERS)[number]

export interface Replicas {
  all: readonly Replica[]
  /** A position that holds all that this process has committed before. */
  position: PrimaryPositions['ask']
  /** @param after  what it has to have; null: nothing of the person's own
   *  @param whose  the same person is answered by the same replica, where it can be
   *  @returns null: the primary answers */
  choose(after: bigint | null, whose: string): Replica | null
  /** The address of one that has all that is committed now; null when none gets there soon. */
  forExport(): Promise<string | null>
  counted(answer: ReadAnswer): void
  /** Reads since the start, by who answered. */
  counts(): Readonly<Record<ReadAnswer, number>>
  states(): ReplicaState[]
  limit(limits: DatabaseLimits): void
  close(): Promise<void>
}

export interface ReplicasParts {
  urls: readonly string[]
  primary: Pick<Pool, 'query'>
  limits: DatabaseLimits
  logger: Pick<FastifyBaseLogger, 'warn'>
  watch?: StatementWatch | undefined
}

/** Null without a replica in the settings. */
export function openReplicas({ urls, primary, limits, logger, watch }: ReplicasParts): Replicas | null {
  if (urls.length === 0) return null
  const positions = primaryPositions(async () => (await primary.query('SELECT pg_current_wal_insert_lsn()::text AS at')).rows[0].at)
  const identity = async () => (await primary.query(IDENTITY)).rows[0].id as string
  const counts = Object.fromEntries(READ_ANSWERS.map((answer) => [answer, 0])) as Record<ReadAnswer, number>
  const counted = (answer: ReadAnswer) => {
    counts[answer]++
  }
  const repeated = () => counted('repeated')
  const all = urls.map((url) => openReplica({ url, limits, positions, identity, repeated, logger, watch }))
  const stop = new AbortController()
  const watching = [() => positions.ask().catch(() => {}), ...all.map((replica) => () => replica.look())].map((look) =>
    keepLooking(look, stop.signal),
  )

  function choose(after: bigint | null, whose: string): Replica | null {
    const first = createHash('sha1').update(whose).digest().readUInt16BE(0)
    for (const at of all.keys()) {
      const replica = all[(first + at) % all.length]!
      if (replica.holds(after)) return replica
    }
    return null
  }

  return {
    all,
    position: positions.ask,
    choose,
    async forExport() {
      const until = performance.now() + EXPORT_WAIT_MS
      const after = await positions.ask().catch(() => null)
      if (after === null) return null
      while (all.some(({ state }) => state().absence === null) && performance.now() < until) {
        const found = choose(after, '')
        if (found) return found.url
        await pause(LOOK_MS / 2)
      }
      return null
    },
    counted,
    counts: () => counts,
    states: () => all.map((replica) => replica.state()),
    limit(to) {
      for (const replica of all) replica.limit(to)
    },
    async close() {
      stop.abort()
      await Promise.all([...all.map((replica) => replica.close()), ...watching])
    },
  }
}

async function keepLooking(look: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look()
    await pause(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
