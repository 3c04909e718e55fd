/** The database of this deployment, for commands beside the server: DATABASE_DIRECT_URL or DATABASE_URL, else the embedded one - that of a running server, or started for as
 *  long as the command runs. Never makes one. */
import { join } from 'node:path'
import { runningAddress, startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { livingOwner } from '../../runtime/server/database/embeddedClaim.ts'
import { findCluster } from '../../runtime/server/database/embeddedPlace.ts'
import type { StartSettings } from './readSettings.ts'

export interface JoinedDatabase {
  url: string
  /** Ends what was started for this command alone. */
  leave(): Promise<void>
}

/** @throws Error in one line when there is no database, or one that no one answers for */
export async function joinDatabase({
  databaseUrl,
  directDatabaseUrl,
  dataDirectory,
}: Pick<StartSettings, 'databaseUrl' | 'directDatabaseUrl' | 'dataDirectory'>): Promise<JoinedDatabase> {
  if (databaseUrl) return { url: directDatabaseUrl ?? databaseUrl, leave: async () => {} }
  const wanted = join(dataDirectory, 'postgres')
  const directory = findCluster(wanted)
  if (!directory) throw new Error(`there is no database in ${wanted}; set DATA_DIRECTORY or DATABASE_URL to that of the server`)
  if (livingOwner(directory) !== null) return { url: runningAddress(directory), leave: async () => {} }
  const database = await startEmbeddedDatabase({ dataDirectory: wanted, note: console.error })
  return { url: database.url, leave: () => database.stop() }
}
