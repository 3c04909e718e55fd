import { join } from 'node:path'

export interface StartSettings {
  port: number
  host: string
  /** Address of an existing PostgreSQL; null: run our own. */
  databaseUrl: string | null
  /** Address of PostgreSQL itself, when `databaseUrl` is that of a pooler. */
  directDatabaseUrl: string | null
  /** Addresses of replicas of it that may answer reads. */
  replicaUrls: readonly string[]
  dataDirectory: string
  logLevel: string
  dev: boolean
  /** Processes that serve the port. */
  workers: number
  /** Serves only the documents of the files: published overrides do not count. */
  shippedOnly: boolean
  /** Drops tables and fields that no document has any more, when they are empty. */
  allowDrop: boolean
  /** Time between the signal to stop and the end of listening, in which `/health/ready` says 503. */
  drainSeconds: number
  /** NODE_ENV=production: unsafe settings are refused. */
  production: boolean
  /** A new database is filled with the demonstration, and its accounts are printed. */
  demonstration: boolean
  /** Public address of the platform, with which addresses in messages begin: scheme and host. */
  siteAddress: string
}

const DEFAULT_PORT = 8080
/** In production: longer than a load balancer takes to notice, with its usual checks. */
const DRAIN_SECONDS = 5
const MAX_DRAIN_SECONDS = 120
const MAX_WORKERS = 64
/** This machine alone: set HOST to be reached from outside. */
const DEFAULT_HOST = '127.0.0.1'

/**
 * Settings from the environment: PORT, HOST, DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URLS, DATA_DIRECTORY, LOG_LEVEL, NODE_ENV, DEMO, SITE_ADDRESS, DRAIN_SECONDS; `--dev`, `--shipped`,
 * `--allow-drop` and `--workers N` from the arguments.
 * @throws Error in one line naming the bad one
 */
export function readSettings(project: string, env: NodeJS.ProcessEnv, flags: string[]): StartSettings {
  const port = Number(env.PORT || DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT must be a number from 1 to 65535, not "${env.PORT}"`)
  const host = env.HOST || DEFAULT_HOST
  const databaseUrl = env.DATABASE_URL || null
  const production = env.NODE_ENV === 'production'
  return {
    port,
    host,
    databaseUrl,
    directDatabaseUrl: readDirect(env.DATABASE_DIRECT_URL, databaseUrl),
    replicaUrls: readReplicas(env.DATABASE_REPLICA_URLS, databaseUrl),
    dataDirectory: env.DATA_DIRECTORY || join(project, 'data'),
    logLevel: env.LOG_LEVEL || 'warn',
    dev: flags.includes('--dev'),
    workers: readWorkers(flags),
    shippedOnly: flags.includes('--shipped'),
    allowDrop: flags.includes('--allow-drop'),
    drainSeconds: readDrain(env.DRAIN_SECONDS, production),
    production,
    demonstration: readDemo(env.DEMO, databaseUrl === null && !production),
    siteAddress: env.SITE_ADDRESS ? readSite(env.SITE_ADDRESS) : `http://${hostShown(host)}:${port}`,
  }
}

function readDirect(setting: string | undefined, databaseUrl: string | null): string | null {
  if (!setting) return null
  if (databaseUrl === null) throw new Error('DATABASE_DIRECT_URL is PostgreSQL behind a pooler: DATABASE_URL must name the pooler')
  return setting
}

function readReplicas(setting: string | undefined, databaseUrl: string | null): string[] {
  const urls = (setting ?? '').split(',').flatMap((url) => url.trim() || [])
  if (urls.length > 0 && databaseUrl === null)
    throw new Error('DATABASE_REPLICA_URLS are replicas of the PostgreSQL in DATABASE_URL: there is none')
  const wrong = urls.findIndex((url) => !URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
  // an address holds a password
  if (wrong >= 0)
    throw new Error(`DATABASE_REPLICA_URLS must be addresses as postgresql://..., with commas between; number ${wrong + 1} is none`)
  return urls
}

function readWorkers(flags: string[]): number {
  const at = flags.findIndex((flag) => flag === '--workers' || flag.startsWith('--workers='))
  if (at === -1) return 1
  const setting = flags[at]!.split('=')[1] ?? flags[at + 1]
  const count = Number(setting)
  if (!Number.isInteger(count) || count < 1 || count > MAX_WORKERS)
    throw new Error(`--workers must be a whole number from 1 to ${MAX_WORKERS}, not "${setting ?? ''}"`)
  if (count > 1 && flags.includes('--dev')) throw new Error('--workers serves, --dev replaces while it serves: choose one of them')
  return count
}

function readDrain(setting: string | undefined, production: boolean): number {
  const seconds = setting ? Number(setting) : production ? DRAIN_SECONDS : 0
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MAX_DRAIN_SECONDS)
    throw new Error(`DRAIN_SECONDS must be a whole number from 0 to ${MAX_DRAIN_SECONDS}, not "${setting}"`)
  return seconds
}

/** @param possible  the embedded database, without NODE_ENV=production: nowhere else are there accounts whose passwords everyone knows */
function readDemo(setting: string | undefined, possible: boolean): boolean {
  if (setting && setting !== 'on' && setting !== 'off') throw new Error(`DEMO must be on or off, not "${setting}"`)
  if (setting === 'on' && !possible)
    throw new Error('DEMO=on: the passwords of the demonstration are public, so there is none with DATABASE_URL or NODE_ENV=production')
  return possible && setting !== 'off'
}

function readSite(setting: string): string {
  const url = URL.canParse(setting) ? new URL(setting) : null
  const isBare = url && !url.username && !url.password && url.pathname === '/' && !url.search && !url.hash
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new Error(`SITE_ADDRESS must be scheme and host, as https://agon.example, without a path; not "${setting}"`)
  return url.origin
}

function hostShown(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
