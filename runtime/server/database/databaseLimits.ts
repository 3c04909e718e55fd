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
] as const

export type DatabaseLimits = Readonly<Record<(typeof NAMES)[number], number>>

export function databaseLimits(platform: Platform): DatabaseLimits {
  const { values } = platform.get('settings', SETTINGS)
  return Object.fromEntries(NAMES.map((name) => [name, Number(values[name]!.value)])) as DatabaseLimits
}

/** Of own statements, short reads, the queue, sessions, messages, exports and notices: their pools do not follow the settings. */
const FIXED_CONNECTIONS = 15

/** Connections that one server process opens at most. */
export function mostConnections({ connections, listConnections, slowListConnections, jobConnections }: DatabaseLimits): number {
  return connections + listConnections + slowListConnections + jobConnections + FIXED_CONNECTIONS
}
