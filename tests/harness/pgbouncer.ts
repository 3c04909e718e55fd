/** PgBouncer in transaction mode for a test file, from Debian's package, installed by apt where it is missing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { installPackages } from '../../scripts/test/installPackages.ts'
import { freePort } from './freePort.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const PATIENCE_MS = 20_000

export interface Pooler {
  /** The same database, through the pooler. */
  address(databaseUrl: string): string
  close(): Promise<void>
}

/** @param databaseUrl  where PostgreSQL listens
 *  @param size         sessions that it keeps with PostgreSQL for each database
 *  @returns            null where it cannot be installed: no apt, or not root */
export async function startPgbouncer(databaseUrl: string, size: number): Promise<Pooler | null> {
  if (!existsSync(PROGRAM) && !installPackages(['pgbouncer'])) return null
  const { hostname, port, username, password } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'agon-pgbouncer-'))
  const own = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const server = `host=${hostname} port=${port} user=${username}${password ? ` password=${decodeURIComponent(password)}` : ''}`
  writeFileSync(file, settings(server, own, size))
  // it does not run as root
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  chmodSync(folder, 0o755)
  const child = spawn(PROGRAM, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const address = (url: string) => {
    const through = new URL(url)
    through.hostname = '127.0.0.1'
    through.port = String(own)
    return through.href
  }
  const close = async () => {
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
  }
  if (await answers(address(databaseUrl))) return { address, close }
  await close()
  throw new Error(`PgBouncer did not start: ${output.slice(-2_000)}`)
}

function settings(server: string, port: number, size: number): string {
  return `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
`
}

async function answers(url: string): Promise<boolean> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const isUp = await client.connect().then(
      () => client.query('SELECT 1').then(() => true),
      () => false,
    )
    await client.end().catch(() => {})
    if (isUp) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
