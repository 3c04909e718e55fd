/** The server of the export's bench: `serve.ts DATABASE_URL DIRECTORY PORT`. */
import { join } from 'node:path'
import { createServer } from '../../../runtime/server/createServer.ts'

const [databaseUrl = '', directory = '', port = ''] = process.argv.slice(2)
const server = await createServer({
  databaseUrl,
  projectDirectory: join(import.meta.dirname, '../../..'),
  dataDirectory: directory,
  logLevel: 'error',
  pretending: true,
})
await server.app.listen({ port: Number(port), host: '127.0.0.1' })
console.log('ready')
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
