/** One embedded PostgreSQL for a whole run, shared by all projects that name this file as their global setup. Tests reach it by
 *  `createDatabase`; they never share a database. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { fastDirectory } from './fastDirectory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the maintenance database `agon`. */
    postgresUrl: string
    /** Folder of the files that the demo data of the template `seeded` refer to. */
    seededFiles: string
  }
}

interface SharedPostgres {
  users: number
  started: Promise<{ database: EmbeddedDatabase; directory: string }>
}

/** Projects load this module separately but in one process. */
const shared = globalThis as { agonTestPostgres?: SharedPostgres }

const UNSAFE_BUT_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', max_wal_size: '512MB' }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.agonTestPostgres ??= { users: 0, started: start() }
  const postgres = shared.agonTestPostgres
  postgres.users += 1
  const { database, directory } = await postgres.started
  project.provide('postgresUrl', database.url)
  project.provide('seededFiles', join(directory, 'files'))
  return async () => {
    postgres.users -= 1
    if (postgres.users > 0) return
    delete shared.agonTestPostgres
    await database.stop()
    for (const left of [directory, database.directory]) rmSync(left, { recursive: true, force: true })
  }
}

async function start() {
  const directory = fastDirectory()
  return { database: await startEmbeddedDatabase({ dataDirectory: directory, settings: UNSAFE_BUT_FAST }), directory }
}
