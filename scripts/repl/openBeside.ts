/** The platform of the files over the database of the settings, beside the server that may be running there. */
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { WORK_MEMORY } from '../../runtime/server/database/openDatabase.ts'
import { joinDatabase } from '../start/joinDatabase.ts'
import type { StartSettings } from '../start/readSettings.ts'

export interface Beside {
  server: Server
  /** Which database this is, without its password. */
  name: string
  close(): Promise<void>
}

/** PostgreSQL itself refuses what writes. The others are those of every connection: an address with options replaces those of the pool. */
const READING = `-c TimeZone=UTC -c work_mem=${WORK_MEMORY} -c default_transaction_read_only=on`

/** @param writes  without it PostgreSQL refuses every write. @throws when there is no database */
export async function openBeside(settings: StartSettings, project: string, writes: boolean): Promise<Beside> {
  const database = await joinDatabase(settings)
  try {
    const server = await createServer({
      databaseUrl: writes ? database.url : readingAlone(database.url),
      projectDirectory: project,
      dataDirectory: settings.dataDirectory,
      logLevel: 'silent',
      siteAddress: settings.siteAddress,
      beside: true,
    })
    const close = async () => {
      await server.close()
      await database.leave()
    }
    return { server, name: nameOf(settings, database.url), close }
  } catch (error) {
    await database.leave()
    throw error
  }
}

function readingAlone(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', READING)
  // a plus sign is a space in forms alone
  address.search = address.search.replaceAll('+', '%20')
  return address.href
}

function nameOf({ databaseUrl, dataDirectory }: StartSettings, url: string): string {
  const { host, pathname } = new URL(url)
  return databaseUrl ? `Database ${host}${pathname}` : `Data folder ${dataDirectory} (${host}${pathname})`
}
