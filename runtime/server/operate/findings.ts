/** What an operator has to know of what was seen: one finding for each thing looked at. */
import type { ReplicaAbsence, ReplicaState } from '../../core/contracts.ts'
import { type ConnectionBudget, connectionsMissing } from '../database/connectionBudget.ts'
import type { VersionOf } from '../database/platformVersion.ts'
import type { Backlogs } from './readBacklogs.ts'

export interface Seen {
  unsafe: { refused: readonly string[]; warned: readonly string[] }
  /** `major` of PostgreSQL; `release`: whether this one may use the database. */
  database: { version: string; major: number; release: VersionOf }
  backlogs: Backlogs
  /** Connections that one server process opens at most. */
  connections: number
  budget: ConnectionBudget
  /** What `DATABASE_DIRECT_URL` names is a pooler itself. */
  isDirectPooled: boolean
  replicas: readonly ReplicaState[]
  files: { name: string; problem: string | null }
  /** Of the disk with the data folder, in bytes. */
  disk: { free: number; size: number }
}

export interface Finding {
  what: string
  state: 'ok' | 'warning' | 'failed'
  found: string
  /** What to do. */
  fix?: string
}

const OLDEST_POSTGRES = 14
const CLOCK_SECONDS = 2
const OUTBOX_SECONDS = 15 * 60
const JOBS_SECONDS = 5 * 60
const SEAL_SECONDS = 60
/** Share of the disk, and bytes, that should be free. */
const FREE_SHARE = 0.05
const FREE_BYTES = 1_073_741_824
const MEGABYTE = 1_048_576

export function findings(seen: Seen): Finding[] {
  const { outbox, outboxFailed, jobs, jobsRunning, jobsFailed, unsealed } = seen.backlogs
  return [
    ...settings(seen),
    database(seen),
    clock(seen),
    connections(seen),
    ...direct(seen),
    ...seen.replicas.map(replica),
    late('messages', outbox, OUTBOX_SECONDS, 'Look at /admin/outbox, and whether the providers of mail and text messages answer.'),
    counted('messages given up within a day', outboxFailed, '/admin/outbox names the reason of each.'),
    late('jobs', jobs, JOBS_SECONDS, 'Is a server process running? /admin/jobs shows what they do.', `, ${jobsRunning} running`),
    counted('jobs failed within a day', jobsFailed, '/admin/jobs shows them; staff run a job again there.'),
    late('log entries without a seal', unsealed, SEAL_SECONDS, 'A running server seals every 3 seconds; its log says why it cannot.'),
    files(seen),
    disk(seen),
  ]
}

function settings({ unsafe }: Seen): Finding[] {
  const all = [
    ...unsafe.refused.map((found): Finding => ({ what: 'settings', state: 'failed', found })),
    ...unsafe.warned.map((found): Finding => ({ what: 'settings', state: 'warning', found })),
  ]
  return all.length > 0 ? all : [{ what: 'settings', state: 'ok', found: 'nothing unsafe' }]
}

function database({ database: { version, major, release }, backlogs }: Seen): Finding {
  const found = `PostgreSQL ${version}, ${megabytes(backlogs.database.size)}`
  if (major < OLDEST_POSTGRES) return { what: 'database', state: 'failed', found, fix: `Use version ${OLDEST_POSTGRES} or newer.` }
  if (release === 'newer')
    return { what: 'database', state: 'failed', found: `${found}, changed by a newer release`, fix: 'Use that release.' }
  return {
    what: 'database',
    state: 'ok',
    found: release === 'beside' ? `${found}, prepared by a newer release that lets this one run` : found,
  }
}

function clock({ backlogs }: Seen): Finding {
  const { ahead } = backlogs.database
  const found = `that of the database is ${Math.abs(ahead).toFixed(1)} s ${ahead < 0 ? 'behind' : 'ahead'}`
  if (Math.abs(ahead) <= CLOCK_SECONDS) return { what: 'clock', state: 'ok', found }
  return { what: 'clock', state: 'warning', found, fix: 'Keep the time of both machines by NTP: deadlines, codes and sessions go by it.' }
}

function connections({ backlogs, connections: each, budget }: Seen): Finding {
  const { connections: used, mostConnections: max } = backlogs.database
  const found = `${used} of ${max} in use; one server process opens ${each} at most`
  const missing = connectionsMissing(budget, each)
  if (missing)
    return {
      what: 'connections',
      state: 'warning',
      found: `${found}; ${missing}`,
      fix: 'Raise max_connections, lower the connections in the settings "platform.database", or put a pooler before it (DATABASE_DIRECT_URL).',
    }
  if (used + each <= max) return { what: 'connections', state: 'ok', found }
  return {
    what: 'connections',
    state: 'warning',
    found,
    fix: 'One more process would not fit: raise max_connections, and keep some for yourself.',
  }
}

function direct({ isDirectPooled }: Seen): Finding[] {
  if (!isDirectPooled) return []
  const fix = 'Let DATABASE_DIRECT_URL lead to PostgreSQL itself, or to the address that follows its primary.'
  return [
    { what: 'connections', state: 'warning', found: 'DATABASE_DIRECT_URL leads to a pooler: open pages would not hear of changes', fix },
  ]
}

export const REPLICA_WORDS: Readonly<Record<ReplicaAbsence, string>> = {
  silent: 'it does not answer',
  primary: 'it is the primary, or has been made one',
  foreign: 'it is of another database, or follows another primary',
  behind: 'it is too far behind',
}

/** After a failover one of those named is the primary. */
function replica({ name, absence, lag }: ReplicaState): Finding {
  if (absence === null) return { what: 'replica', state: 'ok', found: `${name}, behind by at most ${Math.round(lag ?? 0)} ms` }
  const found = `${name} is left out: ${REPLICA_WORDS[absence]}`
  if (absence === 'primary') return { what: 'replica', state: 'ok', found }
  return { what: 'replica', state: 'warning', found, fix: 'docs/runbooks.md, "a replica is left out". The primary answers meanwhile.' }
}

function late(what: string, { count, seconds }: Backlogs['jobs'], bound: number, fix: string, more = ''): Finding {
  const found = count === 0 ? `none waiting${more}` : `${count} waiting, the oldest for ${lasting(seconds)}${more}`
  return seconds > bound ? { what, state: 'warning', found, fix } : { what, state: 'ok', found }
}

function counted(what: string, count: number, fix: string): Finding {
  return count > 0 ? { what, state: 'warning', found: `${count}`, fix } : { what, state: 'ok', found: 'none' }
}

function files({ files: { name, problem } }: Seen): Finding {
  if (problem === null) return { what: 'files', state: 'ok', found: name }
  return {
    what: 'files',
    state: 'failed',
    found: problem,
    fix: 'docs/deployment.md, "Several processes" and "Files in a bucket", says what to look at.',
  }
}

function disk({ disk: { free, size } }: Seen): Finding {
  const found = `${megabytes(free)} free of ${megabytes(size)}`
  if (free >= Math.min(size * FREE_SHARE, FREE_BYTES)) return { what: 'disk', state: 'ok', found }
  return { what: 'disk', state: 'warning', found, fix: 'Uploads stop when it is full: make room, or move the files (npm run files).' }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`
}

function lasting(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
