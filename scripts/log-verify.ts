/** `npm run log:verify`: proves that the operation log is what it was when it was sealed. Exit code 1 when it is not.
 *  The database is DATABASE_URL, or the project's own, which is started when it is not running. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../runtime/server/database/openDatabase.ts'
import { type LogVerdict, verifyLog } from '../runtime/server/log/verifyLog.ts'

const MOST_SHOWN = 20

const { databaseUrl, stop } = await database()
const { pool } = openDatabase(databaseUrl, 2)
try {
  const verdict = await verifyLog(pool)
  console.log(report(verdict))
  process.exitCode = verdict.breaks.length > 0 ? 1 : 0
} finally {
  await pool.end()
  await stop()
}

async function database(): Promise<{ databaseUrl: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL ?? process.argv[2]
  if (given) return { databaseUrl: given, stop: async () => {} }
  const project = fileURLToPath(new URL('..', import.meta.url))
  const { startEmbeddedDatabase } = await import('../runtime/server/database/embedded.ts')
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(project, 'data/postgres'), note: console.log })
  return { databaseUrl: embedded.url, stop: () => embedded.stop() }
}

function report({ entries, sealed, unsealed, breaks, head }: LogVerdict): string {
  const lines = [`${entries} entries, ${sealed} sealed, ${unsealed} not sealed yet`]
  for (const { what, position, entry } of breaks.slice(0, MOST_SHOWN))
    lines.push(`${BREAKS[what]} (seal ${position}${entry ? `, entry ${entry}` : ''})`)
  if (breaks.length > MOST_SHOWN) lines.push(`... and ${breaks.length - MOST_SHOWN} more`)
  lines.push(breaks.length === 0 ? `intact; head of the chain: ${head ?? 'none'}` : `NOT INTACT: ${breaks.length} breaks`)
  return lines.join('\n')
}

const BREAKS = { chain: 'the chain is broken', missing: 'something sealed is gone', changed: 'a sealed entry was changed' } as const
