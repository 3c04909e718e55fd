/** `npm start` and `npm run dev`: from a fresh clone to a served platform - client built when its sources changed, database started unless DATABASE_URL
 *  names one, tables made, everything on one port, by one process or several (`--workers`). The demonstration is filled in once, on the embedded database without NODE_ENV=production. Unsafe
 *  settings are refused or reported. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MadeInvite } from '../plugins/account/accounts/administratorInvites.ts'
import type { Server } from '../runtime/server/createServer.ts'
import type { EmbeddedDatabase } from '../runtime/server/database/embedded.ts'
import type { DemoAccount } from './seed/demoAccounts.ts'
import { describeError } from './start/describeError.ts'
import { assertPortFree } from './start/freePort.ts'
import { mayPretend } from './start/mayPretend.ts'
import { readSettings, type StartSettings } from './start/readSettings.ts'
import { createStopInOrder, type StopInOrder } from './start/stopInOrder.ts'
import { listed, refuseUnsafe, unsafeSettings } from './start/unsafeSettings.ts'
import { unsafeState } from './start/unsafeState.ts'
import { startWorkers, type WorkerTask, workerTask } from './start/workers.ts'

/** More than a process opens (`mostConnections`): some are left for who looks after it. */
const CONNECTIONS_EACH = 50
const project = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
// For development, which loads the builder too. A server that stays small runs without it (`start/lean.mjs`).
enableCompileCache(join(project, 'node_modules/.cache/agon'))

try {
  const settings = readSettings(project, process.env, process.argv.slice(2))
  const { refused, warned } = unsafeSettings(settings, process.env)
  refuseUnsafe(refused)
  const task = workerTask(process.env)
  if (task === null) await assertPortFree(settings.port, settings.host)
  const order = createStopInOrder(settings.drainSeconds)
  if (settings.workers > 1 && task === null) await startAll(settings, order)
  else await start({ ...settings, warned }, order, task)
} catch (error) {
  console.error(describeError(error))
  process.exit(1)
}

interface Wanted extends StartSettings {
  /** Unsafe settings that are reported and not refused. */
  warned: readonly string[]
}

/** Keeps several processes, each of which starts as below. */
async function startAll(settings: StartSettings, order: StopInOrder): Promise<void> {
  try {
    const databaseUrl = await prepare(settings, order)
    const workers = startWorkers({ count: settings.workers, databaseUrl, env: process.env, note: console.error })
    order.add(() => workers.stop())
    process.on('SIGUSR2', () => void workers.renew())
    await workers.begun
    console.log(`${settings.workers} processes serve it.`)
  } catch (error) {
    console.error(describeError(error))
    await order.stop(1)
  }
}

async function start(settings: Wanted, order: StopInOrder, task: WorkerTask | null): Promise<void> {
  try {
    const databaseUrl = task?.databaseUrl ?? (await prepare(settings, order))
    const { createServer } = await import('../runtime/server/createServer.ts')
    const { directDatabaseUrl, replicaUrls, dataDirectory, logLevel, dev, shippedOnly, siteAddress, allowDrop } = settings
    const server = await createServer({
      databaseUrl,
      directDatabaseUrl,
      replicaUrls,
      projectDirectory: project,
      dataDirectory,
      logLevel,
      dev,
      shippedOnly,
      siteAddress,
      allowDrop,
      pretending: settings.demonstration && (await mayPretend(databaseUrl)),
    })
    order.add(async () => {
      server.drain()
      await pause(1000 * settings.drainSeconds)
      await server.close()
    })
    const isFirst = task === null || task.isFirst
    const accounts = settings.demonstration && isFirst ? await fillDemonstration(databaseUrl, server) : []
    const { refused, warned } = await unsafeState(settings, server.deps)
    refuseUnsafe(refused)
    if (dev) await listenForDevelopment(server, settings, order)
    else await server.app.listen({ port: settings.port, host: settings.host })
    if (isFirst) {
      printWelcome(settings, accounts, await inviteFirstAdministrator(settings, server))
      printWarnings(settings, [...settings.warned, ...warned])
    }
    flushCompileCache()
  } catch (error) {
    console.error(describeError(error))
    await order.stop(1)
  }
}

