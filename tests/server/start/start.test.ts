import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RESTART_LIMIT } from '../../../runtime/server/database/keepRunning.ts'
import { freePort } from '../../harness/freePort.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

interface Started {
  child: ChildProcess
  output: () => string
  /** Settles with the exit code; null after a signal. */
  ended: Promise<number | null>
}

const WAIT = { timeout: 240_000, interval: 100 }
const ANNOUNCED = 'Agon is running at'

/** Tests run in order on one data directory: the first start seeds it, the others find it. */
describe('npm start', { timeout: 900_000 }, () => {
  let data: string
  let port: number
  /** Rows after the first start. */
  let seeded: Rows
  const started: Started[] = []

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'agon-start-'))
    chmodSync(data, 0o755)
    port = await freePort()
  })
  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    }
    await vi.waitFor(() => expect(databaseProcesses(data)).toEqual([]), WAIT)
  })
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  it('[START-15] from nothing: serves on PORT and prints the address and the demo accounts; SIGTERM leaves no database process, no lock and no warning', async () => {
    const run = await startAndWait()
    expect(run.output()).toContain(`${ANNOUNCED} http://127.0.0.1:${port}`)
    expect(run.output()).toContain('Demo accounts:')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow()
    expect(databaseProcesses(data).length).toBeGreaterThan(0)
    seeded = await countRows(data)

    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(databaseProcesses(data)).toEqual([])
    expect(existsSync(join(data, 'postgres', 'owner.json'))).toBe(false)
    expect(existsSync(join(data, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
    // all connections were closed before the database stopped
    expect(run.output()).not.toContain('an idle database connection broke')
  })

  it('a second time: neither builds nor seeds again, and changes no table; killed, it leaves no database process', async () => {
    const run = await startAndWait()
    expect(run.output()).not.toContain('client built')
    expect(run.output()).not.toContain('"changes"')
    expect(await countRows(data)).toEqual(seeded)
    expect(databaseProcesses(data).length).toBeGreaterThan(0)
    run.child.kill('SIGKILL')
    await run.ended
    await vi.waitFor(() => expect(databaseProcesses(data)).toEqual([]), WAIT)
  })

  it('[START-14] keeps what people upload for its own user', () => {
    expect(statSync(join(data, 'files')).mode & 0o777).toBe(0o700)
  })

  it('[START-1] log:verify proves the log of DATA_DIRECTORY, beside the running server and without it, and makes no database where there is none', async () => {
    const verify = async (env: Record<string, string> = {}) => {
      const run = startProcess(process.execPath, ['scripts/logVerify.ts'], env)
      return { code: await run.ended, output: run.output() }
    }
    const server = await startAndWait()
    const beside = await verify()
    expect(beside).toMatchObject({ code: 0, output: expect.stringContaining('intact; head of the chain') })
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
    server.child.kill('SIGTERM')
    await server.ended
    expect((await verify()).output).toContain('intact; head of the chain')

    const nowhere = join(data, 'nowhere')
    expect(await verify({ DATA_DIRECTORY: nowhere })).toEqual({
      code: 1,
      output: `there is no database in ${nowhere}/postgres; set DATA_DIRECTORY or DATABASE_URL to that of the server\n`,
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  it('[START-13] admin:invite prints a link that the running server takes; the demonstration, which has an administrator, prints none', async () => {
    const server = await startAndWait()
    expect(server.output()).not.toContain('becomeAdministrator')
    const invite = startProcess(process.execPath, ['scripts/adminInvite.ts'])
    expect(await invite.ended).toBe(0)
    const address = new URL(/http:\S+/.exec(invite.output())![0])
    expect(address.origin).toBe(`http://127.0.0.1:${port}`)
    expect(await inviteState(address)).toBe('open')
  })

  it('[FAULT-10] starts its database again when that is killed, says so and serves on; killed more often than the limit it ends', async () => {
    const run = await startAndWait()
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status
    const postmaster = () => Number(readFileSync(join(data, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
    for (let times = 1; times <= RESTART_LIMIT.max; times++) {
      process.kill(postmaster(), 'SIGKILL')
      await vi.waitFor(() => expect(run.output().split('the database runs again').length).toBe(times + 1), WAIT)
      await vi.waitFor(async () => expect(await ready()).toBe(200), WAIT)
    }
    expect((await fetch(`http://127.0.0.1:${port}/api/platform/boot`)).status).toBe(200)
    process.kill(postmaster(), 'SIGKILL')
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain('ended by itself; starting it again (1 of at most 5 times in 10 minutes)')
    expect(run.output()).toContain('it is not started any more')
    expect(run.output()).toContain('without its database the platform ends')
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('ends with npm, database included, on %s', async (signal) => {
    const run = startProcess('npm', ['start'])
    await vi.waitFor(() => expect(run.output()).toContain(ANNOUNCED), WAIT)
    // Ctrl-C reaches the whole process group of the terminal, a signal npm alone.
    process.kill(signal === 'SIGINT' ? -(run.child.pid ?? 0) : (run.child.pid ?? 0), signal)
    await run.ended
    await vi.waitFor(() => expect(databaseProcesses(data)).toEqual([]), WAIT)
    await vi.waitFor(async () => expect(await isListening(port)).toBe(false), WAIT)
  })

  it('a port in use gives one line and starts no database', async () => {
    const busy = await listenOn(port)
    const run = startProcess(process.execPath, ['scripts/start.ts'])
    expect(await run.ended).toBe(1)
    expect(run.output()).toBe(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start\n`)
    expect(databaseProcesses(data)).toEqual([])
    await new Promise((resolve) => busy.close(resolve))
  })

  it('a PORT that is no port gives one line', async () => {
    const run = startProcess(process.execPath, ['scripts/start.ts'], { PORT: 'http' })
    expect(await run.ended).toBe(1)
    expect(run.output()).toBe('PORT must be a number from 1 to 65535, not "http"\n')
  })

  it('[START-11] what is unsafe is refused in production, all of it at once, before anything runs', async () => {
    const run = startProcess(process.execPath, ['scripts/start.ts', '--dev'], { NODE_ENV: 'production' })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/^Not started, because NODE_ENV=production and:\n {2}- npm run dev .*\n {2}- SITE_ADDRESS is not set.*\n/)
    expect(databaseProcesses(data)).toEqual([])
  })

  it('[START-12] the demonstration in production is refused: everybody knows its passwords', async () => {
    const run = startProcess(process.execPath, ['scripts/start.ts'], { NODE_ENV: 'production', SITE_ADDRESS: 'https://agon.example' })
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain('accounts of the demonstration can sign in (')
    expect(run.output()).not.toContain('Agon is running at')
  })

  it('a DATABASE_URL where nothing answers gives one line', async () => {
    const run = startProcess(process.execPath, ['scripts/start.ts'], { DATABASE_URL: `postgresql://a:b@127.0.0.1:${port}/c` })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/^.*ECONNREFUSED.*\n$/)
  })

  function startProcess(program: string, args: string[], env: Record<string, string> = {}): Started {
    const own = { PORT: String(port), HOST: '', DATA_DIRECTORY: data, DATABASE_URL: '', NODE_ENV: '', SITE_ADDRESS: '' }
    const child = spawn(program, args, { cwd: PROJECT_DIRECTORY, env: { ...process.env, ...own, ...env }, detached: true })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const run = { child, output: () => text, ended }
    started.push(run)
    return run
  }

  async function startAndWait(): Promise<Started> {
    const run = startProcess(process.execPath, ['scripts/start.ts'])
    await vi.waitFor(() => expect(run.output()).toContain(ANNOUNCED), WAIT)
    return run
  }
})

/** Numbers of the processes that stand in the cluster's folder, as all of PostgreSQL's do. */
function databaseProcesses(data: string): number[] {
  const cluster = join(data, 'postgres', 'cluster')
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid) === cluster)
}

function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

interface Rows {
  users: string
  registrations: string
}

async function countRows(data: string): Promise<Rows> {
  const { port, password } = JSON.parse(readFileSync(join(data, 'postgres', 'connection.json'), 'utf8')) as {
    port: number
    password: string
  }
  const client = new pg.Client({ connectionString: `postgresql://agon:${password}@127.0.0.1:${port}/agon` })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select (select count(*) from account_user) as users, (select count(*) from signup_registration) as registrations',
    )
    return rows[0]
  } finally {
    await client.end()
  }
}

/** What the server at the link's address says about it. */
async function inviteState({ origin, searchParams }: URL): Promise<string> {
  const body = JSON.stringify({ link: searchParams.get('link') })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/api/usercenter/administrator/invite`, { method: 'POST', headers, body })
  return ((await reply.json()) as { data: { state: string } }).data.state
}

function listenOn(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

async function isListening(port: number): Promise<boolean> {
  try {
    const server = await listenOn(port)
    await new Promise((resolve) => server.close(resolve))
    return false
  } catch {
    return true
  }
}
