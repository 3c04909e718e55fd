/** `npm run test:restore`: an own PostgreSQL with pgBackRest is filled under load, destroyed with all its files, and restored into an empty folder as it was at a
 *  given moment. Compares every table and every file, verifies the audit log, and starts the platform on the copy as a rehearsal. Exit code 1 when anything
 *  differs. Works in RESTORE_DIRECTORY (/var/tmp/agon-restore), which it removes. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer } from '../runtime/server/createServer.ts'
import { PROJECT } from './cluster/layout.ts'
import { until } from './cluster/processes.ts'
import { differences, filesOf, type Tables, tablesOf, tablesOfNow } from './restore/contents.ts'
import { type Load, startLoad } from './restore/load.ts'
import { asking, createMachine, type Machine } from './restore/machine.ts'
import { seed } from './seed.ts'
import { describeError } from './start/describeError.ts'

const FOLDER = process.env.RESTORE_DIRECTORY || '/var/tmp/agon-restore'
const [DATA, COPY, RESTORED] = ['data', 'files.tar', 'restored'].map((name) => join(FOLDER, name)) as [string, string, string]
const PORT = process.env.PORT ?? '8079'
/** Of load before the backup, between it and the moment, and after the moment. */
const LOAD_S = 6
const PATIENCE_S = 240

interface Kept {
  moment: string
  tables: Tables
  files: Map<string, string>
  /** Rows that came after the moment. */
  later: number
}

try {
  rmSync(FOLDER, { recursive: true, force: true })
  const machine = await createMachine(FOLDER)
  console.log('a database is filled and backed up under load')
  const kept = await fillAndDestroy(machine)
  console.log(`destroyed; restored as it was at ${kept.moment}`)
  const seconds = await machine.restore(kept.moment)
  const lines = await compare(machine, kept)
  lines.push(['the platform starts as a rehearsal', await rehearses(machine)])
  machine.stop()
  console.log(
    `\n| restored in ${seconds.toFixed(1)} s | |\n|---|---|\n${lines.map(([what, found]) => `| ${what} | ${found} |`).join('\n')}`,
  )
  if (lines.some(([, found]) => found.startsWith('NOT'))) process.exitCode = 1
  else rmSync(FOLDER, { recursive: true, force: true })
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}
process.exit()

/** At the end nothing is left but the repository and the copy of the files. */
async function fillAndDestroy(machine: Machine): Promise<Kept> {
  const server = await createServer({
    databaseUrl: machine.url,
    projectDirectory: PROJECT,
    dataDirectory: DATA,
    logLevel: 'silent',
    pretending: true,
  })
  await seed({ databaseUrl: machine.url, server })
  const load = await startLoad(server)
  await pause(LOAD_S * 1000)
  machine.backUp('full')
  await pause(LOAD_S * 1000)
  machine.backUp('diff')
  await pause(LOAD_S * 1000)
  const { moment, tables } = await tablesOfNow(machine.superuserUrl)
  const atMoment = rowsOf(tables)
  await pause(LOAD_S * 1000)
  // files are only added for a day: a later copy holds all that were there
  tar('--create', `--file=${COPY}`, '--exclude=files/draft', `--directory=${DATA}`, 'files')
  await pause(1_000)
  await machine.archived()
  const later = rowsOf(await tablesOf(machine.superuserUrl)) - atMoment
  const files = await filesOf(join(DATA, 'files'))
  machine.destroy()
  rmSync(DATA, { recursive: true })
  report(load)
  await load.end()
  await Promise.race([server.close().catch(() => {}), pause(20_000)])
  return { moment, tables, files, later }
}

function report({ counts }: Load): void {
  const each = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
  console.log(`under load: ${each.join(', ')}`)
}

/** As `docs/deployment.md` says. Ends with 1 when a file came while it looked. */
function tar(...args: string[]): void {
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' })
  if (status === null || status > 1) throw new Error(`tar: ${stderr}`)
}

function rowsOf(tables: Tables): number {
  return [...tables.values()].reduce((sum, { rows }) => sum + rows, 0)
}

async function compare(machine: Machine, { moment, tables, files, later }: Kept): Promise<[string, string][]> {
  mkdirSync(RESTORED, { recursive: true, mode: 0o700 })
  tar('--extract', `--file=${COPY}`, `--directory=${RESTORED}`)
  const [found, stored] = [await tablesOf(machine.superuserUrl), await filesOf(join(RESTORED, 'files'))]
  const wrong = [...new Set([...differences(tables, found), ...differences(found, tables)])]
  const named = await asking(
    machine.superuserUrl,
    async (client) => (await client.query('SELECT key, size::int AS size FROM platform_file')).rows,
  )
  const original = new Map([...files].map(([path, hash]) => [path.split('/').at(-1)!, hash]))
  const copied = new Map([...stored].map(([path, hash]) => [path.split('/').at(-1)!, hash]))
  const missing = named.filter(({ key }) => !copied.has(key) || copied.get(key) !== original.get(key))
  const verified = spawnSync(process.execPath, [join(PROJECT, 'scripts/logVerify.ts'), machine.url], { encoding: 'utf8' })
  return [
    ['the moment', moment],
    [`${tables.size} tables, ${rowsOf(tables)} rows, by hash`, wrong.length === 0 ? 'equal' : `NOT equal: ${wrong.join(', ')}`],
    ['rows written after the moment', later > 0 ? `${later}, none of them there` : 'NOT tried: there were none'],
    [`${named.length} files that rows name, by SHA-256`, missing.length === 0 ? 'equal' : `NOT equal: ${missing.length}`],
    [
      'log:verify',
      verified.status === 0 ? verified.stdout.trim().replaceAll('\n', '; ') : `NOT intact: ${verified.stdout}${verified.stderr}`,
    ],
  ]
}

async function rehearses(machine: Machine): Promise<string> {
  const env = { ...process.env, DATABASE_URL: machine.url, DATA_DIRECTORY: RESTORED, REHEARSAL: 'on', PORT, HOST: '127.0.0.1' }
  const child = spawn(process.execPath, ['scripts/run.mjs', '--lean', 'scripts/start.ts'], {
    cwd: PROJECT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const address = `http://127.0.0.1:${PORT}`
  try {
    const answers = () =>
      fetch(`${address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    if (!(await until(async () => child.exitCode !== null || (await answers()), PATIENCE_S)) || child.exitCode !== null)
      return `NOT: ${text}`
    const boot = (await (await fetch(`${address}/api/platform/boot`)).json()) as { data?: { mode?: string | null } }
    return JSON.stringify(boot.data?.mode ?? null).includes('rehearsal') ? 'yes' : `NOT marked: ${JSON.stringify(boot.data?.mode)}`
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
