/** Bench (m): one message to everyone of a large competition is queued: taken down for each person, with their address and the link to unsubscribe, in one server that `npm start` would
 *  start. Ends with an error when someone is missing or there twice. `PEOPLE` is their number. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { type BenchProcess, startProcess, stopProcess } from './benchProcess.ts'
import type { Reply } from './connectTo.ts'

const PEOPLE = Number(process.env.PEOPLE ?? 20_000)
const PORT = Number(process.env.PORT ?? 8197)
const SERVE = join(import.meta.dirname, 'certificates/serve.ts')
const STRIP_TYPES = `--import=${new URL('../start/stripTypes.mjs', import.meta.url).href}`
const AIM = { seconds: 30, mb: 400 }
/** See proc_pid_clear_refs(5). */
const FORGET_PEAK = '5'
const TITLE = 'Bench of messages'

/** Runs the bench on a fresh embedded PostgreSQL and prints one table. */
export async function run(): Promise<void> {
  Object.assign(process.env, { BENCH_COMPETITION: '开放硬件黑客马拉松', BENCH_ORGANISER: 'admin' })
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-messages-'))
  const files = join(directory, 'files')
  mkdirSync(files)
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const db = new pg.Client({ connectionString: embedded.url })
  let server: BenchProcess | undefined
  try {
    await db.connect()
    const start = (more: string) =>
      startProcess(SERVE, { databaseUrl: embedded.url, port: PORT, more: `${files}${more}`, flags: [STRIP_TYPES] })
    // filling the demo takes memory too, so that server is another
    await stopProcess(await start('+seed'))
    server = await start('')
    await measure(server, db)
  } finally {
    if (server) await stopProcess(server)
    await db.end()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measure({ process: child, ready }: BenchProcess, db: pg.Client): Promise<void> {
  const { token, competitionId } = ready as { token: string; competitionId: string }
  await addPeople(competitionId, db)
  const lines: string[] = []
  for (const channel of ['message', 'mail']) {
    const input = {
      ...{ channels: [channel], audience: 'competition', competitionId, formatted: false },
      ...{ subject: { zh: TITLE, en: TITLE }, text: { zh: '{name}，明天开赛。', en: 'Dear {name}, we begin tomorrow.' } },
      // queued, not delivered: what is measured is the queue
      sendAt: new Date(Date.now() + 86_400_000).toISOString(),
    }
    writeFileSync(`/proc/${child.pid}/clear_refs`, FORGET_PEAK)
    const began = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(`http://127.0.0.1:${PORT}/api/web/report/sendEmailMessage`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    const { error, data } = (await reply.json()) as Reply<{ id: string; total: number }>
    const seconds = (performance.now() - began) / 1000
    if (error) throw new Error(error)
    await assertWhole(data.id, db)
    lines.push(`| ${channel} | ${data.total} | ${seconds.toFixed(1)} | ${Math.round(peakOf(child.pid!))} |`)
  }
  console.log(
    `\n${PEOPLE} people of one competition, one server, ${new Date().toISOString().slice(0, 10)}. Aim: ${AIM.seconds} s, ${AIM.mb} MB.\n`,
  )
  console.log('| channel | queued | seconds | peak MB |\n|---|---|---|---|')
  for (const line of lines) console.log(line)
}

/** Accounts with an approved registration each. */
async function addPeople(competitionId: string, db: pg.Client): Promise<void> {
  await db.query(
    `INSERT INTO account_user ("userName", name, email) SELECT 'bench' || n, 'Person ' || n, 'bench' || n || '@mail.example' FROM generate_series(1, $1::int) n`,
    [PEOPLE],
  )
  await db.query(
    `INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "submittedAt")
     SELECT c.id, (SELECT min(e.id) FROM competition_event e WHERE e."competitionId" = c.id), c."organisationId", u.id, 4, 'bench', '{}', u.name, now()
     FROM competition_competition c, account_user u WHERE c.id = $1 AND u."userName" LIKE 'bench%'`,
    [competitionId],
  )
  await db.query('ANALYZE')
}

/** @throws Error when someone is missing, or there twice */
async function assertWhole(taskId: string, db: pg.Client): Promise<void> {
  const text = `SELECT count(*)::int AS rows, count(DISTINCT "userId")::int AS people FROM message_receipt WHERE "taskId" = $1`
  const [found] = (await db.query(text, [taskId])).rows
  if (found.rows !== found.people || found.people < PEOPLE) throw new Error(`${found.rows} receipts of ${found.people} people`)
}

/** Largest resident memory of a process so far, in MB. */
function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
