/** Bench (f): one competition with a million registrations. What an organiser asks of its list, beside the same question in SQL by hand on the same tables
 *  and indexes; how long others wait while 100 000 rows are exported; and what the indexes cost a person who signs up. `DESK_ROWS` is the number of
 *  registrations; `DESK_KEEP` a folder whose database is kept and used again, and then nothing is written; `DESK_PARTS` what to run. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { EXPORTED, fillDesk } from './desk/fillDesk.ts'
import { reportExport } from './desk/reportExport.ts'
import { reportQuestions } from './desk/reportQuestions.ts'
import { reportWrites } from './desk/reportWrites.ts'

const ROWS = Number(process.env.DESK_ROWS ?? 1_000_000)
const PARTS = process.env.DESK_PARTS?.split(',') ?? ['questions', 'export', 'writes']

/** Runs the bench on an embedded PostgreSQL of its own. */
export async function run(): Promise<void> {
  const kept = process.env.DESK_KEEP
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'agon-bench-desk-'))
  const isFilled = existsSync(join(directory, 'pg'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  let server = await start(embedded.url, directory)
  try {
    if (!isFilled) await fillDesk(server, ROWS)
    const token = await tokenOf(server)
    if (PARTS.includes('questions')) await reportQuestions(server, token)
    if (PARTS.includes('export')) {
      await server.close()
      await reportExport(embedded.url, join(directory, 'data'), { token, competitionId: EXPORTED })
      server = await start(embedded.url, directory)
    }
    if (PARTS.includes('writes')) await reportWrites(server)
  } finally {
    await server.close()
    await embedded.stop()
    if (!kept) rmSync(directory, { recursive: true, force: true })
  }
}

function start(databaseUrl: string, directory: string): Promise<Server> {
  return createServer({
    databaseUrl,
    projectDirectory: join(import.meta.dirname, '../..'),
    dataDirectory: join(directory, 'data'),
    logLevel: 'error',
    pretending: true,
  })
}

async function tokenOf({ deps }: Server): Promise<string> {
  const { rows } = await deps.pool.query<{ id: string }>(`SELECT id FROM account_user WHERE "userName" = 'bench'`)
  const request = { id: 'bench', ip: '127.0.0.1', headers: {} }
  const scope = { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: 'zh' as const, request }
  const tokens = await deps.services.sessions.bind(scope).open(rows[0]!.id, { secondFactor: true })
  return (tokens as { access_token: string }).access_token
}
