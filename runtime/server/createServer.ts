/** Puts the server together: documents -> platform -> tables -> services -> routes. Called by scripts, tests and benches.
 *  Order matters: tables exist before services start, services exist before routes answer, jobs start last. */

import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ClientBase } from 'pg'
import type { Renames } from '../core/documents/renameIds.ts'
import { loadRegexEngine } from '../core/expressions/index.ts'
import type { Platform } from '../core/platform.ts'
import { createCalls } from './calls/createCalls.ts'
import { createHttp } from './createHttp.ts'
import { assertSession } from './database/assertSession.ts'
import { databaseLimits } from './database/databaseLimits.ts'
import { migrateDatabase } from './database/migrateDatabase.ts'
import { type Databases, openDatabases } from './database/openDatabases.ts'
import { makeStoredTables, type RefusedChange, storedModels } from './database/storedTables.ts'
import { readPublished, shippedIds } from './documents/documentRows.ts'
import type { Fitted } from './documents/fitStored.ts'
import { loadRenames } from './documents/loadRenames.ts'
import { createPlatformSource, type PlatformSource } from './loadPlatform.ts'
import { startSealer } from './log/startSealer.ts'
import { readRole, refuseRequests, works } from './nodeRole.ts'
import { openMetrics } from './operate/openMetrics.ts'
import { openTraces } from './operate/openTraces.ts'
import { readRehearsal } from './operate/operatingMode.ts'
import { type Health, registerHealth } from './registerHealth.ts'
import type { ServerConfig, ServerDeps, Services } from './serverContext.ts'
import { createServices, registerRoutes } from './services.ts'
import { startHousekeeping } from './startHousekeeping.ts'
import { registerOpenapi } from './wire/registerOpenapi.ts'

export interface CreateServerOptions {
  databaseUrl: string
  /** Address of PostgreSQL itself, when `databaseUrl` is that of a pooler in transaction mode. */
  directDatabaseUrl?: string | null
  /** Addresses of replicas that may answer reads. */
  replicaUrls?: readonly string[]
  /** Folder with `schemas/` and `plugins/`. */
  projectDirectory: string
  /** More such folders; tests lay their fixtures over the project. */
  overlays?: readonly string[]
  /** Default `<projectDirectory>/data`. */
  dataDirectory?: string
  dev?: boolean
  /** Public address, as `https://agon.example`: where addresses in messages begin. Default `http://localhost`. */
  siteAddress?: string
  /** Leave stored documents out of the platform: for recovery. */
  shippedOnly?: boolean
  /** Tables and fields that no document has any more are dropped when they are empty. */
  allowDrop?: boolean
  /** pino level, default `info`; `silent` in tests. */
  logLevel?: string
  /** Use providers that only pretend where the environment names no other: for a demonstration, development and tests. */
  pretending?: boolean
  /** Settings of services; default the process's environment. */
  environment?: Readonly<Record<string, string | undefined>>
  /** Clock by which calls decide; default the machine's. */
  clock?: () => Date
  /** A platform already built: documents are then not read from files. */
  platform?: Platform
  /** A process beside the server that serves this database: makes no tables, works on no jobs. */
  beside?: boolean
}
export interface Server {
  app: FastifyInstance
  deps: ServerDeps
  /** `/health/ready` says 503 from now on, everything else continues: for a load balancer, before `close`. */
  drain(): void
  /** Stops taking requests, finishes those that run, stops jobs, closes the pool. */
  close(): Promise<void>
  /**
   * Reads the document files again and adds what the tables lack, as a start does.
   * @throws DOCUMENT_INVALID with details.failures, TABLE_CHANGE_LOSSY; the old platform then keeps serving
   */
  reloadPlatform(): Promise<void>
}

/** Time that running requests have to finish when the server stops. */
const GRACE_MS = 10_000
/** Between looks for connections whose request has ended meanwhile. */
const SWEEP_MS = 50

/**
 * A server ready to `app.listen` or `app.inject`.
 * @throws DOCUMENT_INVALID, TABLE_CHANGE_LOSSY, MIGRATION_CHANGED, CALL_UNTRANSLATABLE: nothing is left running
 */
