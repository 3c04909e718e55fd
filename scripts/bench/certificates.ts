/** Bench (n): 10,000 certificates of one series in two batches, ordered through two processes, of which one is killed (SIGKILL) in the middle and started again.
 *  Ends with an error when a number is missing or given twice, or a file is missing, wrong or there twice. Beside it the same words, lines and code by bare pdfkit,
 *  pdf-lib and pdfme. `CERTIFICATES` is their number, `PLAIN` that of each peer. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { type BenchProcess, startProcess, stopProcess } from './benchProcess.ts'
import { connectTo, postRequest } from './connectTo.ts'
import { installPeers } from './installPeers.ts'
import { processorTime } from './processorTime.ts'

const CERTIFICATES = Number(process.env.CERTIFICATES ?? 10_000)
const PLAIN = Number(process.env.PLAIN ?? Math.min(400, CERTIFICATES))
const FIRST_PORT = Number(process.env.PORT ?? 8190)
const SERVE = join(import.meta.dirname, 'certificates/serve.ts')
/** File below `certificates/` -> how the table calls it. */
const PEERS = { plain: 'bare pdfkit', pdfLib: 'bare pdf-lib, fonts reduced once', pdfme: 'pdfme, fonts reduced once' }
const STRIP_TYPES = `--import=${new URL('../start/stripTypes.mjs', import.meta.url).href}`
const BATCHES = 2
const KILLED_AT = 0.3
/** See proc_pid_clear_refs(5). */
const FORGET_PEAK = '5'
const LOOK_EVERY_MS = 500
const AIM_MB = 300

interface Ready {
  token: string
  competitionId: string
}
interface Setting {
  databaseUrl: string
  files: string
  db: pg.Client
  running: BenchProcess[]
  /** Of servers that have ended. */
  ended: { ms: number; peakMb: number }
  /** Of the processes that draw. */
  drawingMb: number
}

/** Runs the bench on a fresh embedded PostgreSQL and prints one table. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-certificates-'))
  const files = join(directory, 'files')
  mkdirSync(files)
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const db = new pg.Client({ connectionString: embedded.url })
  const setting: Setting = { databaseUrl: embedded.url, files, db, running: [], ended: { ms: 0, peakMb: 0 }, drawingMb: 0 }
  try {
    await db.connect()
    // filling the demo takes memory too, so these servers are others
    await stopProcess(await start(setting, 0, '+seed'))
    for (let at = 0; at < BATCHES; at++) setting.running.push(await start(setting, at))
    for (const { process: child } of setting.running) writeFileSync(`/proc/${child.pid}/clear_refs`, FORGET_PEAK)
    const spent = processorTime(setting.running.map(({ process: { pid } }) => pid!))
    const watch = setInterval(() => watchDrawing(setting), LOOK_EVERY_MS / 10)
    const { seconds, killedAt } = await issue(setting)
    clearInterval(watch)
    const peakMb = Math.max(setting.ended.peakMb, ...setting.running.map(({ process: child }) => peakOf(child.pid!)))
    const ms = setting.ended.ms - spent + processorTime(setting.running.map(({ process: { pid } }) => pid!))
    await assertWhole(setting)
    installPeers(['pdfme', 'subsetFont'])
    const peers: string[] = []
    for (const [file, name] of Object.entries(PEERS)) {
      const { seconds: took, ms: spentMs, peakMb: peak } = await drawBare(file, directory)
      peers.push(row(`${name}, one process, ${PLAIN}`, took, PLAIN, spentMs, String(Math.round(peak))))
    }
    console.log(
      `\n${CERTIFICATES} certificates in two batches of one series, two processes, one killed after ${killedAt}, ${new Date().toISOString().slice(0, 10)}.\n`,
    )
    console.log('| | seconds | certificates /s | ms of Node each | peak MB of a process |\n|---|---|---|---|---|')
    console.log(
      row('Agon, two servers', seconds, CERTIFICATES, ms, `${Math.round(peakMb)}, and ${Math.round(setting.drawingMb)} while it draws`),
    )
    for (const line of peers) console.log(line)
    // `assertWhole` has thrown otherwise
    console.log(
      `\nContinued after the kill. None is missing, none is there twice, numbers have no gap, and each file has its hash. Aim: ${AIM_MB} MB.`,
    )
  } finally {
    await Promise.all(setting.running.map(stopProcess))
    await db.end()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function row(name: string, seconds: number, count: number, ms: number, peakMb: string): string {
  return `| ${[name, seconds.toFixed(1), (count / seconds).toFixed(1), (ms / count).toFixed(1), peakMb].join(' | ')} |`
}

function start({ databaseUrl, files }: Setting, at: number, more = ''): Promise<BenchProcess> {
  return startProcess(SERVE, { databaseUrl, port: FIRST_PORT + at, more: files + more })
}

async function ask<T>({ port, ready }: BenchProcess, path: string, input: object): Promise<T> {
  const connection = await connectTo(port)
  const { code, error, data } = await connection.ask<T>(postRequest(path, (ready as Ready).token, input))
  connection.end()
  if (code !== 0) throw new Error(`${path}: ${error}`)
  return data
}

async function issue(setting: Setting): Promise<{ seconds: number; killedAt: number }> {
  const { running, db } = setting
  const { competitionId } = running[0]!.ready as Ready
  const answers = {
    titleZh: '获奖证书',
    titleEn: 'Award',
    templateId: 'certificate.minimal',
    lang: 'zh',
    prefix: 'BENCH',
    year: 2026,
    digits: 6,
  }
  const { id: seriesId } = await ask<{ id: string }>(running[0]!, '/api/web/competition/certificate/setting', { competitionId, answers })
  const began = performance.now()
  const ids = await Promise.all(
    running.map(async (server, at) => {
      const rule = { source: 'names', names: namesOf(at) }
      return (
        await ask<{ id: string }>(server, '/api/web/certificate/createByCompetitionId', {
          competitionId,
          seriesId,
          rule,
          issuedOn: '2026-11-23',
        })
      ).id
    }),
  )
  const killedAt = await untilDrawn(db, ids, CERTIFICATES * KILLED_AT)
  await kill(setting)
  // as a person who presses Continue: without it the care of every hour orders the lost job again
  for (const id of ids) await ask(running[0]!, '/api/web/certificate/resume', { id }).catch(() => {})
  await untilDrawn(db, ids, CERTIFICATES)
  return { seconds: (performance.now() - began) / 1000, killedAt }
}

function namesOf(batch: number): string {
  const count = CERTIFICATES / BATCHES
  return Array.from({ length: count }, (_, at) => `获奖者${batch * count + at + 1}\t第${at + 1}大学\t一等奖\tFirst prize`).join('\n')
}

async function untilDrawn(db: pg.Client, ids: readonly string[], count: number): Promise<number> {
  for (;;) {
    const { rows } = await db.query<{ drawn: number }>(
      'SELECT coalesce(sum(drawn), 0)::int AS drawn FROM certificate_batch WHERE id = ANY($1)',
      [ids],
    )
    if (rows[0]!.drawn >= count) return rows[0]!.drawn
    await pause(LOOK_EVERY_MS)
  }
}

async function kill(setting: Setting): Promise<void> {
  const [{ process: child }] = setting.running as [BenchProcess]
  setting.ended = { ms: processorTime([child.pid!]), peakMb: peakOf(child.pid!) }
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  setting.running[0] = await start(setting, 0)
}

/** A server draws in a process that ends with its chunk: see proc_pid_children(5). */
function watchDrawing(setting: Setting): void {
  for (const { process: child } of setting.running) {
    const children = ofProcess(child.pid!, `task/${child.pid}/children`).split(' ').filter(Boolean)
    setting.drawingMb = Math.max(setting.drawingMb, ...children.map((pid) => peakOf(Number(pid))))
  }
}

