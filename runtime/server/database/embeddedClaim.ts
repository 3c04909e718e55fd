/** Holds one data directory for one server process. Tells a database that a living server uses (refused) from one left behind by a dead server
 *  (stopped) and from a lock file that only looks alive because its process number was given to someone else (removed). */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Postmaster {
  pid: number
  /** PostgreSQL's own word: starting, ready, stopping, standby. */
  state: string
}

const ORPHAN_TIMEOUT_MS = 20_000

/**
 * Claims the directory for this process and ends what a dead owner left running.
 * @throws Error in one line naming the living owner
 */
export async function claimCluster(directory: string, cluster: string, note: (line: string) => void): Promise<void> {
  const owner = livingOwner(directory)
  if (owner !== null && owner !== process.pid) {
    throw new Error(`the database in ${directory} is in use by process ${owner}; stop that server or set DATABASE_URL`)
  }
  writeFileSync(join(directory, 'owner.json'), `${JSON.stringify({ pid: process.pid, stamp: stampOf(process.pid) })}\n`, { mode: 0o600 })
  await endOrphan(cluster, note)
}

/** Number of the process that holds the directory now; null when none does. */
export function livingOwner(directory: string): number | null {
  const owner = readOwner(directory)
  return owner && stampOf(owner.pid) === owner.stamp ? owner.pid : null
}

/** Gives the directory back. */
export function releaseCluster(directory: string): void {
  if (readOwner(directory)?.pid === process.pid) rmSync(join(directory, 'owner.json'), { force: true })
}

/** What PostgreSQL's lock file says, or null without one. Lines: pid, directory, start, port, socket, address, shared memory, state. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, state: (lines[7] ?? '').trim() } : null
  } catch {
    return null
  }
}

async function endOrphan(cluster: string, note: (line: string) => void): Promise<void> {
  const found = readPostmaster(cluster)
  if (!found || !isAlive(found.pid)) return
  if (!serves(found.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    note(`removed a stale lock of process ${found.pid}`)
    return
  }
  note(`stopping the database process ${found.pid} that a dead server left behind`)
  process.kill(found.pid, 'SIGINT')
  const begun = Date.now()
  while (isAlive(found.pid)) {
    if (Date.now() - begun > ORPHAN_TIMEOUT_MS) process.kill(found.pid, 'SIGQUIT')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Ends sessions that a dead first process left behind; until they are gone no other one can start. Where /proc is missing they end by themselves. */
export function endBackends(cluster: string): void {
  const postmaster = readPostmaster(cluster)
  if (!existsSync('/proc/self/cwd') || (postmaster && isAlive(postmaster.pid))) return
  for (const pid of readdirSync('/proc').map(Number)) {
    if (!(pid > 0) || pid === process.pid || !serves(pid, cluster)) continue
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // ended meanwhile
    }
  }
}

/** Whether a process runs, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** PostgreSQL's processes all are in the cluster's directory; where /proc is missing their command line names it. */
function serves(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return processFact(pid, 'command').includes(cluster)
  }
}

function readOwner(directory: string): { pid: number; stamp: string } | null {
  try {
    return JSON.parse(readFileSync(join(directory, 'owner.json'), 'utf8')) as { pid: number; stamp: string }
  } catch {
    return null
  }
}

/** The moment a process started: tells it from a later one with the same number. Empty when it does not run. */
function stampOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return processFact(pid, 'lstart')
  }
}

function processFact(pid: number, fact: 'command' | 'lstart'): string {
  try {
    return execFileSync('ps', ['-o', `${fact}=`, '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
