/** A refresh of the figures whose process is killed in the middle goes on elsewhere. Of `npm run test:faults` alone: two servers start in turn. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../harness/createDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, serverScope } from '../roadWorld.ts'

const BATCH = 5_000
const ROWS = 12_000
/** The refresh begins with the next minute. */
const PATIENCE = { timeout: 240_000, interval: 50 }

describe.runIf(process.env.FAULT_ROUNDS)('[DATA-10] a refresh of the figures whose process is killed in the middle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agon-refresh-'))
  let child: ChildProcess | undefined
  afterEach(() => child?.kill('SIGKILL'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps what it brought with the place that it came to, and goes on there: each row counts once', { timeout: 900_000 }, async () => {
    const database = await createDatabase('seeded')
    const [reader, holder] = [new pg.Client(database.url), new pg.Client(database.url)]
    await Promise.all([reader.connect(), holder.connect()])
    const rows = async (text: string, values: unknown[] = []) => (await reader.query(text, values)).rows
    // those of the seed come last, and count nothing
    await rows(`UPDATE signup_registration SET status = 7, "updatedAt" = now() + interval '1 hour'`)
    await rows('DELETE FROM data_entry')
    await rows('DELETE FROM data_place')
    await rows(
      `WITH people AS (INSERT INTO account_user ("userName", name) SELECT 'killed' || n, 'x' FROM generate_series(1, ${ROWS}) n RETURNING id)
       INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName")
       SELECT e."competitionId", e.id, c."organisationId", people.id, 4, 'x', '{}', 'x'
       FROM people, (SELECT * FROM competition_event ORDER BY id LIMIT 1) e JOIN competition_competition c ON c.id = e."competitionId"`,
    )
    const counted = async () => (await rows(`SELECT count(*)::int AS count FROM data_entry WHERE source = 'registration'`))[0].count
    const summed = () =>
      rows(`SELECT sum("rows")::int AS rows, sum(people)::int AS people FROM "data_schoolSum" WHERE "schoolId" IS NULL AND people > 0`)
    const [{ id: held }] = await rows(`SELECT id FROM signup_registration ORDER BY "updatedAt", id OFFSET ${BATCH + 10} LIMIT 1`)
    await holder.query('BEGIN')
    await holder.query(
      `INSERT INTO data_entry (key, source, competition, year, "changedAt") VALUES ('r:' || $1::bigint, 'registration', 'x', 1999, now())`,
      [held],
    )

    child = spawn(process.execPath, [join(PROJECT_DIRECTORY, 'tests/harness/serveProject.ts'), database.url, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const waiting = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%data_entry%'`
    await expect.poll(() => rows(waiting), PATIENCE).toEqual([{ count: 1 }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await holder.query('ROLLBACK')
    await expect.poll(() => rows(waiting), PATIENCE).toEqual([{ count: 0 }])
    expect(await counted()).toBe(BATCH)
    // the sums of a first walk are counted in its end
    expect(await summed()).toEqual([{ rows: null, people: null }])

    const later = await createWorld({ database: { ...database, drop: async () => {} } })
    const scope = { ...serverScope(later, later.server.deps.db), background: true }
    const refresh = () => later.server.deps.calls.runHandler('data.refresh', {}, scope as never) as Promise<{ written: number }>
    await refresh()
    expect(await counted()).toBe(ROWS)
    expect(await summed()).toEqual([{ rows: ROWS, people: ROWS }])

    // control: without its place it reads from the beginning again, and writes nothing twice
    await rows(`DELETE FROM data_place WHERE name = 'registrations'`)
    expect(await refresh()).toMatchObject({ written: 0 })
    await Promise.all([reader.end(), holder.end()])
    await later.close()
    await database.drop()
  })
})
