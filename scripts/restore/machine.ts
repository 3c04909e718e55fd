/** A PostgreSQL of its own with pgBackRest beside it, in one folder: made, backed up, destroyed, restored. From Debian's packages, with the sample
 *  `docs/deploy/pgbackrest.conf`. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { databaseOwner } from '../cluster/configure.ts'
import { PROJECT } from '../cluster/layout.ts'
import { until } from '../cluster/processes.ts'
import { installPackages } from '../test/installPackages.ts'

const PROGRAMS = '/usr/lib/postgresql/15/bin'
const PACKAGES = ['postgresql-15', 'pgbackrest']
const PATIENCE_S = 120

export interface Machine {
  /** Of the platform. */
  url: string
  /** Of the superuser, in the same database. */
  superuserUrl: string
  backUp(type: 'full' | 'diff'): void
  /** The WAL written so far is in the repository. */
  archived(): Promise<void>
  /** As when the machine is gone: no process ends in order, no folder stays. */
  destroy(): void
  /** Into an empty folder, as of a moment. @returns seconds */
  restore(moment: string): Promise<number>
  stop(): void
}

/** @param folder  empty; PostgreSQL's user must be able to enter those above it */
export async function createMachine(folder: string): Promise<Machine> {
  if (![`${PROGRAMS}/postgres`, '/usr/bin/pgbackrest'].every((program) => existsSync(program)) && !installPackages(PACKAGES))
    throw new Error(`this needs Debian 12 with the packages ${PACKAGES.join(' ')}`)
  const owner = databaseOwner()
  const [data, config, socket] = [join(folder, 'pg'), join(folder, 'pgbackrest.conf'), join(folder, 'socket')]
  const port = await freePort()
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', ...owner })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  }
  const backrest = (...args: string[]) => run('/usr/bin/pgbackrest', `--config=${config}`, '--stanza=agon', ...args)
  // the log is no pipe of ours: PostgreSQL would keep it open
  const control = (...args: string[]) =>
    run(`${PROGRAMS}/pg_ctl`, '-D', data, '-w', '-t', String(PATIENCE_S), '-l', join(folder, 'pg.log'), ...args)
  const url = (user: string, database = 'agon') => `postgresql://${user}@127.0.0.1:${port}/${database}`
  const makeFolder = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (owner) chownSync(path, owner.uid, owner.gid)
  }

  for (const path of [folder, data, socket, ...['repository', 'log', 'lock'].map((name) => join(folder, name))]) makeFolder(path)
  writeConfig(config, { folder, data, socket, port })
  if (owner) chownSync(config, owner.uid, owner.gid)
  run(`${PROGRAMS}/initdb`, '-D', data, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8')
  appendFileSync(join(data, 'postgresql.conf'), settings({ config, socket, port }))
  control('start')
  backrest('stanza-create')
  await asking(url('postgres', 'postgres'), async (client) => {
    await client.query('CREATE ROLE agon LOGIN')
    await client.query('CREATE DATABASE agon OWNER agon')
  })
  return {
    url: url('agon'),
    superuserUrl: url('postgres'),
    backUp: (type) => backrest(`--type=${type}`, 'backup'),
    archived: () =>
      asking(url('postgres'), async (client) => {
        const { rows } = await client.query(`SELECT pg_walfile_name(pg_switch_wal()) AS name`)
        const done = async () => (await client.query('SELECT last_archived_wal AS name FROM pg_stat_archiver')).rows[0].name >= rows[0].name
        if (!(await until(done, PATIENCE_S))) throw new Error('the WAL was not archived')
      }),
    destroy() {
      control('stop', '-m', 'immediate')
      for (const path of [data, socket]) rmSync(path, { recursive: true })
    },
    async restore(moment) {
      const begun = performance.now()
      for (const path of [data, socket]) makeFolder(path)
      backrest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
      control('start')
      const isPrimary = () =>
        asking(url('postgres'), async (client) => !(await client.query('SELECT pg_is_in_recovery() AS is')).rows[0].is)
      if (!(await until(() => isPrimary().catch(() => false), PATIENCE_S)))
        throw new Error(`the restored database did not come up: ${folder}/pg.log`)
      return (performance.now() - begun) / 1000
    },
    stop: () => control('stop', '-m', 'fast'),
  }
}

interface Place {
  folder: string
  data: string
  socket: string
  port: number
}

/** The sample with folders and a passphrase of this run. */
function writeConfig(file: string, { folder, data, socket, port }: Place): void {
  const values: Record<string, string> = {
    'repo1-path': join(folder, 'repository'),
    'repo1-cipher-pass': randomBytes(24).toString('base64'),
    'log-path': join(folder, 'log'),
    'lock-path': join(folder, 'lock'),
    'pg1-path': data,
    'pg1-port': String(port),
    'pg1-socket-path': socket,
  }
  const sample = readFileSync(join(PROJECT, 'docs/deploy/pgbackrest.conf'), 'utf8')
  writeFileSync(
    file,
    sample.replace(/^([\w-]+)=.*$/gm, (line, name: string) => (values[name] ? `${name}=${values[name]}` : line)),
    {
      mode: 0o600,
    },
  )
}

function settings({ config, socket, port }: { config: string; socket: string; port: number }): string {
  return `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${socket}'
archive_mode = on
archive_command = 'pgbackrest --config=${config} --stanza=agon archive-push %p'
archive_timeout = 60
`
}

/** A connection of its own for the work. */
export async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
