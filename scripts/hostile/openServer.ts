/** A server with a database of its own that listens on 127.0.0.1: what a suite attacks. `DATABASE_URL` names an empty database instead of a fresh embedded one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'

const PROJECT = join(import.meta.dirname, '../..')

export interface AttackedServer {
  server: Server
  databaseUrl: string
  /** Without a final slash. */
  address: string
  close(): Promise<void>
}

export async function openServer(): Promise<AttackedServer> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-hostile-'))
  const embedded = process.env.DATABASE_URL ? null : await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const databaseUrl = process.env.DATABASE_URL ?? embedded!.url
  const server = await createServer({
    databaseUrl,
    projectDirectory: PROJECT,
    dataDirectory: join(directory, 'data'),
    logLevel: 'silent',
    pretending: true,
  })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    server,
    databaseUrl,
    address,
    async close() {
      await server.close()
      await embedded?.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
