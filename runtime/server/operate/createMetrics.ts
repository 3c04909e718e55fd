/** Figures of this process and of what waits in the database, in the text format of Prometheus. Labels are ids of calls and names of pools: nothing of a person. */
import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ReplicaState } from '../../core/contracts.ts'
import { MS_PER_SECOND } from '../../core/time.ts'
import type { Databases } from '../database/openDatabases.ts'
import { type Backlogs, readBacklogs } from './readBacklogs.ts'

export interface Metrics {
  /** Begins to answer at METRICS_PORT. Answers the stop. @throws when the port is taken */
  serve(): Promise<() => Promise<void>>
  /** A call was answered. */
  answered(call: string, outcome: Outcome, milliseconds: number): void
  contentType: string
  text(): Promise<string>
}

/** `refused`: by a rule or a right; `busy`: for lack of something that comes back; `fault`: ours. */
export type Outcome = 'ok' | 'refused' | 'busy' | 'fault'

export interface Measured {
  databases: Pick<Databases, 'pools' | 'background' | 'replicas'>
  dataDirectory: string
}

const PREFIX = 'agon_'
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Asked more often, the database is not asked again. */
const KEPT_MS = 10_000

/** Without the server that answers them. */
export function createMetrics(of: Measured): Omit<Metrics, 'serve'> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: PREFIX })
  const calls = new Histogram({
    name: `${PREFIX}call_seconds`,
    help: 'Time of answered calls by call and outcome',
    labelNames: ['call', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  })
  addPools(registry, of)
  addReplicas(registry, of)
  addDisk(registry, of)
  const look = addBacklogs(registry, of)
  return {
    answered: (call, outcome, milliseconds) => calls.observe({ call, outcome }, milliseconds / MS_PER_SECOND),
    contentType: registry.contentType,
    async text() {
      await look()
      return registry.metrics()
    },
  }
}

function addPools(registry: Registry, { databases }: Measured): void {
  new Gauge({
    name: `${PREFIX}database_connections`,
    help: 'Connections of this process by pool; waiting: callers without one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of databases.pools) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

function addReplicas(registry: Registry, { databases: { replicas } }: Measured): void {
  if (!replicas) return
  const ofEach = (name: string, help: string, of: (state: ReplicaState) => number) =>
    new Gauge({
      name: `${PREFIX}replica_${name}`,
      help,
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        this.reset()
        for (const state of replicas.states()) this.set({ replica: state.name }, of(state))
      },
    })
  ofEach('answers', '1 when this process asks the replica', ({ absence }) => (absence === null ? 1 : 0))
  ofEach(
    'lag_seconds',
    'Longest time for which commits may be missing there; NaN: not known',
    ({ lag }) => (lag ?? Number.NaN) / MS_PER_SECOND,
  )
  new Counter({
    name: `${PREFIX}replica_reads_total`,
    help: 'Reads that a replica may answer, by who answered: replica, or the primary and why',
    labelNames: ['answer'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [answer, count] of Object.entries(replicas.counts())) this.inc({ answer }, count)
    },
  })
}

function addDisk(registry: Registry, { dataDirectory }: Measured): void {
  new Gauge({
    name: `${PREFIX}disk_free_bytes`,
    help: 'Free space of the disk with DATA_DIRECTORY',
    registers: [registry],
    async collect() {
      const found = await statfs(dataDirectory).catch(() => null)
      if (found) this.set(found.bavail * found.bsize)
    },
  })
}

const BACKLOGS: Readonly<Record<string, [help: string, of: (found: Backlogs) => number]>> = {
  outbox_waiting: ['Messages that should have left by now', ({ outbox }) => outbox.count],
  outbox_oldest_seconds: ['Age of the message that waits longest', ({ outbox }) => outbox.seconds],
  outbox_failed_day: ['Messages given up within a day', ({ outboxFailed }) => outboxFailed],
  jobs_waiting: ['Jobs that could begin now', ({ jobs }) => jobs.count],
  jobs_oldest_seconds: ['Age of the job that waits longest', ({ jobs }) => jobs.seconds],
  jobs_running: ['Jobs that run in any process', ({ jobsRunning }) => jobsRunning],
  jobs_failed_day: ['Jobs that failed within a day', ({ jobsFailed }) => jobsFailed],
  log_unsealed: ['Entries of the operation log without a seal', ({ unsealed }) => unsealed.count],
  log_unsealed_oldest_seconds: ['Age of the oldest entry without a seal', ({ unsealed }) => unsealed.seconds],
  database_size_bytes: ['Size of the database', ({ database }) => database.size],
  database_server_connections: ['Connections of everyone to the database server', ({ database }) => database.connections],
  database_server_most_connections: ['max_connections of the database server', ({ database }) => database.mostConnections],
  database_clock_ahead_seconds: ["How far the database's clock is ahead of this machine's", ({ database }) => database.ahead],
}

/** Answers the look that fills them. Without the database the other figures still come, and `agon_database_up` is 0. */
function addBacklogs(registry: Registry, { databases }: Measured): () => Promise<void> {
  const gauges = Object.entries(BACKLOGS).map(([name, [help, of]]) => {
    return { gauge: new Gauge({ name: PREFIX + name, help, registers: [registry] }), of }
  })
  const up = new Gauge({ name: `${PREFIX}database_up`, help: '1 when the database answered', registers: [registry] })
  let known: { at: number; found: Promise<Backlogs | null> } | undefined
  return async () => {
    if (!known || Date.now() - known.at > KEPT_MS)
      known = { at: Date.now(), found: readBacklogs(databases.background.pool).catch(() => null) }
    const found = await known.found
    up.set(found ? 1 : 0)
    for (const { gauge, of } of gauges) found ? gauge.set(of(found)) : gauge.reset()
  }
}
