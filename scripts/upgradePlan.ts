/** `npm run upgrade:plan`: says what a start of this release would change in the database of the settings, and which published documents it would leave out.
 *  Changes nothing. It makes the changes and takes them back, for which it needs the locks of a start: run it on a copy, or while the server is
 *  stopped; it gives up on a table that is in use. Ends with 1 when the start would be refused. `-- --allow-drop` as for the start. */
import { fileURLToPath } from 'node:url'
import { migrateDatabase } from '../runtime/server/database/migrateDatabase.ts'
import { readPublished } from '../runtime/server/documents/documentRows.ts'
import type { Fitted } from '../runtime/server/documents/fitStored.ts'
import { loadRenames } from '../runtime/server/documents/loadRenames.ts'
import { createPlatformSource } from '../runtime/server/loadPlatform.ts'
import { describeError } from './start/describeError.ts'
import { joinDatabase } from './start/joinDatabase.ts'
import { readSettings } from './start/readSettings.ts'

const project = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

try {
  const settings = readSettings(project, process.env, process.argv.slice(2))
  const database = await joinDatabase(settings)
  try {
    await plan(database.url, settings.allowDrop)
  } finally {
    await database.leave()
  }
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

async function plan(databaseUrl: string, allowDrop: boolean): Promise<void> {
  const source = await createPlatformSource([project], process.env)
  const renames = loadRenames([project])
  let fitted: Fitted | undefined
  const changes = await migrateDatabase({
    databaseUrl,
    projectDirectory: project,
    platform: source.platform(),
    renames,
    allowDrop,
    isTrial: true,
    note: console.error,
    beforeCommit: async (client) => {
      fitted = source.fitting(await readPublished(client, renames))
    },
  })
  for (const change of changes) console.log(`  ${change}`)
  console.log(changes.length === 0 ? 'The tables are as this release needs them.' : `${changes.length} changes; none was kept.`)
  tellLeftOut(fitted?.left ?? [])
}

function tellLeftOut(left: Fitted['left']): void {
  for (const { raw, failures } of left) {
    console.log(`\n${raw.file.slice('document:'.length).split('@')[0]} would be left out, and the built-in one shown:`)
    for (const { path, expected, found } of failures.slice(0, 3)) console.log(`  ${path || '/'}: expected ${expected}, found ${found}`)
  }
  console.log(left.length === 0 ? 'All published documents fit.' : `\n${left.length} published documents do not fit.`)
}
