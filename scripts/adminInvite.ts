/** `npm run admin:invite`: prints a one-time link by which someone becomes an administrator of the platform. Works beside a running server; the
 *  database is that of the settings (`joinDatabase`). */
import { fileURLToPath } from 'node:url'
import { makeInvite } from '../plugins/account/accounts/administratorInvites.ts'
import { openDatabase } from '../runtime/server/database/openDatabase.ts'
import { createPlatformSource } from '../runtime/server/loadPlatform.ts'
import { describeError } from './start/describeError.ts'
import { joinDatabase } from './start/joinDatabase.ts'
import { readSettings } from './start/readSettings.ts'

const project = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

try {
  const settings = readSettings(project, process.env, [])
  const database = await joinDatabase(settings)
  const { pool, db } = openDatabase(database.url, { size: 2, name: 'agon admin:invite' })
  try {
    const platform = (await createPlatformSource([project], process.env)).platform()
    const { address, validHours } = await makeInvite(db, { platform, site: settings.siteAddress, now: new Date(), isFirst: false })
    console.log(
      `\nWhoever opens this link becomes an administrator of the platform. It works once, for ${validHours} hours:\n\n  ${address}\n`,
    )
  } finally {
    await pool.end()
    await database.leave()
  }
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}