/** Largest resident memory of a process so far, in MB. */
function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(ofProcess(pid, 'status')) ?? []
  return Number(kilobytes) / 1024
}

/** @returns '' when it has ended */
function ofProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** @throws Error when one is missing, or there twice */
async function assertWhole({ db, files }: Setting): Promise<void> {
  const { rows } = await db.query(`
    SELECT count(*)::int AS rows, count(DISTINCT number)::int AS numbers, min(number)::int AS first, max(number)::int AS last, count(DISTINCT serial)::int AS serials,
      count(DISTINCT "fileHash")::int AS hashes, count(DISTINCT file->>'id')::int AS files,
      (SELECT count(*)::int FROM platform_file f JOIN certificate_certificate c ON f."rowId" = c.id::text AND f.entity = 'certificate.certificate' WHERE c.serial LIKE 'BENCH-%') AS stored
    FROM certificate_certificate WHERE serial LIKE 'BENCH-%'`)
  const { first, ...counts } = rows[0]
  if (first !== 1 || Object.values(counts).some((count) => count !== CERTIFICATES)) throw new Error(`not whole: ${JSON.stringify(rows[0])}`)
  const { rows: all } = await db.query<{ key: string; fileHash: string }>(
    `SELECT file->>'id' AS key, "fileHash" FROM certificate_certificate WHERE serial LIKE 'BENCH-%'`,
  )
  for (const { key, fileHash } of all) {
    const hash = createHash('sha256')
      .update(readFileSync(join(files, 'files', key.slice(0, 2), key)))
      .digest('hex')
    if (hash !== fileHash) throw new Error(`the file ${key} is not the one that was drawn`)
  }
}

async function drawBare(file: string, directory: string): Promise<{ seconds: number; ms: number; peakMb: number }> {
  const child = spawn(process.execPath, [STRIP_TYPES, join(import.meta.dirname, 'certificates', `${file}.ts`), directory, String(PLAIN)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let ms = 0
  child.stdout.on('data', (text) => {
    output += text
  })
  const watch = setInterval(() => {
    ms = Math.max(ms, processorTime([child.pid!]))
  }, LOOK_EVERY_MS / 10)
  const status = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watch)
  if (status !== 0) throw new Error(`${file} ended with ${status}`)
  return { ...(JSON.parse(output) as { seconds: number; peakMb: number }), ms }
}
