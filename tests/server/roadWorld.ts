/** The seeded demo behind HTTP, with the people of the road. Shared by the road's tests; each file gets its own database. */
import { randomBytes } from 'node:crypto'
import type { Database, Tokens } from '../../runtime/core/contracts.ts'
import type { CallScope } from '../../runtime/server/serverContext.ts'
import { heardNotices } from '../harness/heardNotices.ts'
import { readDemoAccount } from '../harness/readDemoAccount.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../harness/startTestServer.ts'

export interface Reply<T> {
  code: number
  error?: string
  message?: string
  data: T
  details?: { errors?: { path: string; rule: string }[]; [fact: string]: unknown }
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they assert
type Data = any

export interface World extends TestServer {
  /** Calls over HTTP. `token` null is a visitor. */
  call(path: string, input?: Record<string, unknown>, token?: string | null, method?: 'GET' | 'POST' | 'PUT'): Promise<Reply<Data>>
  /** Token of a demo account by role. */
  signIn(role: string): Promise<string>
  /** A new person without any registration. */
  newcomer(): Promise<{ id: string; token: string }>
  /** Id of a competition by its Chinese title. */
  competition(title: string): Promise<string>
  /** Id of an event of a competition by its Chinese title. */
  event(competitionId: string, title: string): Promise<string>
  /** Rows of a statement. */
  rows(sql: string, values?: unknown[]): Promise<Data[]>
}

/** What the server's own parts are bound to outside of a call. */
export function serverScope({ server: { deps } }: Pick<World, 'server'>, db: Database): CallScope {
  return {
    db,
    session: deps.services.sessions.visitor(),
    now: new Date(),
    lang: 'zh',
    request: { id: 'test', ip: '127.0.0.1', headers: {} },
  }
}

export const MODELLING = '全国大学生数学建模挑战赛'
export const DESIGN = '青年设计双年赛'
export const HACKATHON = '开放硬件黑客马拉松'
export const NOT_OPEN_YET = '青少年机器人邀请赛'
export const FINISHED = '校园数据分析挑战'

/** Statements after which sessions are read anew. */
const RIGHTS = /\b(insert into|update|delete from)\s+"?(account_(grant|user|session|role)|organisation_organisation)\b/i

export async function createWorld(options: TestServerOptions = { template: 'seeded' }): Promise<World> {
  const started = await startTestServer(options)
  const { app, db, server } = started
  const call: World['call'] = async (path, input = {}, token = null, method = 'POST') => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    const reply = await app.inject({ method, url: `/${path}`, headers, ...(method === 'GET' ? { query } : { payload: input }) })
    return reply.json() as Reply<Data>
  }
  const rows: World['rows'] = async (sql, values = []) => {
    const { rows: found } = await db.query(sql, values)
    if (RIGHTS.test(sql)) await heardNotices(server, db)
    return found
  }
  const one = async (sql: string, values: unknown[]) => String((await rows(sql, values))[0].id)
  return {
    ...started,
    call,
    rows,
    async signIn(role) {
      const { userName, password } = readDemoAccount(role)
      return (await call('api/usercenter/authentication/form', { account: userName, password })).data.access_token
    },
    async newcomer() {
      const userName = `new${randomBytes(6).toString('hex')}`
      const id = await one('INSERT INTO account_user ("userName", name) VALUES ($1, $2) RETURNING id', [userName, '何新人'])
      const scope = serverScope({ server }, server.deps.db)
      return { id, token: ((await server.deps.services.sessions.bind(scope).open(id)) as Tokens).access_token }
    },
    competition: (title) => one(`SELECT id FROM competition_competition WHERE title->>'zh' = $1`, [title]),
    event: (competitionId, title) =>
      one(`SELECT id FROM competition_event WHERE "competitionId" = $1 AND title->>'zh' = $2`, [competitionId, title]),
  }
}

/** Answers to the hackathon's form that need no file. */
export const HACKATHON_ANSWERS = {
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

/** As those see them who have not revealed them. */
export const MASKED_ANSWERS = {
  ...HACKATHON_ANSWERS,
  email: 'a**@mail.example',
  phone: '199****1234',
  emergencyPhone: '199****4321',
}

export interface Form {
  competitionId: string
  eventId: string
  formHash: string
}
/** The hackathon's open event and the form published for it. */
export async function hackathonForm(world: World): Promise<Form> {
  const competitionId = await world.competition(HACKATHON)
  const eventId = await world.event(competitionId, '正赛')
  const { formHash } = (await world.call(`api/web/competition/btn/${competitionId}`, {}, null, 'GET')).data
  return { competitionId, eventId, formHash }
}

/** Signs up for the hackathon; `change` replaces parts of the input. */
export function signUp(world: World, token: string, form: Form, change: Record<string, unknown> = {}): Promise<Reply<Data>> {
  return world.call('api/web/competition/signup/personal', { ...form, agreement: true, answers: HACKATHON_ANSWERS, ...change }, token)
}