export async function createServer(options: CreateServerOptions): Promise<Server> {
  const config = serverConfig(options)
  await loadRegexEngine()
  const traces = await openTraces(config)
  const source = await createPlatformSource(config.folders, config.environment, options.platform)
  const app = createHttp(config, options.logLevel ?? 'info', () => source.platform())
  const renames = loadRenames(config.folders)
  const makeTables = tablesMaker(options, { config, app, source, renames })
  if (!options.beside) await makeTables(source.platform())
  const databases = openDatabases(config, databaseLimits(source.platform()), app.log)
  source.onReload((platform) => databases.limit(databaseLimits(platform)))
  const services = {} as Services
  const calls = createCalls(() => deps)
  const stored = () => services.documentStore.load()
  const deps: ServerDeps = {
    config,
    ...connectionsOf(databases),
    logger: app.log,
    metrics: await openMetrics(config, databases),
    traces,
    clock: options.clock ?? (() => new Date()),
    platform: source.platform,
    names: source.names,
    renames,
    shipped: source.shipped,
    files: source.files,
    buildWith: (stored) => (options.platform ? { platform: options.platform, passedOver: [] } : source.build(stored)),
    fitting: (stored) =>
      options.platform ? { built: { platform: options.platform, passedOver: [] }, kept: stored, left: [] } : source.fitting(stored),
    handlers: source.handlers,
    extensions: source.extensions,
    rules: source.rules,
    services,
    calls: calls.runner,
    reloadPlatform: () => source.reload(stored, calls.prepare),
    platformReloaded: source.reloaded,
    onReload: source.onReload,
  }
  const stops: (() => Promise<void>)[] = []
  let health: Health | undefined
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeAll(app, stops, databases).finally(() => traces?.close()))
  try {
    await assertSession(databases.main.pool)
    Object.assign(services, createServices(deps))
    await deps.reloadPlatform()
    refuseRequests(app, config)
    health = registerHealth(app, deps, databases.answeredAt)
    calls.register(app)
    registerOpenapi(app, deps)
    await registerRoutes(app, deps)
    if (works(config) && !options.beside) stops.push(startSealer(deps), startHousekeeping(deps))
    stops.push((await deps.metrics?.serve()) ?? (async () => {}))
    await app.ready()
    if (!options.beside) await services.jobs.start()
  } catch (error) {
    await close()
    throw error
  }
  return { app, deps, drain: () => health?.drain(), close, reloadPlatform: () => source.reload(stored, calls.prepare, { makeTables }) }
}

function connectionsOf({ main, outsideTransaction, background, lists, reads, replicas, watch }: Databases) {
  return { ...main, outsideTransaction: outsideTransaction.db, background, lists, reads, replicas, watch }
}

interface TableParts {
  config: ServerConfig
  app: FastifyInstance
  source: PlatformSource
  renames: Renames
}

function tablesMaker(options: CreateServerOptions, { config, app, source, renames }: TableParts): (platform: Platform) => Promise<void> {
  const { directUrl, projectDirectory } = config
  const note = (line: string) => app.log.warn(line)
  const allowDrop = options.allowDrop === true || config.dev
  // what stored documents say is looked at before anything is kept: a start that cannot serve leaves the database to the release before
  const beforeCommit = async (client: ClientBase) => {
    if (config.shippedOnly || options.platform) return
    const fitted = source.fitting(await readPublished(client, renames))
    tellLeftOut(app, fitted)
    if (fitted.built.platform)
      tellRefused(app, await makeStoredTables(client, storedModels(fitted.built.platform, shippedIds(source.shipped(), 'entity'))))
  }
  return async (platform) =>
    tellChanges(app, await migrateDatabase({ databaseUrl: directUrl, projectDirectory, platform, renames, allowDrop, note, beforeCommit }))
}

/** One line for each table; a new database tells nothing. */
function tellChanges({ log }: FastifyInstance, changes: readonly string[]): void {
  const tables = Map.groupBy(changes, (change) => change.split(': ', 1)[0]!)
  const isNew = changes.includes(FIRST_CHANGE)
  for (const [table, of] of tables)
    log[isNew ? 'info' : 'warn']({ changes: of.map((change) => change.slice(table.length + 2)) }, `database changed: ${table}`)
}

/** What only a database without tables is changed by. */
const FIRST_CHANGE = 'migration 0001-kernel-tables.sql'

function tellRefused({ log }: FastifyInstance, refused: readonly RefusedChange[]): void {
  for (const change of refused) log.warn(change, 'rows of a table that staff made do not allow a change')
}

function tellLeftOut({ log }: FastifyInstance, { left }: Fitted): void {
  for (const { raw, failures } of left)
    log.warn({ document: raw.file, failures: failures.slice(0, 3) }, 'a published document does not fit this release and is left out')
}

function serverConfig(options: CreateServerOptions): ServerConfig {
  const projectDirectory = resolve(options.projectDirectory)
  const environment = options.environment ?? process.env
  return {
    databaseUrl: options.databaseUrl,
    directUrl: options.directDatabaseUrl ?? options.databaseUrl,
    isPooled: Boolean(options.directDatabaseUrl),
    replicaUrls: options.replicaUrls ?? [],
    projectDirectory,
    dataDirectory: resolve(options.dataDirectory ?? `${projectDirectory}/data`),
    dev: options.dev === true,
    checkOutputs: options.dev === true || environment.NODE_ENV === 'test',
    siteAddress: options.siteAddress ?? 'http://localhost',
    shippedOnly: options.shippedOnly === true,
    pretending: options.pretending === true,
    rehearsal: readRehearsal(environment.REHEARSAL),
    role: readRole(environment.ROLE),
    folders: [projectDirectory, ...(options.overlays ?? [])],
    environment,
  }
}

async function closeAll(app: FastifyInstance, stops: readonly (() => Promise<void>)[], databases: Databases): Promise<void> {
  // requests that are still running after the time of grace are cut off; until then they finish
  const grace = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await app.close().finally(() => {
    clearTimeout(grace)
    clearInterval(sweep)
  })
  for (const stop of stops) await stop().catch((error: unknown) => app.log.warn({ err: error }, 'a part did not stop cleanly'))
  await databases.close()
}
