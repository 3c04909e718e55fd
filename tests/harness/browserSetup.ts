/** The world of the browser tests, one per run: a seeded platform started the way a person starts it (`scripts/start.ts`). */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { copyTemplate, ensureTemplate } from './createDatabase.ts'
import { freePort } from './freePort.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `http://127.0.0.1:<port>`, without a slash at the end. */
    serverUrl: string
    /** Database of that server, for asserting stored rows. */
    serverDatabaseUrl: string
  }
}

const START_TIMEOUT_MS = 180_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-test-files-'))
  const { postgresUrl, seededFiles } = project.getProvidedContext()
  const databaseUrl = await copyWorld(postgresUrl, seededFiles, dataDirectory)
  const { server, serverUrl } = await startPlatform(databaseUrl, dataDirectory)
  project.provide('serverUrl', serverUrl)
  project.provide('serverDatabaseUrl', databaseUrl)
  return async () => {
    await stop(server)
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

/** The demo data, database and files, made once for all who want them; in a process of its own: this one reports on the tests. */
async function copyWorld(admin: string, seededFiles: string, dataDirectory: string): Promise<string> {
  const build = async (wanted: object) => {
    await promisify(execFile)(process.execPath, ['tests/harness/buildTemplate.ts', JSON.stringify(wanted)], { cwd: PROJECT_DIRECTORY })
  }
  await ensureTemplate({ admin, template: 'seeded', dataDirectory: seededFiles, build })
  cpSync(seededFiles, dataDirectory, { recursive: true })
  return (await copyTemplate(admin, 'seeded')).url
}

async function startPlatform(databaseUrl: string, dataDirectory: string) {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIRECTORY: dataDirectory,
    PAY_PROVIDER: 'pay.sandbox',
    MAIL_PROVIDER: 'delivery.outbox',
    SMS_PROVIDER: 'delivery.outbox',
  }
  const server = spawn(process.execPath, ['scripts/start.ts'], { cwd: PROJECT_DIRECTORY, env, stdio: ['ignore', 'pipe', 'pipe'] })
  await announced(server)
  return { server, serverUrl: `http://127.0.0.1:${port}` }
}

function announced(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    let isAnnounced = false
    const fail = (reason: string) => {
      clearTimeout(timer)
      server.kill('SIGTERM')
      reject(new Error(`the platform for the browser tests ${reason}:\n${output}`))
    }
    const timer = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS)
    const read = (chunk: Buffer) => {
      if (isAnnounced) return tellFailures(chunk)
      output += chunk
      if (!output.includes('Agon is running at')) return
      clearTimeout(timer)
      isAnnounced = true
      resolve()
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('exit', () => fail('ended'))
  })
}

/** What a test sees of it is a status of 500. */
function tellFailures(chunk: Buffer): void {
  const failures = chunk
    .toString()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  for (const failure of failures) console.error(failure)
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve()
    server.removeAllListeners('exit')
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
