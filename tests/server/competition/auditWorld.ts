/** A nation, a province below it and a school below that, with an organiser and auditors: what the tests of the audit stand on. */
import { randomBytes } from 'node:crypto'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import type { TestServerOptions } from '../../harness/startTestServer.ts'
import { createWorld, type Reply, serverScope, type World } from '../roadWorld.ts'

export interface Person {
  id: string
  token: string
}
export interface AuditWorld extends World {
  nation: string
  province: string
  school: string
  organiser: Person
  /** Auditors of the province, and of the nation. */
  auditor: Person
  colleague: Person
  national: Person
  /** A person with a role on an object, or with none. */
  person(role?: string, scope?: string, objectId?: string): Promise<Person>
  organisation(name: string, superiorId: string | null): Promise<string>
  /** A competition of the school, its information filled in. */
  contest(title: string, organisationId?: string): Promise<string>
  get(path: string, input: Record<string, unknown>, person: Person): Promise<Reply<Data>>
  post(path: string, input: Record<string, unknown>, person: Person): Promise<Reply<Data>>
  submit(competitionId: string, note?: string): Promise<string>
  /** Templates of the messages that a person got, oldest first. */
  told(person: Person): Promise<string[]>
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they assert
type Data = any

export const AUDIT = 'api/web/competition/audit'
export const INFO = 'api/web/competition/info'
export const INFORMATION = {
  purpose: '让学生在真实问题中学会合作与表达。',
  scale: 300,
  fairness: '匿名评审，两名评委独立打分，分差大时第三人复评。',
}
const DAY_MS = 86_400_000

export async function createAuditWorld(options: Omit<TestServerOptions, 'template'> = {}): Promise<AuditWorld> {
  const world = await createWorld({ template: 'seeded', ...options })
  const insert = async (table: string, values: Record<string, unknown>): Promise<string> => {
    const names = Object.keys(values)
    const marks = names.map((_, index) => `$${index + 1}`)
    const text = `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${marks.join(', ')}) RETURNING id`
    return String((await world.rows(text, Object.values(values)))[0].id)
  }
  const person: AuditWorld['person'] = async (role, scope, objectId) => {
    const userName = `p${randomBytes(6).toString('hex')}`
    const id = await insert('account_user', { userName, name: `审核员 ${userName.slice(1, 4)}` })
    if (role) await insert('account_grant', { userId: id, role, scope, objectId })
    const sessions = world.server.deps.services.sessions.bind(serverScope(world, world.server.deps.db))
    return { id, token: ((await sessions.open(id, { secondFactor: true })) as Tokens).access_token }
  }
  const organisation: AuditWorld['organisation'] = (name, superiorId) =>
    insert('organisation_organisation', { name: { zh: name, en: name }, kind: 'school', superiorId })
  const nation = await organisation('全国竞赛中心', null)
  const province = await organisation('江南省竞赛办', nation)
  const school = await organisation('江南大学', province)
  const organiser = await person('account.organiser', 'organisation', school)
  const post: AuditWorld['post'] = (path, input, { token }) => world.call(path, input, token)
  const contest: AuditWorld['contest'] = async (title, organisationId = school) => {
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const times = { signupStart: at(1), signupEnd: at(10), editEnd: at(11), competitionStart: at(12), competitionEnd: at(13) }
    const texts = { title: { zh: title, en: `${title} (en)` }, organisers: { zh: '江南大学' }, introduction: { zh: '<p>欢迎参赛。</p>' } }
    const facts = { level: 'provincial', type: 'A', mode: 'team', organisationId, ...texts, ...times }
    const id = await insert('competition_competition', facts)
    await insert('competition_event', { competitionId: id, title: { zh: '正赛', en: 'Main' } })
    await insert('"competitionInfo_info"', { competitionId: id, ...INFORMATION })
    return id
  }
  return {
    ...world,
    nation,
    province,
    school,
    organiser,
    auditor: await person('account.superiorAuditor', 'organisation', province),
    colleague: await person('account.superiorAuditor', 'organisation', province),
    national: await person('account.superiorAuditor', 'organisation', nation),
    person,
    organisation,
    contest,
    post,
    get: (path, input, { token }) => world.call(path, input, token, 'GET'),
    async submit(competitionId, note) {
      const reply = await post(`${INFO}/submitAudit`, { competitionId, ...(note ? { note } : {}) }, organiser)
      if (reply.code !== 0) throw new Error(JSON.stringify(reply))
      return reply.data.id
    },
    async told({ id }) {
      const rows = await world.rows('SELECT template FROM platform_outbox WHERE "userId" = $1 ORDER BY id', [id])
      return rows.map(({ template }) => template)
    },
  }
}
