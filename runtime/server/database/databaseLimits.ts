/** How many connections a server process holds and how long statements may take, as the settings document `platform.database` says. */
import type { Platform } from '../../core/platform.ts'

const SETTINGS = 'platform.database'
const NAMES = [
  'connections',
  'statementSeconds',
  'silenceSeconds',
  'listConnections',
  'quickListMilliseconds',
  'slowListConnections',
  'listSeconds',
  'exportSeconds',
  'exportWaitSeconds',
  'jobConnections',
  'jobSeconds',
  'slowStatementMilliseconds',
  'replicaLagMilliseconds',
] as const

export type DatabaseLimits = Readonly<Record<(typeof NAMES)[number], number>>

export function databaseLimits(platform: Platform): DatabaseLimits {
  const { values } = platform.get('settings', SETTINGS)
  return Object.fromEntries(NAMES.map((name) => [name, Number(values[name]!.value)])) as DatabaseLimits
}

/** Of own statements, short reads, the queue, sessions, messages, exports and notices: their pools do not follow the settings. */
const FIXED_CONNECTIONS = 15

/** Past a pooler: of notices, two exports, and an index made beside the work. */
const DIRECT_CONNECTIONS = 4

/** Connections to PostgreSQL that one server process opens at most; behind a pooler, those that go past it. */
export function maxConnections(limits: DatabaseLimits, isPooled = false): number {
  if (isPooled) return DIRECT_CONNECTIONS
  const { connections, listConnections, slowListConnections, jobConnections } = limits
  return connections + listConnections + slowListConnections + jobConnections + FIXED_CONNECTIONS
}
