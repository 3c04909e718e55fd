/** `npm run release:fixture -- NAME`: makes a small database with this version of the code, for the test that later versions start on it: `tests/fixtures/releases/NAME.sql.gz` and
 *  `NAME.json` with what people had in it. DATABASE_URL names an empty database; `pg_dump` of its version must be on the path. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Tokens } from '../runtime/core/contracts.ts'
import { createServer, type Server } from '../runtime/server/createServer.ts'
import { seed } from './seed.ts'

const FOLDER = 'tests/fixtures/releases'
const SIGN_UP = '开放硬件黑客马拉松'
const ANSWERS = {
  fullName: 'Ada Example',
  email: 'ada@mail.example',
  phone: '19900001234',
  birthDate: '2003-05-06',
  country: 'CN',
  status: 'student',
  university: 'Chujiang University',
  skills: ['firmware', 'pitch'],
  level: 'some',
  track: 'health',
  party: 'solo',
  arrival: ['2026-12-17', '2026-12-20'],
  shirt: 'M',
  emergencyName: '何家属',
  emergencyPhone: '19900004321',
  conduct: true,
}

const [name = ''] = process.argv.slice(2)
const databaseUrl = process.env.DATABASE_URL ?? ''
if (!/^[a-z]\w*$/.test(name) || !databaseUrl) throw new Error('usage: DATABASE_URL=... npm run release:fixture -- NAME')
const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-fixture-'))
const server = await createServer({ databaseUrl, projectDirectory: process.cwd(), dataDirectory, logLevel: 'silent', pretending: true })
await seed({ databaseUrl, server })
const facts = await live(server)
await server.close()
const dump = spawnSync('pg_dump', ['--no-owner', '--no-acl', '--inserts', '--rows-per-insert=200', '--schema=public', databaseUrl], {
  encoding: 'utf8',
  maxBuffer: 2 ** 30,
})
if (dump.status !== 0) throw new Error(dump.stderr)
// lines that begin so are for psql alone; a new database has the schema
const sql = dump.stdout.replace(/^\\.*$/gm, '').replace('CREATE SCHEMA public;', '')
mkdirSync(FOLDER, { recursive: true })
writeFileSync(join(FOLDER, `${name}.sql.gz`), gzipSync(sql, { level: 9 }))
writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`)
rmSync(dataDirectory, { recursive: true })
process.exit()

/** What people do, and what they must find again. */
async function live({ app, deps }: Server): Promise<object> {
  const ask: Ask = async (method, path, body, token) => {
    const reply = await app.inject({
      method,
      url: `/api/${path}`,
      headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { payload: body } : {}),
    })
    const { code, data, ...rest } = reply.json()
    if (code !== 0) throw new Error(`${path}: ${JSON.stringify(rest)}`)
    return data
  }
  const one = async (sql: string, values: unknown[] = []) => (await deps.pool.query(sql, values)).rows[0]
  const certificate = await one('SELECT id, serial, code FROM certificate_certificate WHERE code IS NOT NULL ORDER BY id LIMIT 1')
  const competition = await one(`SELECT id, "organisationId" FROM competition_competition WHERE title->>'zh' = $1`, [SIGN_UP])
  const entrant = await person(deps, 'fixture.entrant')
  return {
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    made: new Date().toISOString(),
    participant: account('participant'),
    administrator: account('administrator'),
    session: { userId: entrant.id, ...entrant.tokens },
    ...(await signedUp(deps, ask, { entrant, competitionId: String(competition.id) })),
    override: await overridden(ask),
    apiKey: await keyMade(deps, ask, String(competition.organisationId)),
    certificate: { ...certificate, id: String(certificate.id) },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
type Ask = (method: 'GET' | 'POST', path: string, body: object | null, token?: string) => Promise<any>
type Deps = Server['deps']
interface Person {
  id: string
  tokens: Tokens
}

function account(role: string): { userName: string; password: string } {
  const accounts = JSON.parse(readFileSync('plugins/demo/accounts.json', 'utf8')) as { role: string; userName: string; password: string }[]
  const { userName, password } = accounts.find((each) => each.role === role)!
  return { userName, password }
}

async function person({ pool, db, services }: Deps, userName: string): Promise<Person> {
  const { rows } = await pool.query('INSERT INTO account_user ("userName", name) VALUES ($1, $2) RETURNING id', [userName, '何新人'])
  const request = { id: 'fixture', ip: '127.0.0.1', headers: {} }
  const scope = { db, session: services.sessions.visitor(), now: new Date(), lang: 'zh' as const, request }
  return { id: String(rows[0].id), tokens: (await services.sessions.bind(scope).open(String(rows[0].id))) as Tokens }
}

/** A sign-up, and a draft of another one. */
async function signedUp({ pool }: Deps, ask: Ask, { entrant, competitionId }: { entrant: Person; competitionId: string }): Promise<object> {
  const { rows: events } = await pool.query(`SELECT id FROM competition_event WHERE "competitionId" = $1 AND title->>'zh' = '正赛'`, [
    competitionId,
  ])
  const { formHash } = await ask('GET', `web/competition/btn/${competitionId}`, null)
  const form = { competitionId, eventId: String(events[0].id), formHash }
  const token = entrant.tokens.access_token
  await ask('POST', 'web/competition/signup/personal', { ...form, agreement: true, answers: ANSWERS }, token)
  const { rows } = await pool.query('SELECT id, answers FROM signup_registration WHERE "userId" = $1', [entrant.id])
  const draft = { key: `signup:${form.eventId}`, hash: formHash, answers: { fullName: 'Ada, half way' } }
  await ask('POST', 'platform/draft', { ...draft, revision: 0 }, token)
  return { registration: { id: String(rows[0].id), ...form, answers: rows[0].answers }, draft }
}

/** A form of the platform, changed in the studio. */
async function overridden(ask: Ask): Promise<object> {
  const { userName, password } = account('administrator')
  const { access_token: token } = await ask('POST', 'usercenter/authentication/form', { account: userName, password })
  const { content } = await ask('GET', 'platform/opened/form/support.leave', null, token)
  const title = { zh: '写信给我们', en: 'Write to us' }
  await ask('POST', 'platform/document/form/support.leave', { content: { ...content, title }, base: null }, token)
  await ask('POST', 'platform/document/form/support.leave/publish', {}, token)
  return { kind: 'form', id: 'support.leave', title }
}

async function keyMade(deps: Deps, ask: Ask, organisationId: string): Promise<object> {
  const { id, tokens } = await person(deps, 'fixture.maker')
  await deps.pool.query(
    `INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.organisationAdmin', 'organisation', $2)`,
    [id, organisationId],
  )
  await deps.pool.query('UPDATE account_session SET "provedAt" = now() WHERE "userId" = $1', [id])
  deps.services.sessions.changed(id)
  const input = { organisationId, name: '同步', scopes: ['read:questionnaire'], days: 366 }
  const { key } = await ask('POST', 'usercenter/apiKey/create', input, tokens.access_token)
  return { key, reads: 'api/web/questionnaire/list' }
}
