/** Several whole processes on one database: each is started as people start it, at the same moment, when there is nothing yet. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../harness/createDatabase.ts'
import { freePort } from '../../harness/freePort.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const WAIT = { timeout: 240_000, interval: 200 }
const folders: string[] = []
const started: { child: ChildProcess; output: () => string; ended: Promise<number | null>; port: number }[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase('empty')
})
afterAll(async () => {
  for (const { child, ended } of started) {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  await database?.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function startProcess(): Promise<void> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'agon-two-'))
  folders.push(folder)
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIRECTORY: folder, DATABASE_URL: database.url }
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: PROJECT_DIRECTORY, env })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  started.push({ child, port, output: () => text, ended: new Promise((resolve) => child.once('close', resolve)) })
}

it('[START-2] two processes that start at once on an own, empty database both come up, with one set of tables and no demonstration; of the two links for the first administrator one counts', {
  timeout: 900_000,
}, async () => {
  const links: string[] = []
  await startProcess()
  await startProcess()
  for (const { output, port, ended } of started) {
    const announced = vi.waitFor(() => expect(output()).toContain('Agon is running at'), WAIT)
    const died = ended.then(() => expect.unreachable(output()))
    await Promise.race([announced, died])
    expect(output()).not.toContain('Demo accounts')
    links.push(await vi.waitFor(() => /http:\S+becomeAdministrator\S+/.exec(output())![0], WAIT))
    const reply = await fetch(`http://127.0.0.1:${port}/api/platform/boot`)
    expect(((await reply.json()) as { code: number }).code).toBe(0)
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    `select (select count(*)::int from account_user) as people, (select count(*)::int from competition_competition) as competitions,
            (select count(*)::int from platform_demonstration) as demonstrations,
            (select count(*)::int from platform_table where name = 'account_user') as tables`,
  )
  await client.end()
  expect(rows).toEqual([{ people: 0, competitions: 0, demonstrations: 0, tables: 1 }])

  const replies = []
  for (const link of links) replies.push(await become(new URL(link)))
  expect(replies).toEqual([undefined, 'LINK_INVALID'])
})

/** @returns the error */
async function become({ origin, searchParams }: URL): Promise<string | undefined> {
  const person = { userName: 'chief', name: '乔主管', account: 'chief@agon.example', password: 'CorrectHorse1!' }
  const body = JSON.stringify({ link: searchParams.get('link'), ...person })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/api/usercenter/administrator`, { method: 'POST', headers, body })
  return ((await reply.json()) as { error?: string }).error
}
