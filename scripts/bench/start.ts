/** Bench (j): how long a start after a stop takes. The data directory is warm: database filled, client built, types stripped. Seconds from the spawn of the
 *  process to the first answer 200, in turn with the start of the embedded PostgreSQL alone, on the same directory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'

const TURNS = Number(process.env.TURNS ?? 5)
const PORT = Number(process.env.PORT ?? 8099)
const AIM_SECONDS = 3
const ASK_EVERY_MS = 10
const PATIENCE_MS = 120_000
const PROJECT = join(import.meta.dirname, '../..')

/** Runs the bench; `TURNS` is the number of starts, `PORT` where the server listens. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-start-'))
  try {
    const first = await startServer(directory)
    const servers: number[] = []
    const databases: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      databases.push(await startDatabase(directory))
      servers.push(await startServer(directory))
    }
    console.log(`first start, from nothing: ${first.toFixed(1)} s`)
    report('embedded PostgreSQL alone', databases)
    report(`Agon to the first 200 (aim ${AIM_SECONDS} s)`, servers)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** @returns seconds from spawn to the first 200 */
async function startServer(dataDirectory: string): Promise<number> {
  const env = { ...process.env, PORT: String(PORT), HOST: '127.0.0.1', DATA_DIRECTORY: dataDirectory, NODE_ENV: '', DATABASE_URL: '' }
  const begun = performance.now()
  const server = spawn(process.execPath, ['scripts/run.mjs', '--lean', 'scripts/start.ts'], { cwd: PROJECT, env, stdio: 'ignore' })
  await firstAnswer(server, begun + PATIENCE_MS)
  const seconds = (performance.now() - begun) / 1000
  server.kill('SIGTERM')
  await once(server, 'exit')
  return seconds
}

/** @throws Error when the server ends, or is not there in time */
async function firstAnswer(server: ChildProcess, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const reply = await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null)
    if (reply?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  server.kill('SIGTERM')
  throw new Error(`no answer on port ${PORT} within ${PATIENCE_MS / 1000} s`)
}

async function startDatabase(dataDirectory: string): Promise<number> {
  const begun = performance.now()
  const database = await startEmbeddedDatabase({ dataDirectory: join(dataDirectory, 'postgres') })
  const seconds = (performance.now() - begun) / 1000
  await database.stop()
  return seconds
}

function report(name: string, seconds: readonly number[]): void {
  const sorted = seconds.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  console.log(`${name}: median ${median.toFixed(2)} s (${sorted[0]!.toFixed(2)} to ${sorted.at(-1)!.toFixed(2)}, ${sorted.length} starts)`)
}
