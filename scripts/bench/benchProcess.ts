/** A server that a bench measures, in a process of its own: what it prints first in JSON is what it has prepared. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { LEAN_ENVIRONMENT, LEAN_FLAGS } from '../start/lean.mjs'

export interface BenchProcess {
  process: ChildProcess
  port: number
  ready: unknown
}
interface Wanted {
  databaseUrl: string
  port: number
  /** Third argument. */
  more: string
  /** Of Node. */
  flags?: readonly string[]
}

export async function startProcess(file: string, { databaseUrl, port, more, flags = [] }: Wanted): Promise<BenchProcess> {
  const child = spawn(process.execPath, [...LEAN_FLAGS, ...flags, file, databaseUrl, String(port), more], {
    env: { ...process.env, ...LEAN_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const text of createInterface({ input: child.stdout! })) {
    if (text.startsWith('{')) return { process: child, port, ready: JSON.parse(text) }
  }
  throw new Error(`${file} ended before it was ready`)
}

export async function stopProcess({ process: child }: BenchProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
