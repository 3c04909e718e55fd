/** Bench (i): a sheet of 5,000 registrations through its import: read, checked by the form's own rules, written by those of a sign-up, and undone, in one server that `npm start`
 *  would start. Ends with an error when a row is missing or a place is counted wrong. `ROWS` is their number. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { csv, person } from '../../tests/server/import/sheets.ts'
import { type BenchProcess, startProcess, stopProcess } from './benchProcess.ts'
import type { Reply } from './connectTo.ts'

const ROWS = Number(process.env.ROWS ?? 5000)
const PORT = Number(process.env.PORT ?? 8196)
const SERVE = join(import.meta.dirname, 'certificates/serve.ts')
const STRIP_TYPES = `--import=${new URL('../start/stripTypes.mjs', import.meta.url).href}`
const COMPETITION = '开放硬件黑客马拉松'
const AIM = { seconds: 60, mb: 320 }
/** See proc_pid_clear_refs(5). */
const FORGET_PEAK = '5'
const LOOK_EVERY_MS = 200

/** Runs the bench on a fresh embedded PostgreSQL and prints one table. */
export async function run(): Promise<void> {
  Object.assign(process.env, { BENCH_COMPETITION: COMPETITION, BENCH_ORGANISER: 'organiser2' })
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-import-'))
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
  const [event] = (
    await db.query(`UPDATE competition_event SET capacity = NULL WHERE "competitionId" = $1 RETURNING id, taken`, [competitionId])
  ).rows
  await db.query('UPDATE competition_competition SET capacity = NULL WHERE id = $1', [competitionId])
  const file = await upload(token, competitionId, csv(Array.from({ length: ROWS }, (_, at) => person(at))))
  const input = { competitionId, type: 1, eventId: event.id, file }
  const opened = await post<{ id: string; jobId: string }>('api/web/signup/import', token, input)
  const { id } = opened.data
  await jobOver(opened.data.jobId, token)
  writeFileSync(`/proc/${child.pid}/clear_refs`, FORGET_PEAK)
  const lines: string[] = []
  for (const [name, path] of [
    ['check', 'api/web/signup/check'],
    ['import', 'api/web/signup/import/start'],
    ['undo', 'api/web/signup/import/undo'],
  ] as const) {
    const began = performance.now()
    const { data } = await post<{ jobId: string }>(path, token, { id })
    await jobOver(data.jobId, token)
    lines.push(`| ${name} | ${((performance.now() - began) / 1000).toFixed(1)} | ${Math.round(peakOf(child.pid!))} |`)
    if (name === 'import') await assertWhole(event, db)
  }
  console.log(
    `\n${ROWS} registrations of one sheet, one server, ${new Date().toISOString().slice(0, 10)}. Aim: ${AIM.seconds} s, ${AIM.mb} MB.\n`,
  )
  console.log('| | seconds | peak MB so far |\n|---|---|---|')
  for (const line of lines) console.log(line)
}

/** @throws Error when a row is missing, or a place is counted wrong */
async function assertWhole({ id, taken }: { id: string; taken: number }, db: pg.Client): Promise<void> {
  const [{ count }] = (await db.query(`SELECT count(*)::int FROM signup_registration WHERE "displayName" LIKE 'Person %'`)).rows
  const [after] = (await db.query('SELECT taken FROM competition_event WHERE id = $1', [id])).rows
  if (count !== ROWS || after.taken - taken !== ROWS) throw new Error(`${count} registrations and ${after.taken - taken} places of ${ROWS}`)
}

async function post<T>(path: string, token: string, input: object): Promise<Reply<T>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(`http://127.0.0.1:${PORT}/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const answer = (await reply.json()) as Reply<T>
  if (answer.code !== 0) throw new Error(`${path}: ${answer.error}`)
  return answer
}

async function upload(token: string, competitionId: string, bytes: Buffer): Promise<string> {
  const body = new FormData()
  body.set('competitionId', competitionId)
  body.set('file', new Blob([Uint8Array.from(bytes)]), 'class.csv')
  const reply = await fetch(`http://127.0.0.1:${PORT}/api/web/signup/uploadFile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  return ((await reply.json()) as Reply<{ id: string }>).data.id
}

async function jobOver(id: string, token: string): Promise<void> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${PORT}/api/platform/job/${id}`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await reply.json()) as Reply<{ state: string; error: string | null }>
    if (data.state === 'failed') throw new Error(`a job failed: ${data.error}`)
    if (data.state === 'done') return
    await pause(LOOK_EVERY_MS)
  }
}

/** Largest resident memory of a process so far, in MB. */
function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
