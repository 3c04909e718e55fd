/** Databases that earlier versions made (`npm run release:fixture`), started with the code of today: what people had in them lives on. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../../runtime/server/createServer.ts'
import { createDatabase, type TestDatabase } from '../../harness/createDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const FOLDER = join(PROJECT_DIRECTORY, 'tests/fixtures/releases')
/** What is over or removed after some time. */
const EXPIRING = ['account_session', 'account_apiKey', 'platform_draft']
const names = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))

describe.each(names)('a database of %s', (name) => {
  const facts = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
  const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-release-'))
  let database: TestDatabase
  let server: Server
  beforeAll(async () => {
    database = await createDatabase('empty')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(
      gunzipSync(readFileSync(join(FOLDER, `${name}.sql.gz`)))
        .toString()
        .replace('CREATE SCHEMA public;', ''),
    )
    for (const table of EXPIRING) await client.query(asIfMadeNow(await timesOf(client, table), table, facts.made))
    await client.end()
    server = await createServer({
      databaseUrl: database.url,
      projectDirectory: PROJECT_DIRECTORY,
      dataDirectory,
      pretending: true,
      // its files are not kept
      environment: { ...process.env, FILES_FOLDER: 'adopt' },
      logLevel: process.env.TEST_LOG ?? 'silent',
    })
  })
  afterAll(async () => {
    await server?.close()
    await database?.drop()
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  const ask = async (method: 'GET' | 'POST', path: string, token: string | null, more: InjectOptions = {}) =>
    (await server.app.inject({ method, url: `/${path}`, headers: token ? { authorization: `Bearer ${token}` } : {}, ...more })).json()
  const signIn = async ({ userName, password }: { userName: string; password: string }) =>
    ask('POST', 'api/usercenter/authentication/form', null, { payload: { account: userName, password } })
  /** Renewed once: the refresh token of the fixture is good for one time. */
  let renewed: Promise<string> | undefined
  const token = () => {
    const payload = { grant_type: 'refresh_token', refresh_token: facts.session.refresh_token }
    renewed ??= ask('POST', 'api/usercenter/oauth/token', null, { payload }).then(({ data }) => data.access_token)
    return renewed
  }

  it('[UPGRADE-20] people sign in with their passwords', async () => {
    const reply = await signIn(facts.participant)
    expect(reply.code).toBe(0)
    expect((await ask('GET', 'api/usercenter/user', reply.data.access_token)).data.userName).toBe(facts.participant.userName)
  })

  it('[UPGRADE-21] who was signed in stays so', async () => {
    expect((await ask('GET', 'api/usercenter/user', await token())).data).toMatchObject({ id: facts.session.userId })
  })

  it('[UPGRADE-22] a draft holds its answers', async () => {
    const { data } = await ask('GET', `api/platform/draft?key=${encodeURIComponent(facts.draft.key)}`, await token())
    expect(data).toMatchObject({ hash: facts.draft.hash, answers: facts.draft.answers })
  })

  it('[UPGRADE-23] a submitted sign-up is there with its form and answers', async () => {
    const { id, formHash, answers } = facts.registration
    const { data } = await ask('GET', `api/web/competition/signup/own/${id}`, await token())
    expect(data).toMatchObject({ id, formHash })
    const own = await ask('GET', `api/web/competition/signup/ownAnswers/${id}`, await token())
    expect(Object.keys(own.data.answers).toSorted()).toEqual(Object.keys(answers).toSorted())
    expect(own.data.answers.fullName).toBe(answers.fullName)
  })

  it('[UPGRADE-24] what was changed in the studio is still what people see', async () => {
    const { kind, id, title } = facts.override
    const { data } = await signIn(facts.administrator)
    const opened = await ask('GET', `api/platform/opened/${kind}/${id}`, data.access_token)
    expect(opened.data).toMatchObject({ isPublished: true, published: { title } })
    expect(server.deps.platform().get(kind, id)).toMatchObject({ title })
  })

  it('[UPGRADE-25] a certificate is found by its number', async () => {
    const { data } = await ask('POST', 'api/web/certificate/search', null, { payload: { serial: facts.certificate.serial } })
    expect(data.list).toEqual([expect.objectContaining({ serial: facts.certificate.serial, code: facts.certificate.code })])
  })

  it('[UPGRADE-26] an API key opens what it opened', async () => {
    expect((await ask('GET', `${facts.apiKey.reads}?pageSize=1`, facts.apiKey.key)).code).toBe(0)
  })
})

async function timesOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND data_type = 'timestamp with time zone'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** However old the fixture is. */
function asIfMadeNow(columns: readonly string[], table: string, made: string): string {
  const moved = columns.map((name) => `"${name}" = "${name}" + (now() - timestamptz '${made}')`)
  return `SET session_replication_role = replica; UPDATE public."${table}" SET ${moved.join(', ')}`
}
