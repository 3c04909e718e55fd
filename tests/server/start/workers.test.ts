/** `npm start -- --workers 2`: two whole nodes on one port. A killed one is replaced, all are renewed in turn without an error, and all end together. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../harness/createDatabase.ts'
import { freePort } from '../../harness/freePort.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const WAIT = { timeout: 240_000, interval: 100 }
let database: TestDatabase
let folder: string
let port: number
let child: ChildProcess
let ended: Promise<number | null>
let text = ''
beforeAll(async () => {
  database = await createDatabase('seeded')
  folder = mkdtempSync(join(tmpdir(), 'agon-workers-'))
  port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIRECTORY: folder,
    DATABASE_URL: database.url,
    DRAIN_SECONDS: '1',
  }
  child = spawn(process.execPath, ['scripts/start.ts', '--workers', '2'], { cwd: PROJECT_DIRECTORY, env })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  ended = new Promise((resolve) => child.once('close', resolve))
  await Promise.race([
    vi.waitFor(() => expect(text).toContain('2 processes serve it'), WAIT),
    ended.then(() => {
      throw new Error(text)
    }),
  ])
})
afterAll(async () => {
  if (child?.exitCode === null) child.kill('SIGTERM')
  await ended
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A connection of its own, as from a new visitor. */
function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/api/platform/boot', agent: false }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end()
  })
}
/** Processes whose parent is the one that was started. */
function workers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const isNode = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--workers')
        return isNode && Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) === child.pid ? [Number(pid)] : []
      } catch {
        return []
      }
    })
}

it('[WORKERS-1] a killed process is replaced, and the others answer meanwhile', { timeout: 900_000 }, async () => {
  const before = workers()
  expect(before).toHaveLength(2)
  process.kill(before[0]!, 'SIGKILL')
  await vi.waitFor(() => expect(text).toContain('another one takes its place'), WAIT)
  expect(await ask()).toBe(200)
  await vi.waitFor(() => expect(workers().filter((pid) => pid !== before[0])).toHaveLength(2), WAIT)
  expect(workers()).toContain(before[1])
  for (let at = 0; at < 10; at++) expect(await ask()).toBe(200)
})

it('[WORKERS-2] SIGUSR2 renews each in turn, once however often it comes, and no request of a new visitor fails', {
  timeout: 900_000,
}, async () => {
  const before = workers()
  const seen = new Set<number>()
  const failed: unknown[] = []
  let asked = 0
  let renewing = true
  const asking = (async () => {
    while (renewing) {
      asked += 1
      for (const pid of workers()) seen.add(pid)
      await ask().then(
        (status) => status !== 200 && failed.push(status),
        (error) => failed.push(error),
      )
    }
  })()
  child.kill('SIGUSR2')
  await vi.waitFor(() => expect(workers()).toHaveLength(3), WAIT)
  child.kill('SIGUSR2')
  await vi.waitFor(() => expect(workers().filter((pid) => !before.includes(pid))).toHaveLength(2), WAIT)
  await vi.waitFor(() => expect(workers()).toHaveLength(2), WAIT)
  renewing = false
  await asking
  expect(failed).toEqual([])
  expect(seen.size).toBe(4)
  expect(asked).toBeGreaterThan(10)
})

it('[WORKERS-4] a renewal that meets one that is still starting leaves as many as there were', { timeout: 900_000 }, async () => {
  const before = workers()
  process.kill(before[0]!, 'SIGKILL')
  // it has begun, and does not listen yet
  await vi.waitFor(() => expect(workers().filter((pid) => pid !== before[0])).toHaveLength(2), WAIT)
  const meanwhile = workers()
  child.kill('SIGUSR2')
  await vi.waitFor(() => expect(workers().filter((pid) => meanwhile.includes(pid))).toEqual([]), WAIT)
  // as long as another one would take to be begun
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(workers()).toHaveLength(2)
})

it('[WORKERS-3] SIGTERM ends all of them, without an error', { timeout: 900_000 }, async () => {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(workers()).toEqual([])
})