async function prepare(settings: StartSettings, order: StopInOrder): Promise<string> {
  const [databaseUrl] = await Promise.all([startDatabase(settings, order), settings.dev ? null : buildClientOnce()])
  return databaseUrl
}

async function startDatabase(settings: StartSettings, order: StopInOrder): Promise<string> {
  if (settings.databaseUrl) return settings.databaseUrl
  const { startEmbeddedDatabase } = await import('../runtime/server/database/embedded.ts')
  const database = await startEmbeddedDatabase({
    dataDirectory: join(settings.dataDirectory, 'postgres'),
    note: console.log,
    settings: settings.workers > 1 ? { max_connections: String(settings.workers * CONNECTIONS_EACH) } : {},
  })
  let wanted = false
  order.add(async () => {
    wanted = true
    await database.stop()
  })
  endWithDatabase(database, () => wanted, order)
  return database.url
}

function endWithDatabase(database: EmbeddedDatabase, isWanted: () => boolean, order: StopInOrder): void {
  void database.ended.then(() => {
    if (isWanted()) return
    console.error(`without its database the platform ends (log of the database: ${join(database.directory, 'postgres.log')})`)
    void order.stop(1)
  })
}

async function fillDemonstration(databaseUrl: string, server: Server): Promise<DemoAccount[]> {
  const { seed } = await import('./seed.ts')
  return (await seed({ databaseUrl, server })).accounts
}

async function buildClientOnce(): Promise<void> {
  const { buildClient } = await import('./start/buildClient.ts')
  const begun = performance.now()
  const built = await buildClient(project)
  if (built) console.log(`client built (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
}

async function listenForDevelopment(server: Server, settings: StartSettings, order: StopInOrder) {
  const { listenWithVite } = await import('./start/listenWithVite.ts')
  const { watchDocuments } = await import('./start/watchDocuments.ts')
  const { mistakes, stop: stopListening } = await listenWithVite(server, { ...settings, project })
  order.add(stopListening)
  const { watchServerCode } = await import('./start/watchServerCode.ts')
  const stops = [watchDocuments(project, () => server.reloadPlatform(), mistakes), watchServerCode(project, console.log)]
  order.add(async () => {
    for (const stop of stops) stop()
  })
}

function printWelcome(settings: StartSettings, accounts: readonly DemoAccount[], invite: MadeInvite | null): void {
  console.log(`\nAgon is running at ${settings.siteAddress}\n`)
  if (process.env.SITE_ADDRESS) console.log(`It listens on ${settings.host}, port ${settings.port}.`)
  if (accounts.length > 0)
    console.log('This is the demonstration: everybody knows these passwords. "npm run demo:remove" takes it away.\nDemo accounts:')
  for (const { role, name, password } of accounts) console.log(`  ${role.padEnd(22)} ${name.padEnd(16)} ${password}`)
  if (invite)
    console.log(
      `Nobody administers the platform yet. Whoever opens this link does; it works once, for ${invite.validHours} hours:\n\n  ${invite.address}`,
    )
  if (settings.shippedOnly)
    console.log('\nOnly shipped documents are served (--shipped): take published ones back in the page studio, then start without it.')
  console.log('\nCtrl-C stops it.\n')
}

/** Without an administrator no one could make one. @returns null when there is one */
async function inviteFirstAdministrator({ siteAddress: site }: StartSettings, { deps }: Server): Promise<MadeInvite | null> {
  const { hasAdministrator } = await import('../plugins/account/grants/assertNotLast.ts')
  const now = new Date()
  if (await hasAdministrator(deps.db, now)) return null
  const { makeInvite } = await import('../plugins/account/accounts/administratorInvites.ts')
  return makeInvite(deps.db, { platform: deps.platform(), site, now, isFirst: true })
}

function printWarnings({ production }: StartSettings, warned: readonly string[]): void {
  if (warned.length === 0) return
  console.error(`\nNot safe as it is (docs/deployment.md):\n${listed(warned)}`)
  if (!production) console.error('With NODE_ENV=production the worst of these is refused.')
}
