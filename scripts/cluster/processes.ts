/** Processes that outlive this command: each has a file with its id and the moment of its birth, so that no other process is taken for it later. */
import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Owner } from './configure.ts'
import { at, FOLDER } from './layout.ts'

const LOOK_MS = 100

export interface Wanted {
  name: string
  command: readonly [string, ...string[]]
  env?: Record<string, string>
  owner?: Owner | null
  directory?: string
}

interface Known {
  pid: number
  born: string
}

/** Starts it, unless it runs. */
export function launch({ name, command: [program, ...args], env, owner, directory = FOLDER }: Wanted): void {
  if (pidOf(name) !== null) return
  const log = openSync(at('logs', `${name}.log`), 'a')
  const child = spawn(program, args, {
    cwd: directory,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', HOME: FOLDER, LANG: 'C.UTF-8', ...env },
    ...owner,
  })
  child.on('error', (error) => console.error(`${name}: ${error.message}`))
  child.unref()
  if (child.pid) writeFileSync(file(name), JSON.stringify({ pid: child.pid, born: bornAt(child.pid) } satisfies Known))
}

/** @returns null when it does not run */
export function pidOf(name: string): number | null {
  if (!existsSync(file(name))) return null
  const { pid, born } = JSON.parse(readFileSync(file(name), 'utf8')) as Known
  return born !== '' && bornAt(pid) === born ? pid : null
}

export function signal(name: string, which: NodeJS.Signals): void {
  const pid = pidOf(name)
  if (pid !== null) kill(pid, which)
}

/** In order; what does not end in time is ended immediately. */
export async function halt(name: string, seconds: number): Promise<void> {
  signal(name, 'SIGCONT')
  signal(name, 'SIGTERM')
  if (!(await until(() => pidOf(name) === null, seconds))) signal(name, 'SIGKILL')
  await until(() => pidOf(name) === null, 5)
  rmSync(file(name), { force: true })
}

/** The process of PostgreSQL that Patroni started in this data folder. */
export function postmasterOf(number: number): number | null {
  const lock = at(`pg${number}`, 'data', 'postmaster.pid')
  if (!existsSync(lock)) return null
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(at(`pg${number}`)) ? pid : null
  } catch {
    return null
  }
}

export function kill(pid: number, which: NodeJS.Signals): void {
  try {
    process.kill(pid, which)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** @returns false when it did not become true in time */
export async function until(isTrue: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    if (await isTrue()) return true
    if (Date.now() > end) return false
    await pause(LOOK_MS)
  }
}

const file = (name: string) => at('pids', `${name}.json`)

/** The 22nd field of `stat`; empty for a process that is gone. */
function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? '' : fields[18]!
  } catch {
    return ''
  }
}
