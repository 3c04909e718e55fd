/** Run by tests as a process of its own: starts the embedded database of a folder, tells about it in one JSON line, and stays until SIGTERM.
 *  `node holdDatabase.ts FOLDER` */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'

const notes: string[] = []
const settings = { fsync: 'off' }
const database = await startEmbeddedDatabase({ dataDirectory: process.argv[2] ?? '', settings, note: (line) => notes.push(line) })
const pid = Number(readFileSync(join(database.directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
const hold = setInterval(() => {}, 60_000)
process.on('SIGTERM', async () => {
  await database.stop()
  clearInterval(hold)
})
console.log(JSON.stringify({ url: database.url, directory: database.directory, pid, notes }))
