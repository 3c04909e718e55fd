/** Run by tests as a process of its own: serves the documents of `tests/fixtures/rooms` on a database that has their tables, and prints its address.
 *  `node serveRooms.ts DATABASE_URL DATA_DIRECTORY` */
import { createServer } from '../../runtime/server/createServer.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'
import { roomsOverlays } from './roomsOverlays.ts'

const [databaseUrl = '', dataDirectory = ''] = process.argv.slice(2)
const overlays = roomsOverlays()
const server = await createServer({
  databaseUrl,
  projectDirectory: PROJECT_DIRECTORY,
  overlays,
  dataDirectory,
  logLevel: 'silent',
  pretending: true,
})
process.on('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
console.log(await server.app.listen({ port: 0, host: '127.0.0.1' }))
