/** `npm run demo:remove` beside a server that serves the demonstration, on which people have worked since. */
import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealLog } from '../../../runtime/server/log/sealLog.ts'
import { verifyLog } from '../../../runtime/server/log/verifyLog.ts'
import { runMinutely } from '../../../runtime/server/services.ts'
import { seed } from '../../../scripts/seed.ts'
import { mayPretend } from '../../../scripts/start/mayPretend.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { createWorld, DESIGN, hackathonForm, signUp, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

function removeDemo(...flags: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIRECTORY: world.server.deps.config.dataDirectory, NODE_ENV: '' }
  const child: ChildProcess = spawn(process.execPath, ['scripts/demoRemove.ts', ...flags], { cwd: PROJECT_DIRECTORY, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  child.stdin?.end()
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
const count = async (table: string) => (await world.rows(`SELECT count(*)::int AS n FROM ${table}`))[0].n as number

/** A copy of a row with other values. @returns its id */
async function copy(table: string, id: string, change: Record<string, unknown>): Promise<string> {
  const columns = await world.rows(
    `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  )
  const names = columns.map(({ name }) => name).join(', ')
  const [row] = await world.rows(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM (
     SELECT (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', nextval(pg_get_serial_sequence('${table}', 'id'))) || $2::jsonb)).*
     FROM ${table} t WHERE id = $1) AS copied RETURNING id`,
    [id, JSON.stringify(change)],
  )
  return String(row.id)
}

describe('demo:remove', () => {
  it('[DEMO-1] without --yes, where nobody can be asked, says what would go and removes nothing', async () => {
    const before = await count('account_user')
    expect(await mayPretend(world.databaseUrl)).toBe(true)
    const { code, output } = await removeDemo()
    expect(code).toBe(1)
    expect(output).toContain('223  Account\n')
    expect(output).toContain('npm run demo:remove -- --yes')
    expect(await count('account_user')).toBe(before)
  })

  it('[DEMO-5] finds the same rows a minute later, and in a database that was filled before its rows were noted', async () => {
    const noted = await removeDemo()
    // nobody did anything, so what the platform does by itself adds nothing
    await runMinutely(world.server.deps)
    const [{ rows }] = await world.rows('DELETE FROM platform_demonstration RETURNING rows')
    const old = await removeDemo()
    await world.rows('INSERT INTO platform_demonstration (rows) VALUES ($1)', [JSON.stringify(rows)])
    // rows that were given a time of their own are found by what they hang on, and told as added
    const counted = (output: string) => output.replace(/ \(\d+ of them added since\)/g, '')
    expect({ ...old, output: counted(old.output) }).toEqual(noted)
  })

  it('[DEMO-2] takes away what was filled in and what hangs on it; people, and competitions of their own, stay', {
    timeout: 900_000,
  }, async () => {
    const student = await world.signIn('participant')
    const person = await world.newcomer()
    expect((await signUp(world, person.token, await hackathonForm(world))).code).toBe(0)
    const design = await world.competition(DESIGN)
    const [{ id: demoEvent }] = await world.rows('SELECT id FROM competition_event WHERE "competitionId" = $1 ORDER BY id LIMIT 1', [
      design,
    ])
    const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [design])
    const organisation = await copy('organisation_organisation', organisationId, {
      superiorId: organisationId,
      name: { zh: '自有机构', en: 'Own' },
    })
      // an own organisation stands below none of the demonstration's
      .then(async (id) => {
        await world.rows('UPDATE organisation_organisation SET "superiorId" = NULL WHERE id = $1', [id])
        return id
      })
    const competition = await copy('competition_competition', design, { organisationId: organisation, taken: 1 })
    const event = await copy('competition_event', demoEvent, { competitionId: competition, taken: 1, capacity: null })
    const [registration] = await world.rows(
      `SELECT r.id FROM signup_registration r JOIN account_user u ON u.id = r."userId" WHERE r."competitionId" = $1 AND r.status = 2 LIMIT 1`,
      [design],
    )
    await copy('signup_registration', registration.id, { competitionId: competition, eventId: event, organisationId: organisation })
    const grant = { userId: person.id, role: 'account.organiser', scope: 'competition', objectId: design }
    await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)`, Object.values(grant))

    const { code, output } = await removeDemo('--yes')
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('The demonstration is gone.') })
    expect(output).toMatch(/218 {2}Registration \(2 of them added since\)/)
    expect(output).toMatch(/17 {2}Grant \(1 of them added since\)/)

    expect(await world.rows('SELECT id FROM account_user')).toEqual([{ id: person.id }])
    expect(await world.rows('SELECT id, taken FROM competition_competition')).toEqual([{ id: competition, taken: 0 }])
    expect(await world.rows('SELECT id, taken FROM competition_event')).toEqual([{ id: event, taken: 0 }])
    expect(await world.rows('SELECT id FROM organisation_organisation')).toEqual([{ id: organisation }])
    for (const table of [
      'signup_registration',
      'team_member',
      'work_work',
      'review_round',
      'review_mark',
      'questionnaire_questionnaire',
      'content_article',
      'account_grant',
      'platform_draft',
    ])
      expect([table, await count(table)]).toEqual([table, 0])
    // forms that the own competition uses
    expect(await world.rows('SELECT DISTINCT "documentId" AS id FROM platform_document ORDER BY 1')).toEqual([
      { id: 'signup.design' },
      { id: 'work.designWork' },
    ])

    expect((await world.call('api/usercenter/user', {}, person.token, 'GET')).code).toBe(0)
    await expect.poll(async () => (await world.call('api/usercenter/user', {}, student, 'GET')).code).toBe(401)
  })

  it('[DEMO-3] leaves no account of the demonstration that can sign in, and a log that is whole and tells of it', async () => {
    for (const role of ['participant', 'organiser', 'administrator']) {
      const { userName, password } = readDemoAccount(role)
      expect((await world.call('api/usercenter/authentication/form', { account: userName, password })).error).toBe('SIGN_IN_WRONG')
    }
    await sealLog(world.db)
    expect((await verifyLog(world.db)).breaks).toEqual([])
    const entries = await world.rows(
      `SELECT before->>'userName' AS name FROM platform_log WHERE title->>'en' = 'Removed the demonstration' ORDER BY id`,
    )
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['student', 'organiser', 'admin']))
  })

  it('[DEMO-4] is not filled in again: not when its accounts are gone, and not when all accounts are', async () => {
    // who works for real must not take a payment that is none
    expect(await mayPretend(world.databaseUrl)).toBe(false)
    expect((await removeDemo('--yes')).output).toBe('There is no demonstration in this database.\n')
    await world.rows('DELETE FROM account_user')
    const { databaseUrl, server } = world
    expect(await seed({ databaseUrl, server })).toEqual({ accounts: [] })
    expect(await count('account_user')).toBe(0)
  })
})
