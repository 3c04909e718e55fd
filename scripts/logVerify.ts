/** `npm run log:verify`: verifies that the audit log has not changed since it was sealed. Exit code 1 when it has, or when it cannot be read. The
 *  database is the first argument, else that of the settings (`joinDatabase`). Works beside a running server, writes nothing. */
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../runtime/server/database/openDatabase.ts'
import { type LogVerdict, verifyLog } from '../runtime/server/log/verifyLog.ts'
import { describeError } from './start/describeError.ts'
import { joinDatabase } from './start/joinDatabase.ts'
import { readSettings } from './start/readSettings.ts'

const MAX_SHOWN = 20

try {
  await verify()
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

async function verify(): Promise<void> {
  const settings = readSettings(fileURLToPath(new URL('..', import.meta.url)), process.env, [])
  const named = process.argv[2]
  const database = await joinDatabase(named ? { ...settings, databaseUrl: named, directDatabaseUrl: null } : settings)
  const { pool } = openDatabase(database.url, { size: 2, name: 'agon log:verify' })
  try {
    const verdict = await verifyLog(pool)
    console.log(report(verdict))
    process.exitCode = verdict.breaks.length > 0 ? 1 : 0
  } finally {
    await pool.end()
    await database.leave()
  }
}

function report({ entries, sealed, unsealed, breaks, head }: LogVerdict): string {
  const lines = [`${entries} entries, ${sealed} sealed, ${unsealed} not sealed yet`]
  for (const { what, position, entry } of breaks.slice(0, MAX_SHOWN))
    lines.push(`${BREAKS[what]} (seal ${position}${entry ? `, entry ${entry}` : ''})`)
  if (breaks.length > MAX_SHOWN) lines.push(`... and ${breaks.length - MAX_SHOWN} more`)
  lines.push(breaks.length === 0 ? `intact; head of the chain: ${head ?? 'none'}` : `NOT INTACT: ${breaks.length} breaks`)
  return lines.join('\n')
}

const BREAKS = { chain: 'the chain is broken', missing: 'something sealed is gone', changed: 'a sealed entry was changed' } as const
