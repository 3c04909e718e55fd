/** A school with members who have addresses, and sendings to them. */
import { randomBytes } from 'node:crypto'
import type { TestServerOptions } from '../../harness/startTestServer.ts'
import { createPackageWorld, type PackageWorld, type School } from '../package/packageWorld.ts'
import type { Reply } from '../roadWorld.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows whose shape they assert
type Data = any
export interface Member {
  id: string
  name: string
  email: string | null
  phone: string | null
}
export interface BulkWorld extends PackageWorld {
  member(school: School, facts?: Partial<Member>): Promise<Member>
  members(school: School, count: number): Promise<Member[]>
  /** To all members. */
  input(school: School, change?: Record<string, unknown>): Record<string, unknown>
  send(school: School, change?: Record<string, unknown>): Promise<Reply<Data>>
  /** Paused before anything was sent, with no job. */
  paused(school: School, people: readonly Member[]): Promise<string>
  move(step: 'pause' | 'resume' | 'cancel', id: string, token: string): Promise<Reply<Data>>
  task(id: string, token: string): Promise<Data>
  receipts(id: string): Promise<Data[]>
  /** Times that each address was written to. */
  mails(id: string): Promise<Record<string, number>>
}

export async function createBulkWorld(options: TestServerOptions = {}): Promise<BulkWorld> {
  const world = await createPackageWorld(options)
  const { rows, call } = world
  const member: BulkWorld['member'] = async ({ id: organisationId }, facts = {}) => {
    const tag = randomBytes(5).toString('hex')
    const made = {
      name: `成员${tag}`,
      email: `${tag}@example.com`,
      phone: `1${parseInt(tag, 16).toString().padStart(10, '0').slice(-10)}`,
      ...facts,
    }
    const { id: given, ...columns } = made
    const [{ id }] = await rows(`INSERT INTO account_user ("userName", name, email, phone) VALUES ($1, $2, $3, $4) RETURNING id::text`, [
      `user${tag}`,
      columns.name,
      columns.email,
      columns.phone,
    ])
    await rows('INSERT INTO organisation_member ("organisationId", "userId") VALUES ($1, $2)', [organisationId, id])
    return { ...columns, id: given ?? id }
  }
  const input: BulkWorld['input'] = ({ id: organisationId }, change = {}) => ({
    channel: 'mail',
    audience: 'roles',
    roles: ['account.member'],
    organisationId,
    subject: { zh: '集训通知', en: 'Training camp' },
    text: { zh: '{name}，集训周六开始。', en: 'Dear {name}, the camp begins on Saturday.' },
    ...change,
  })
  return {
    ...world,
    member,
    input,
    async members(school, count) {
      const made: Member[] = []
      for (let each = 0; each < count; each++) made.push(await member(school))
      return made
    },
    send: (school, change) => call('api/web/report/sendEmailMessage', input(school, change), school.token),
    async paused(school, people) {
      const words = { subjectZh: '集训', subjectEn: 'Camp', textZh: '周六', textEn: 'Saturday', fromZh: '学校', fromEn: 'School' }
      const both = JSON.stringify({ zh: '集训', en: 'Camp' })
      const [{ id }] = await rows(
        `INSERT INTO message_task (channel, template, subject, text, variables, audience, filter, "organisationId", state, total, "steppedAt")
         VALUES ('mail', 'message.bulkMail', $1, $1, $2, 'roles', '{}', $3, 'paused', $4, now()) RETURNING id::text`,
        [both, JSON.stringify(words), school.id, people.length],
      )
      for (const { id: userId, email } of people)
        await rows(
          `INSERT INTO message_receipt ("taskId", "userId", channel, "organisationId", state, address, key, units, "countsUntil")
           VALUES ($1, $2, 'mail', $3, 'waiting', $4, $5, 1, now() + interval '30 days')`,
          [id, userId, school.id, email, randomBytes(9).toString('base64url')],
        )
      return id
    },
    move: (step, id, token) => call(`api/web/message/bulk/${step}`, { id }, token),
    task: async (id, token) => (await call(`api/web/message/bulk/${id}`, {}, token, 'GET')).data,
    receipts: (id) => rows('SELECT r.*, r.id::text AS id FROM message_receipt r WHERE r."taskId" = $1 ORDER BY r.id', [id]),
    async mails(id) {
      const found = await rows(
        `SELECT o.address, count(*)::int AS count FROM platform_outbox o JOIN message_receipt r ON r.address = o.address AND r."taskId" = $1
         WHERE o.template = 'message.bulkMail' AND o.about IS NOT NULL GROUP BY 1 ORDER BY 1`,
        [id],
      )
      return Object.fromEntries(found.map(({ address, count }) => [address, count]))
    },
  }
}
