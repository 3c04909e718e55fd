/** An import whose process is killed in the middle goes on elsewhere. Of `npm run test:faults` alone: three servers start in turn. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../harness/createDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { csv, jobOver, open, person, step } from '../import/sheets.ts'
import { createWorld, hackathonForm } from '../roadWorld.ts'

const ROWS = 60
/** Of the second transaction. */
const HELD = 'personk40@sheet.example'
const PATIENCE = { timeout: 240_000, interval: 50 }

describe.runIf(process.env.FAULT_ROUNDS)('[IMPORT-20] an import whose process is killed in the middle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agon-import-'))
  let child: ChildProcess | undefined
  afterEach(() => child?.kill('SIGKILL'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('goes on where it stopped: each row is registered once, and takes one place', { timeout: 900_000 }, async () => {
    const database = await createDatabase('seeded')
    const kept = { ...database, drop: async () => {} }
    const before = await createWorld({ database: kept })
    const form = await hackathonForm(before)
    const organiser = await before.signIn('organiser 2')
    const staff = await before.signIn('administrator')
    const sheet = csv(Array.from({ length: ROWS }, (_, at) => person(`k${at}`)))
    const { id } = await open(
      before,
      organiser,
      { competitionId: form.competitionId, eventId: form.eventId },
      { name: 'k.csv', bytes: sheet },
    )
    expect(await step(before, organiser, id, 'check')).toMatchObject({ sound: ROWS })
    await before.close()

    const [reader, holder] = [new pg.Client(database.url), new pg.Client(database.url)]
    await Promise.all([reader.connect(), holder.connect()])
    const rows = async (text: string, values: unknown[] = []) => (await reader.query(text, values)).rows
    const stored = () => rows(`SELECT count(*)::int FROM signup_registration WHERE "displayName" LIKE 'Person k%'`)
    const [{ taken }] = await rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId])
    // the second transaction comes to an account that someone else is opening at that moment
    await holder.query('BEGIN')
    await holder.query(`INSERT INTO account_user ("userName", name, email) VALUES ($1, 'x', $1)`, [HELD])
    child = spawn(process.execPath, [join(PROJECT_DIRECTORY, 'tests/harness/serveProject.ts'), database.url, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const address = String((await once(child.stdout!, 'data'))[0]).trim()
    const headers = { authorization: `Bearer ${organiser}`, 'content-type': 'application/json' }
    const reply = await fetch(`${address}/api/web/signup/import/start`, { method: 'POST', headers, body: JSON.stringify({ id }) })
    const { jobId } = ((await reply.json()) as { data: { jobId: string } }).data
    const waiting = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%account_user%'`
    await expect.poll(() => rows(waiting), PATIENCE).toEqual([{ count: 1 }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await holder.query('ROLLBACK')
    await expect.poll(() => rows(waiting), PATIENCE).toEqual([{ count: 0 }])
    expect(await stored()).toEqual([{ count: 25 }])

    const later = await createWorld({ database: kept })
    const [job] = await rows('SELECT id FROM platform_job WHERE key = $1', [jobId])
    expect((await later.call('api/platform/jobs/requeue', { id: job.id }, staff)).code).toBe(0)
    expect(await jobOver(later, organiser, jobId)).toMatchObject({ state: 'done' })
    expect(await stored()).toEqual([{ count: ROWS }])
    expect((await later.call(`api/web/signup/import/${id}`, {}, organiser)).data).toMatchObject({ state: 'done', written: ROWS, failed: 0 })
    const after = await rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId])
    expect(after[0].taken - taken).toBe(ROWS)
    const mails = await rows(
      `SELECT count(*)::int, count(DISTINCT address)::int AS people FROM platform_outbox WHERE template = 'signup.enteredMail'`,
    )
    expect(mails).toEqual([{ count: ROWS, people: ROWS }])

    // control: without their marks the same rows are tried again, and only the rule of one registration for a person refuses them
    await rows(`UPDATE import_row SET state = 'sound', "registrationId" = NULL WHERE "batchId" = $1 AND number <= 11`, [id])
    await rows(`UPDATE import_batch SET state = 'checked' WHERE id = $1`, [id])
    expect(await step(later, organiser, id, 'start')).toMatchObject({ failed: 10 })
    expect(await stored()).toEqual([{ count: ROWS }])
    await Promise.all([reader.end(), holder.end()])
    await later.close()
    await database.drop()
  })
})
