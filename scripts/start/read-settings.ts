import { join } from 'node:path'

export interface StartSettings {
  port: number
  host: string
  /** Address of an existing PostgreSQL; null: run our own. */
  databaseUrl: string | null
  dataDirectory: string
  logLevel: string
  dev: boolean
  /** Only the documents of the files are served: what was published over them does not count. */
  shippedOnly: boolean
}

const DEFAULT_PORT = 8080

/**
 * Settings from the environment: PORT, HOST, DATABASE_URL, DATA_DIRECTORY, LOG_LEVEL; `--dev` and `--shipped` from the arguments.
 * @throws Error in one line naming the bad one
 */
export function readSettings(project: string, env: NodeJS.ProcessEnv, flags: string[]): StartSettings {
  const port = Number(env.PORT || DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT must be a number from 1 to 65535, not "${env.PORT}"`)
  return {
    port,
    host: env.HOST || '0.0.0.0',
    databaseUrl: env.DATABASE_URL || null,
    dataDirectory: env.DATA_DIRECTORY || join(project, 'data'),
    logLevel: env.LOG_LEVEL || 'warn',
    dev: flags.includes('--dev'),
    shippedOnly: flags.includes('--shipped'),
  }
}
