/** Unsafe parts of a deployment that only the server knows: which services only pretend, and who has an account. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { clockLead } from '../../runtime/server/database/assertSession.ts'
import { connectionsMissing, readConnectionBudget } from '../../runtime/server/database/connectionBudget.ts'
import { databaseLimits, maxConnections } from '../../runtime/server/database/databaseLimits.ts'
import { leadsToPooler } from '../../runtime/server/database/leadsToPooler.ts'
import { REPLICA_WORDS } from '../../runtime/server/operate/findings.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { demoAccounts } from '../seed/demoAccounts.ts'
import type { StartSettings } from './readSettings.ts'
import type { UnsafeSettings } from './unsafeSettings.ts'

const OTHERS = 0o007
const MAX_LEAD_SECONDS = 5

/** A demonstration gets no warnings. */
export async function unsafeState(settings: StartSettings, deps: ServerDeps): Promise<UnsafeSettings> {
  if (settings.demonstration) return { refused: [], warned: [] }
  const names = (await demoAccounts(deps.db)).map(({ name }) => name)
  const known =
    names.length > 0
      ? [`accounts of the demonstration can sign in (${names.join(', ')}), and everybody knows their passwords: npm run demo:remove`]
      : []
  const warnings = [
    ...pretending(deps),
    ...(await readableFiles(settings)),
    ...(await wrongClock(deps)),
    ...(await fewConnections(settings, deps)),
    ...(await pooledDirectly(deps)),
    ...(await absentReplicas(deps)),
  ]
  return settings.production ? { refused: known, warned: warnings } : { refused: [], warned: [...known, ...warnings] }
}

/** Others on the machine must not read ID pictures. */
async function readableFiles({ dataDirectory }: StartSettings): Promise<string[]> {
  const folder = join(dataDirectory, 'files')
  const found = await stat(folder).catch(() => null)
  return found && (found.mode & OTHERS) !== 0 ? [`everybody on this machine can read what people uploaded: chmod 700 ${folder}`] : []
}

/** Deadlines go by the clock of a process, and what its database stamps by another. */
async function wrongClock({ pool }: ServerDeps): Promise<string[]> {
  const seconds = Math.round((await clockLead(pool)) / 1000)
  return Math.abs(seconds) < MAX_LEAD_SECONDS
    ? []
    : [`the clock of this machine and that of the database differ by ${seconds} s: set both by NTP`]
}

/** One process more than fits waits for connections that others hold, and locks out who wants to look why. */
async function fewConnections({ workers }: StartSettings, { pool, platform, config }: ServerDeps): Promise<string[]> {
  const budget = await readConnectionBudget(pool)
  const processes = Math.max(workers, budget.processes)
  const missing = connectionsMissing({ ...budget, processes }, maxConnections(databaseLimits(platform()), config.isPooled))
  return missing ? [`${missing}: raise max_connections, use fewer processes, or put a pooler before it`] : []
}

/** Notices, changes of tables and exports need sessions of their own. */
async function pooledDirectly({ config }: ServerDeps): Promise<string[]> {
  if (!config.isPooled || !(await leadsToPooler(config.directUrl))) return []
  return [
    'DATABASE_DIRECT_URL leads to a pooler: open pages would not hear of changes. Let it lead to PostgreSQL itself, or to the address that follows its primary',
  ]
}

/** One of several may be the primary: after a failover it is another one. */
async function absentReplicas({ replicas }: ServerDeps): Promise<string[]> {
  if (!replicas) return []
  await Promise.all(replicas.all.map((replica) => replica.look()))
  return replicas
    .states()
    .flatMap(({ name, absence }) =>
      absence && absence !== 'primary' ? [`the replica ${name} is left out: ${REPLICA_WORDS[absence]}`] : [],
    )
}

/** What only pretends, and what is off because it would. */
function pretending({ platform, services }: ServerDeps): string[] {
  return services.providers.pretending().map(({ service, env, provider, pretends, isUsed }) => {
    if (isUsed) return `${env}=${provider}: ${pretends}`
    const { title } = platform().get('service', service)
    const name = typeof title === 'object' && 'en' in title ? title.en : service
    return `${env} is not set: the service "${name.toLowerCase()}" is off. Name a provider, or ${env}=${provider} to try it out (then ${pretends})`
  })
}
