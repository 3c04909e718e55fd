/** Figures for Prometheus, where METRICS_PORT asks for them. Their library is loaded only then. */
import type { Databases } from '../database/openDatabases.ts'
import type { ServerConfig } from '../serverContext.ts'
import type { Metrics } from './createMetrics.ts'

export interface MetricsSettings {
  port: number
  host: string
}

/** This machine alone: METRICS_HOST lets others ask. */
const DEFAULT_HOST = '127.0.0.1'

/** Settings METRICS_PORT and METRICS_HOST; null where no one asks for figures. @throws Error in one line */
function readMetricsSettings(environment: Readonly<Record<string, string | undefined>>): MetricsSettings | null {
  if (!environment.METRICS_PORT) return null
  const port = Number(environment.METRICS_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`METRICS_PORT must be a number from 1 to 65535, not "${environment.METRICS_PORT}"`)
  return { port, host: environment.METRICS_HOST || DEFAULT_HOST }
}

/** Null where no one asks for them. @throws Error in one line that names a wrong setting */
export async function openMetrics({ environment, dataDirectory }: ServerConfig, databases: Databases): Promise<Metrics | null> {
  const at = readMetricsSettings(environment)
  if (!at) return null
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([import('./createMetrics.ts'), import('./serveMetrics.ts')])
  const metrics = createMetrics({ databases, dataDirectory })
  return { ...metrics, serve: () => serveMetrics(metrics, at) }
}
