/** Run by tests as a process of its own, which they may kill: serves the project on a database that has its tables, and prints its address.
 *  `node serveProject.ts DATABASE_URL DATA_DIRECTORY` */
import { createServer } from '../../runtime/server/createServer.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'

const [databaseUrl = '', dataDirectory = ''] = process.argv.slice(2)
const server = await createServer({ databaseUrl, projectDirectory: PROJECT_DIRECTORY, dataDirectory, logLevel: 'silent', pretending: true })
console.log(await server.app.listen({ port: 0, host: '127.0.0.1' }))
