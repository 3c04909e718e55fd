/** Bulk emails and text messages: whom they reach, each once, also after a kill; pause, unsubscribing, and the quota of a school. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../harness/createDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { startTestServer } from '../../harness/startTestServer.ts'
import { readSheets } from '../readSheet.ts'
import { DESIGN, HACKATHON } from '../roadWorld.ts'
import { type BulkWorld, createBulkWorld } from './bulkWorld.ts'

const PATIENCE = { timeout: 240_000 }
const TEXTS = 50

let world: BulkWorld
beforeAll(async () => {
  world = await createBulkWorld()
})
afterAll(() => world?.close())

const sent = (id: string, token: string) => expect.poll(async () => (await world.task(id, token)).state, PATIENCE).toBe('sent')
/** The numbers of its one channel stand beside those of all. */
const preview = async (school: { id: string; token: string }, change = {}) => {
  const reply = await world.call('api/web/message/bulk/preview', world.input(school as never, change), school.token)
  return { ...reply, data: { ...reply.data, ...reply.data?.channels[0] } }
}

describe('a bulk message', () => {
  it('[BULK-1] shows before it is sent whom it reaches, who is excluded and why, and what the first people read in both languages', async () => {
    const school = await world.school()
    const reader = await world.member(school, { name: '甲同学' })
    await world.member(school, { name: '乙同学', email: null })
    await world.member(school, { name: '丙同学', email: reader.email!.toUpperCase() })
    const { data } = await preview(school)
    expect(data).toMatchObject({ total: 1, excluded: 2, units: 1, left: 200, fits: true })
    expect(data.people.toSorted((a: { reason: string }, b: { reason: string }) => a.reason.localeCompare(b.reason))).toEqual([
      { name: '乙同学', reason: 'noEmail' },
      { name: '丙同学', reason: 'sameAddress' },
    ])
    const [sample] = data.samples
    expect(sample.subject).toEqual({ zh: '集训通知', en: 'Training camp' })
    expect(sample.text.zh).toContain('甲同学，集训周六开始。')
    expect(sample.text.en).toContain('Dear 甲同学, the camp begins on Saturday.')
    const text = '字'.repeat(100)
    const { data: texts } = await preview(school, { channel: 'sms', text: { zh: text, en: text } })
    const { characters, segments } = texts.samples[0]
    expect(segments.zh).toBe(Math.ceil(characters.zh / 67))
    expect(texts).toMatchObject({ total: 3, units: 3 * Math.max(segments.zh, segments.en), left: TEXTS })
    expect((await preview(school, { text: { zh: '{grade} 年级' } })).error).toBe('MESSAGE_PLACEHOLDER')
    expect((await preview(school, { subject: { zh: ' ' } })).error).toBe('MESSAGE_EMPTY')
  })

  it('[BULK-16] says what text messages will cost once their price is set, part by part; mail has no price', async () => {
    const school = await world.school()
    await world.members(school, 3)
    const text = '字'.repeat(100)
    const costOf = async (channel: string) => {
      const { cost, units } = (await preview(school, { channel, text: { zh: text, en: text } })).data
      return { cost, units }
    }
    const { units, cost } = await costOf('sms')
    expect([units > 3, cost]).toEqual([true, null])
    const address = 'api/platform/document/settings/message.costs'
    const content = structuredClone(world.server.deps.platform().get('settings', 'message.costs'))
    content.values.textThousand = { ...content.values.textThousand!, value: 45 }
    expect((await world.call(address, { content }, world.admin)).code).toBe(0)
    expect((await world.call(`${address}/publish`, {}, world.admin)).code).toBe(0)
    const price = () => world.server.deps.platform().get('settings', 'message.costs').values.textThousand!.value
    await expect.poll(price, { timeout: 120_000, interval: 200 }).toBe(45)
    expect(await costOf('sms')).toEqual({ units, cost: Math.ceil((units * 4500) / 1000) })
    expect((await costOf('mail')).cost).toBe(null)
    expect((await world.call(`${address}/takeBack`, {}, world.admin)).code).toBe(0)
  })

  it('[BULK-17] is answered to the contact address of its organisation, or to who sent it where they say so', async () => {
    const school = await world.school()
    const reader = await world.member(school)
    await world.rows('UPDATE organisation_organisation SET "contactEmail" = $2 WHERE id = $1', [school.id, 'office@school.example'])
    await world.rows('UPDATE account_user SET email = $2 WHERE id = $1', [school.userId, `mine${school.id}@school.example`])
    const answersTo = async (change: Record<string, unknown>) => {
      const { data } = await world.send(school, change)
      await sent(data.id, school.token)
      const [mail] = await world.rows(
        `SELECT variables->>'replyTo' AS to FROM platform_outbox WHERE "userId"::bigint = $1 AND channel = 'mail' ORDER BY id DESC LIMIT 1`,
        [reader.id],
      )
      return mail.to
    }
    expect(await answersTo({})).toBe('office@school.example')
    expect(await answersTo({ repliesToMe: true })).toBe(`mine${school.id}@school.example`)
  })

  it('[BULK-2] reaches each address once and lists every person with the result; a file has the same rows', async () => {
    const school = await world.school()
    const people = await world.members(school, 60)
    await world.member(school, { name: '无邮箱', email: null })
    const { data } = await world.send(school)
    expect(data.total).toBe(60)
    await sent(data.id, school.token)
    expect(await world.task(data.id, school.token)).toMatchObject({ sent: 60, skipped: 1, waiting: 0, queued: 0, failed: 0 })
    expect(await world.mails(data.id)).toEqual(Object.fromEntries(people.map(({ email }) => [email, 1])))
    const list = await world.call('api/web/message/bulk/results', { taskId: data.id, state: 'skipped' }, school.token, 'GET')
    expect(list.data.list).toEqual([expect.objectContaining({ name: '无邮箱', state: 'skipped', reason: 'noEmail', address: null })])
    const all = await world.call('api/web/message/bulk/results', { taskId: data.id, pageSize: 100 }, school.token, 'GET')
    expect(all.data.total).toBe(61)
    expect(JSON.stringify(all.data.list)).not.toContain(people[0]!.email)
    const { jobId } = (await world.call('api/web/message/bulk/export', { taskId: data.id }, school.token)).data
    const [sheet] = await readSheets(world, jobId, school.token)
    expect(sheet!.actualRowCount).toBe(62)
  })

  it('[BULK-3] is sent by people who may send on that channel for that organisation or competition, and by no one else', async () => {
    const [school, other] = [await world.school(), await world.school()]
    await world.member(school)
    expect((await world.call('api/web/report/sendEmailMessage', world.input(school), other.token)).error).toBe('PERMISSION_DENIED')
    expect((await world.call('api/web/report/sendEmailMessage', world.input(school), (await world.newcomer()).token)).error).toBe(
      'PERMISSION_DENIED',
    )
    const competitionId = await world.competition(HACKATHON)
    const { token: staff } = await world.newcomer()
    const staffId = (await world.rows('SELECT max(id)::text AS id FROM account_user'))[0].id
    await world.rows(
      `INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.competitionStaff', 'competition', $2)`,
      [staffId, competitionId],
    )
    const input = { channel: 'sms', audience: 'competition', competitionId, text: { zh: '集合' } }
    expect((await world.call('api/web/message/bulk/preview', input, staff)).error).toBe('PERMISSION_DENIED')
    const mail = { ...input, channel: 'mail', subject: { zh: '集合' } }
    expect((await world.call('api/web/message/bulk/preview', mail, staff)).data.total).toBeGreaterThan(0)
    const { data } = await world.send(school)
    expect((await world.call(`api/web/message/bulk/${data.id}`, {}, other.token, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/message/bulk/results', { taskId: data.id }, other.token, 'GET')).data.total).toBe(0)
    expect((await world.move('cancel', data.id, other.token)).error).toBe('NOT_FOUND')
  })

  it('[BULK-4] is paused, resumed and cancelled; paused, no job sends, and what was cancelled is given back to the quota', async () => {
    const school = await world.school()
    const people = await world.members(school, 3)
    const id = await world.paused(school, people)
    await world.run('message.bulkDeliver', { taskId: id })
    expect(await world.task(id, school.token)).toMatchObject({ state: 'paused', waiting: 3, sent: 0 })
    expect((await world.move('pause', id, school.token)).error).toBe('FLOW_STATE')
    expect((await world.move('resume', id, school.token)).data).toEqual({ id, state: 'sending' })
    await sent(id, school.token)
    expect(await world.task(id, school.token)).toMatchObject({ sent: 3, waiting: 0 })

    const second = await world.paused(school, people)
    const used = async () =>
      (await world.call('api/web/report/getEmailAndMessageNum', { organisationId: school.id }, school.token, 'GET')).data.email
    expect(await used()).toEqual({ limit: 200, used: 6, left: 194 })
    expect((await world.move('cancel', second, school.token)).data.state).toBe('cancelled')
    expect((await world.receipts(second)).map(({ state, reason }) => [state, reason])).toEqual(people.map(() => ['skipped', 'cancelled']))
    expect(await used()).toEqual({ limit: 200, used: 3, left: 197 })
    expect((await world.move('resume', second, school.token)).error).toBe('FLOW_STATE')
  })

  it('[BULK-5] that could not be delivered tells why, and does not count', async () => {
    const school = await world.school()
    const people = await world.members(school, 1)
    const id = await world.paused(school, people)
    const [{ id: receiptId }] = await world.receipts(id)
    await world.rows(`UPDATE message_receipt SET state = 'queued' WHERE id = $1`, [receiptId])
    await world.rows(
      `INSERT INTO platform_outbox (template, channel, address, lang, variables, state, error, about)
       VALUES ('message.bulkMail', 'mail', $1, 'zh', '{}', 'dead', '550 no such mailbox', $2)`,
      [people[0]!.email, `message.receipt:${receiptId}`],
    )
    await world.minute()
    await expect.poll(async () => (await world.receipts(id))[0], PATIENCE).toMatchObject({ state: 'failed', error: '550 no such mailbox' })
    const { data } = await world.call('api/web/report/getEmailAndMessageNum', { organisationId: school.id }, school.token, 'GET')
    expect(data.email.used).toBe(0)
  })

  it('[BULK-6] goes to oneself as a test, and to no one else', async () => {
    const school = await world.school()
    await world.member(school)
    await world.rows('UPDATE account_user SET email = $2 WHERE id = $1', [school.userId, `own${school.id}@example.com`])
    const before = (await world.rows('SELECT count(*)::int AS count FROM platform_outbox'))[0].count
    const { data } = await world.call('api/web/message/bulk/test', world.input(school), school.token)
    expect(data).toEqual({ address: `own${school.id}@example.com` })
    expect((await world.rows('SELECT count(*)::int AS count FROM platform_outbox'))[0].count).toBe(before + 1)
  })
})

describe('the audience of a message', () => {
  const WRITE = { channels: ['mail'], subject: { zh: '通知' }, text: { zh: '{name}，请尽快缴费。' } }
  const choose = (input: Record<string, unknown>, token: string) => world.call('api/web/message/selection', input, token)
  const entrants = async (where: string, competitionId: string) =>
    (
      await world.rows(`SELECT DISTINCT "userId"::text AS id FROM signup_registration WHERE "competitionId" = $1 AND ${where}`, [
        competitionId,
      ])
    ).map(({ id }) => id)
  const reached = async (selectionId: string, competitionId: string, token: string) =>
    (await world.call('api/web/message/bulk/preview', { ...WRITE, audience: 'selection', selectionId, competitionId }, token)).data.found
  let organiser: string
  let competitionId: string
  beforeAll(async () => {
    organiser = await world.signIn('organiser')
    competitionId = await world.competition(DESIGN)
    await world.rows(`UPDATE signup_registration SET "payState" = 'due' WHERE "competitionId" = $1 AND status = 4`, [competitionId])
  })

  it('[AUD-1] is what a table shows by its filters, found anew each time, or the rows that were chosen', async () => {
    const params = { competitionId, status: 4, payState: 'due', pageNum: 1, pageSize: 20 }
    const { data } = await choose({ list: 'signup.list', params, everything: true }, organiser)
    const due = await entrants(`status = 4 AND "payState" = 'due'`, competitionId)
    expect(due.length).toBeGreaterThan(1)
    const shown = await world.call(`api/web/message/selection/${data.id}`, {}, organiser, 'GET')
    expect(shown.data).toMatchObject({ competitionId, chosen: null, title: { zh: '报名名单' } })
    expect(shown.data.people).toBeGreaterThanOrEqual(due.length)
    expect(await reached(data.id, competitionId, organiser)).toBe(shown.data.people)
    const [row] = await world.rows(
      `SELECT id::text, "userId"::text AS "userId" FROM signup_registration WHERE "competitionId" = $1 AND status = 4 AND NOT "isTeam" LIMIT 1`,
      [competitionId],
    )
    await world.rows(`UPDATE signup_registration SET "payState" = 'paid' WHERE id = $1`, [row.id])
    expect(await reached(data.id, competitionId, organiser)).toBe(shown.data.people - 1)
    await world.rows(`UPDATE signup_registration SET "payState" = 'due' WHERE id = $1`, [row.id])
    const one = await choose({ list: 'signup.list', params, ids: [row.id] }, organiser)
    expect(await reached(one.data.id, competitionId, organiser)).toBe(1)
  })

  it('[AUD-2] never goes beyond what its writer may read: not by a list, a filter, an id, or the choice of somebody else', async () => {
    const other = await world.signIn('organiser 2')
    const params = { competitionId }
    const { data } = await choose({ list: 'signup.list', params, everything: true }, organiser)
    expect((await world.call(`api/web/message/selection/${data.id}`, {}, other, 'GET')).error).toBe('NOT_FOUND')
    const use = { ...WRITE, audience: 'selection', selectionId: data.id, competitionId }
    expect((await world.call('api/web/message/bulk/preview', use, other)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    const foreign = await choose({ list: 'signup.list', params, everything: true }, other)
    expect((await world.call(`api/web/message/selection/${foreign.data.id}`, {}, other, 'GET')).error ?? 'empty').toMatch(/NOT_FOUND|empty/)
    const [{ id }] = await world.rows(`SELECT id::text FROM signup_registration WHERE "competitionId" = $1 LIMIT 1`, [competitionId])
    const own = (await world.rows(`SELECT c.id::text FROM competition_competition c WHERE c.title->>'zh' = $1`, [HACKATHON]))[0].id
    const hidden = await choose({ list: 'signup.list', params: { competitionId: own }, ids: [id] }, organiser)
    const use2 = { ...use, selectionId: hidden.data?.id ?? '0', competitionId: own }
    expect((await world.call('api/web/message/bulk/preview', use2, organiser)).data?.found ?? 0).toBe(0)
    expect((await choose({ list: 'account.list', everything: true }, organiser)).error).toBe('NOT_FOUND')
    expect((await choose({ list: 'signup.list', params: { competitionId, status: 'x' }, everything: true }, organiser)).error).toBe(
      'CALL_INPUT',
    )
    expect((await choose({ list: 'work.list', params, everything: true }, (await world.newcomer()).token)).error).toBe('PERMISSION_DENIED')
    // the quota that counts is that of the competition of the choice
    expect((await world.call('api/web/message/bulk/preview', { ...use, competitionId: own }, organiser)).error).toMatch(
      /NOT_FOUND|PERMISSION_DENIED/,
    )
  })

  it('[AUD-3] is found from every table that offers to write', async () => {
    const { documents } = world.server.deps.platform()
    const offered = [...documents.table.values()].filter(({ matchingActions }) =>
      JSON.stringify(matchingActions ?? '').includes('message.write'),
    )
    const lists = offered.map(({ source }) => source.call)
    expect(lists.toSorted()).toEqual(['account.experts', 'organisation.members', 'pay.orders', 'signup.list', 'team.list', 'work.list'])
    expect(lists.filter((call) => !documents.call.get(call)?.people)).toEqual([])
    const [{ organisationId }] = await world.rows(
      'SELECT "organisationId"::text AS "organisationId" FROM competition_competition WHERE id = $1',
      [competitionId],
    )
    for (const list of lists) {
      const params = list === 'organisation.members' ? { organisationId } : list === 'account.experts' ? {} : { competitionId }
      const { data, error } = await choose({ list, params, everything: true }, world.admin)
      expect([list, error]).toEqual([list, undefined])
      const shown = await world.call(`api/web/message/selection/${data.id}`, {}, world.admin, 'GET')
      expect([list, shown.data.people]).toEqual([list, expect.any(Number)])
    }
  })

  it('[AUD-4] is said in words: unpaid, without a work, of a school', async () => {
    const input = { ...WRITE, audience: 'competition', competitionId }
    const found = async (change: Record<string, unknown>) =>
      (await world.call('api/web/message/bulk/preview', { ...input, ...change }, organiser)).data.found
    const [all, due, paid] = [
      await found({}),
      await found({ payStates: ['due'] }),
      await found({ payStates: ['none', 'paid', 'overdue', 'refunded'] }),
    ]
    expect(due).toBeGreaterThan(0)
    expect(due).toBeLessThan(all)
    expect(due + paid).toBeGreaterThanOrEqual(all)
    expect(await found({ withoutWork: true })).toBeLessThan(all)
    expect(await found({ school: '没有这所学校' })).toBe(0)
  })

  it('[AUD-5] each channel is opened by its own code, and by no other', async () => {
    const { services, calls } = world.server.deps
    const school = await world.school()
    await world.member(school)
    const session = await services.sessions.person(school.userId, null)
    const opens: Record<string, string[]> = {}
    for (const code of ['sendMail', 'sendShortMessage', 'manageMessage', 'manageShortMessage', 'manageNews']) {
      const holder = { ...session, grants: session.grants.filter(({ scope }) => scope !== 'organisation') }
      const grants = [...holder.grants, { permission: code, scope: 'organisation', objectId: school.id } as never]
      opens[code] = []
      for (const channel of ['message', 'mail', 'sms'])
        await calls
          .run('message.bulkPreview', world.input(school, { channel }), { session: { ...holder, grants }, lang: 'zh' })
          .then(() => opens[code]!.push(channel))
          .catch((error: { code: string }) => expect(error.code).toBe('PERMISSION_DENIED'))
    }
    expect(opens).toEqual({
      sendMail: ['mail'],
      sendShortMessage: ['sms'],
      manageMessage: ['message'],
      manageShortMessage: ['message'],
      manageNews: [],
    })
  })
})

describe('what is written', () => {
  it('[BULK-13] keeps its formatting in mail and on the platform, and is plain in a text message; values are never markup', async () => {
    const school = await world.school()
    const reader = await world.member(school, { name: '甲<b>' })
    const text = { zh: '<p>{name}，<strong>周六</strong>集训</p><ul><li>带电脑</li></ul><script>alert(1)</script>', en: '' }
    const change = { channel: undefined, channels: ['message', 'mail', 'sms'], formatted: true, text, subject: { zh: '致{name}' } }
    const { data } = await world.call('api/web/message/bulk/preview', world.input(school, change), school.token)
    expect(data.channels.map(({ channel, total }: { channel: string; total: number }) => [channel, total])).toEqual([
      ['message', 1],
      ['mail', 1],
      ['sms', 1],
    ])
    const [mail, sms] = data.samples
    expect(mail).toMatchObject({ channel: 'mail', subject: { zh: '致甲<b>', en: '致甲<b>' } })
    expect(mail.html.zh).toContain('<p>甲&lt;b&gt;，<strong>周六</strong>集训</p><ul><li>带电脑</li></ul>')
    expect(mail.html.zh).not.toContain('script')
    expect(mail.text.zh).toContain('甲<b>，周六集训\n\n- 带电脑')
    expect(sms.text.zh).toContain('甲<b>，周六集训')
    const sending = await world.send(school, change)
    expect(sending.data.ids).toHaveLength(3)
    for (const id of sending.data.ids) await sent(id, school.token)
    const inbox = await world.rows(`SELECT template, channel FROM platform_outbox WHERE "userId" = $1 ORDER BY channel`, [reader.id])
    expect(inbox.map(({ channel }) => channel)).toEqual(['mail', 'message', 'sms'])
  })

  it('[BULK-14] at a later time goes to who matches then: the others are skipped, new ones are added', async () => {
    const school = await world.school()
    const [stays, goes] = await world.members(school, 2)
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const { data } = await world.send(school, { sendAt })
    expect(await world.task(data.id, school.token)).toMatchObject({ state: 'scheduled', waiting: 2, sent: 0 })
    await world.rows('DELETE FROM organisation_member WHERE "userId" = $1', [goes!.id])
    const comes = await world.member(school)
    const { services, calls } = world.server.deps
    const caller = {
      session: await services.sessions.person(school.userId, null),
      lang: 'zh',
      request: { id: 'test', ip: '127.0.0.1', headers: {} },
    }
    await calls.runHandler('message.bulkBegin', { taskId: data.id }, caller as never)
    await sent(data.id, school.token)
    const states = Object.fromEntries((await world.receipts(data.id)).map(({ userId, state, reason }) => [String(userId), reason ?? state]))
    expect(states).toEqual({ [stays!.id]: 'sent', [goes!.id]: 'notMeant', [comes.id]: 'sent' })
    const second = await world.send(school, { sendAt })
    await world.rows('DELETE FROM account_grant WHERE "userId" = $1', [school.userId])
    const bare = { ...caller, session: await services.sessions.person(school.userId, null) }
    await calls.runHandler('message.bulkBegin', { taskId: second.data.id }, bare as never)
    expect(await world.rows('SELECT state FROM message_task WHERE id = $1', [second.data.id])).toEqual([{ state: 'cancelled' }])
    expect((await world.receipts(second.data.id)).map(({ state }) => state)).toEqual(['skipped', 'skipped'])
  })

  it('[BULK-16] begins when clocks of the chosen zone show the chosen day and time, summer time included', async () => {
    const school = await world.school()
    await world.members(school, 1)
    const year = new Date().getUTCFullYear() + 1
    for (const [zone, day, moment] of [
      ['Asia/Shanghai', '07-01', '01:00'],
      ['Europe/London', '07-01', '08:00'],
      ['Europe/London', '12-01', '09:00'],
      ['America/New_York', '07-01', '13:00'],
    ]) {
      const { data } = await world.send(school, { sendOn: `${year}-${day}`, sendTime: '09:00', zone })
      const [task] = await world.rows('SELECT state, "sendAt" FROM message_task WHERE id = $1', [data.id])
      expect([zone, task.state, new Date(task.sendAt).toISOString()]).toEqual([zone, 'scheduled', `${year}-${day}T${moment}:00.000Z`])
    }
    const unknown = await world.send(school, { sendOn: `${year}-07-01`, sendTime: '09:00', zone: 'Europe/Nowhere' })
    expect(unknown.error).toBe('ZONE_UNKNOWN')
  })

  it('[BULK-15] that failed is sent again to those alone whom it did not reach', async () => {
    const school = await world.school()
    const [lost, reader] = await world.members(school, 2)
    const { data } = await world.send(school)
    await sent(data.id, school.token)
    expect((await world.call('api/web/message/bulk/again', { id: data.id }, school.token)).error).toBe('NOBODY_TO_SEND')
    await world.rows(`UPDATE message_receipt SET state = 'failed', error = '450 busy' WHERE "taskId" = $1 AND "userId" = $2`, [
      data.id,
      lost!.id,
    ])
    await world.rows(
      `UPDATE platform_outbox SET state = 'dead' WHERE about = (SELECT 'message.receipt:' || id FROM message_receipt WHERE "taskId" = $1 AND "userId" = $2)`,
      [data.id, lost!.id],
    )
    const [before] = await world.rows(`SELECT "sentAt" FROM platform_outbox WHERE address = $1`, [reader!.email])
    expect((await world.call('api/web/message/bulk/again', { id: data.id }, (await world.school()).token)).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/message/bulk/again', { id: data.id }, school.token)).data).toEqual({ count: 1 })
    await sent(data.id, school.token)
    expect(await world.task(data.id, school.token)).toMatchObject({ sent: 2, failed: 0 })
    expect(await world.rows(`SELECT "sentAt" FROM platform_outbox WHERE address = $1`, [reader!.email])).toEqual([before])
    expect(await world.mails(data.id)).toEqual({ [lost!.email!]: 1, [reader!.email!]: 1 })
  })
})

describe('[BULK-18] addresses that bounce', () => {
  it('are counted before it is sent, left out, and not sent to again; a mail that came back is told', async () => {
    const school = await world.school()
    const [gone, late, reader] = await world.members(school, 3)
    const lose = (address: string) =>
      world.rows(`INSERT INTO "platform_lostAddress" (channel, address, reason) VALUES ('mail', $1, '550 gone')`, [address])
    await lose(gone!.email!)
    expect((await preview(school)).data).toMatchObject({ total: 2, excluded: 1, reasons: [{ reason: 'bounced', count: 1 }] })
    const { data } = await world.send(school)
    await sent(data.id, school.token)
    expect(await world.mails(data.id)).toEqual({ [late!.email!]: 1, [reader!.email!]: 1 })
    const ofLate = [data.id, late!.id]
    await world.rows(`UPDATE message_receipt SET state = 'bounced', error = '550 gone' WHERE "taskId" = $1 AND "userId" = $2`, ofLate)
    await world.rows(
      `UPDATE platform_outbox SET state = 'bounced' WHERE about = (SELECT 'message.receipt:' || id FROM message_receipt WHERE "taskId" = $1 AND "userId" = $2)`,
      ofLate,
    )
    expect(await world.task(data.id, school.token)).toMatchObject({ sent: 1, bounced: 1, failed: 0 })
    expect((await world.call('api/web/message/bulk/again', { id: data.id }, school.token)).error).toBe('NOBODY_TO_SEND')
  })

  it('are told in the result when the mail server refuses one under way', async () => {
    const school = await world.school()
    const people = await world.members(school, 1)
    const id = await world.paused(school, people)
    const [{ id: receiptId }] = await world.receipts(id)
    await world.rows(`UPDATE message_receipt SET state = 'queued' WHERE id = $1`, [receiptId])
    await world.rows(
      `INSERT INTO platform_outbox (template, channel, address, lang, variables, state, error, about)
       VALUES ('message.bulkMail', 'mail', $1, 'zh', '{}', 'bounced', '550 no such mailbox', $2)`,
      [people[0]!.email, `message.receipt:${receiptId}`],
    )
    await world.minute()
    await expect.poll(async () => (await world.receipts(id))[0], PATIENCE).toMatchObject({ state: 'bounced', error: '550 no such mailbox' })
  })
})

describe('unsubscribing', () => {
  const keyOf = async (task: string, { id }: { id: string }) =>
    (await world.receipts(task)).find(({ userId }) => String(userId) === id)!.key as string
  const oneClick = async (key: string) =>
    (
      await world.app.inject({
        method: 'POST',
        url: `/api/web/message/unsubscribe/${key}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    ).json()
  const link = (key: string) => world.call('api/web/message/unsubscribing', { key }, null, 'GET')

  it('[BULK-10] needs no sign-in, is kept per address and sender, takes effect on a sending that is under way, and can be undone', async () => {
    const [school, other] = [await world.school(), await world.school()]
    const [leaver, reader] = (await world.members(school, 2)) as [
      Awaited<ReturnType<BulkWorld['member']>>,
      Awaited<ReturnType<BulkWorld['member']>>,
    ]
    await world.rows('INSERT INTO organisation_member ("organisationId", "userId") VALUES ($1, $2)', [other.id, leaver.id])
    const id = await world.paused(school, [leaver, reader])
    const key = await keyOf(id, leaver)
    expect((await link(key)).data).toMatchObject({
      channel: 'mail',
      unsubscribed: false,
      address: expect.stringContaining('***@example.com'),
    })
    expect(await oneClick(key)).toMatchObject({ code: 0, data: { unsubscribed: true } })
    expect(await oneClick(key)).toMatchObject({ code: 0 })
    expect((await link(key)).data.unsubscribed).toBe(true)
    await world.move('resume', id, school.token)
    await sent(id, school.token)
    expect(await world.mails(id)).toEqual({ [reader.email!]: 1 })
    expect((await preview(school)).data.reasons).toEqual([{ reason: 'unsubscribed', count: 1 }])
    expect((await preview(other)).data).toMatchObject({ total: 1, excluded: 0 })
    await world.call(`api/web/message/subscribe/${key}`, {}, null)
    expect((await preview(school)).data).toMatchObject({ total: 2, excluded: 0 })
    expect((await oneClick('AAAAAAAAAAAA')).error).toBe('LINK_INVALID')
  })

  it('[BULK-11] stops a message that waits in the outbox', async () => {
    const school = await world.school()
    const [leaver] = await world.members(school, 1)
    const id = await world.paused(school, [leaver!])
    const [{ id: receiptId, key }] = await world.receipts(id)
    await world.rows(`UPDATE message_receipt SET state = 'queued' WHERE id = $1`, [receiptId])
    await world.rows(
      `INSERT INTO platform_outbox (template, channel, address, lang, variables, state, "dueAt", about)
       VALUES ('message.bulkMail', 'mail', $1, 'zh', '{}', 'waiting', now() + interval '1 hour', $2)`,
      [leaver!.email, `message.receipt:${receiptId}`],
    )
    await oneClick(key)
    expect(await world.rows('SELECT state FROM platform_outbox WHERE about = $1', [`message.receipt:${receiptId}`])).toEqual([
      { state: 'expired' },
    ])
    expect((await world.receipts(id))[0]).toMatchObject({ state: 'skipped', reason: 'unsubscribed' })
  })

  it('[BULK-12] stops no necessary message: a code for the same address is sent', async () => {
    const school = await world.school()
    const [leaver] = await world.members(school, 1)
    const id = await world.paused(school, [leaver!])
    await oneClick(await keyOf(id, leaver!))
    expect((await world.call('api/usercenter/code', { account: leaver!.email, purpose: 'reset' })).code).toBe(0)
    const codes = () =>
      world.rows(`SELECT state FROM platform_outbox WHERE address = $1 AND template <> 'message.bulkMail'`, [leaver!.email])
    await expect.poll(codes, PATIENCE).toEqual([{ state: 'sent' }])
  })
})

describe('the quota of a school', () => {
  const text = { channel: 'sms', text: { zh: '周六集合', en: 'Saturday' } }
  const counts = (of: BulkWorld, school: { id: string }) =>
    of.rows(
      `SELECT (SELECT count(*)::int FROM message_task WHERE "organisationId" = $1) AS tasks,
       (SELECT count(*)::int FROM message_receipt WHERE "organisationId" = $1) AS receipts`,
      [school.id],
    )

  it('[BULK-20] refuses a sending that is larger than what is left before anything is sent, and takes one that fits exactly', async () => {
    const school = await world.school()
    const people = await world.members(school, TEXTS + 1)
    expect((await preview(school, text)).data).toMatchObject({ units: TEXTS + 1, left: TEXTS, fits: false })
    const refused = await world.send(school, text)
    expect(refused).toMatchObject({ error: 'FEATURE_USED_UP', details: { feature: 'package.texts', limit: TEXTS } })
    expect(await counts(world, school)).toEqual([{ tasks: 0, receipts: 0 }])
    await world.rows(`UPDATE account_user SET state = 'disabled' WHERE id = $1`, [people[0]!.id])
    const { data } = await world.send(school, text)
    expect(data.total).toBe(TEXTS)
    expect((await world.send(school)).code).toBe(0)
    const grant = { organisationId: school.id, packageId: world.packages.basic, months: 1, reason: '试点学校' }
    expect((await world.send(school, text)).error).toBe('FEATURE_USED_UP')
    await world.call('api/web/school/package/grant', grant, world.admin)
    expect((await world.send(school, text)).code).toBe(0)
  })

  const race = async (of: BulkWorld) => {
    const school = await of.school()
    await of.members(school, 30)
    const replies = await Promise.all([of.send(school, text), of.send(school, text), of.send(school, text)])
    return replies.map(({ error }) => error ?? 'taken').toSorted()
  }
  it('[BULK-21] the last of it goes to one of several sendings that begin at the same moment', async () => {
    expect(await race(world)).toEqual(['FEATURE_USED_UP', 'FEATURE_USED_UP', 'taken'])
  })
  it('control: a call that says no need takes them all', async () => {
    const unguarded = await createBulkWorld({
      edits: { 'schemas/message/bulk/bulkSend.call.json': ({ needs: _, ...document }) => document },
    })
    try {
      expect(await race(unguarded)).toEqual(['taken', 'taken', 'taken'])
    } finally {
      await unguarded.close()
    }
  })
})

describe('each person at most once', () => {
  it('[BULK-30] when two jobs of one sending run at the same moment', async () => {
    const school = await world.school()
    const people = await world.members(school, 5)
    const id = await world.paused(school, people)
    await world.rows(`UPDATE message_task SET state = 'sending' WHERE id = $1`, [id])
    await Promise.all([1, 2, 3].map(() => world.run('message.bulkDeliver', { taskId: id })))
    await sent(id, school.token)
    expect(await world.mails(id)).toEqual(Object.fromEntries(people.map(({ email }) => [email, 1])))
  })

  it('[BULK-31] the database refuses a second message for one receipt; control: without its constraint there are two', async () => {
    const school = await world.school()
    const people = await world.members(school, 1)
    const id = await world.paused(school, people)
    const again = async () => {
      await world.rows(`UPDATE message_receipt SET state = 'waiting' WHERE "taskId" = $1`, [id])
      await world.rows(`UPDATE message_task SET state = 'sending' WHERE id = $1`, [id])
      return world.run('message.bulkDeliver', { taskId: id })
    }
    await again()
    await expect(again()).rejects.toThrow()
    expect(Object.values(await world.mails(id))).toEqual([1])
    const [index] = await world.rows(
      `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'platform_outbox' AND indexdef LIKE 'CREATE UNIQUE%about%'`,
    )
    const [constraint] = await world.rows(`SELECT conname AS name FROM pg_constraint WHERE conname = $1`, [index.name])
    await world.rows(constraint ? `ALTER TABLE platform_outbox DROP CONSTRAINT "${index.name}"` : `DROP INDEX "${index.name}"`)
    try {
      await again()
      expect(Object.values(await world.mails(id))).toEqual([2])
    } finally {
      await world.rows('UPDATE platform_outbox SET about = NULL WHERE about IS NOT NULL')
      await world.rows(index.text)
    }
  })
})

describe('[BULK-32] a sending whose process is killed in the middle of a step', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agon-bulk-'))
  let child: ChildProcess | undefined
  afterEach(() => child?.kill('SIGKILL'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('continues elsewhere: each address is written to once', async () => {
    const database = await createDatabase('seeded')
    const kept = { ...database, drop: async () => {} }
    const before = await createBulkWorld({ database: kept })
    const school = await before.school()
    const people = await before.members(school, 60)
    const id = await before.paused(school, people)
    const receipts = await before.receipts(id)
    await before.close()

    const [reader, holder] = [new pg.Client(database.url), new pg.Client(database.url)]
    await Promise.all([reader.connect(), holder.connect()])
    const rows = async (text: string, values: unknown[] = []) => (await reader.query(text, values)).rows
    // the second step comes to a message that someone else is adding at that moment
    await holder.query('BEGIN')
    await holder.query(
      `INSERT INTO platform_outbox (template, channel, lang, variables, state, about) VALUES ('message.bulkMail', 'mail', 'zh', '{}', 'sent', $1)`,
      [`message.receipt:${receipts[55]!.id}`],
    )
    child = spawn(process.execPath, [join(PROJECT_DIRECTORY, 'tests/harness/serveProject.ts'), database.url, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const address = String((await once(child.stdout!, 'data'))[0]).trim()
    const headers = { authorization: `Bearer ${school.token}`, 'content-type': 'application/json' }
    await fetch(`${address}/api/web/message/bulk/resume`, { method: 'POST', headers, body: JSON.stringify({ id }) })
    const others = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> ALL (ARRAY[pg_backend_pid(), $1])`
    const holderPid = (await holder.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
    await expect
      .poll(() => rows(`${others} AND wait_event_type = 'Lock' AND query ILIKE 'insert into platform_outbox%'`, [holderPid]), PATIENCE)
      .toEqual([{ count: 1 }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await holder.query('ROLLBACK')
    await expect.poll(() => rows(others, [holderPid]), PATIENCE).toEqual([{ count: 0 }])
    // at least those from the held one on; how many fit into the step before depends on the time that it took
    const [{ count }] = await rows(`SELECT count(*)::int FROM message_receipt WHERE "taskId" = $1 AND state = 'waiting'`, [id])
    expect(count).toBeGreaterThanOrEqual(5)

    const later = await startTestServer({ database: kept, clock: () => new Date(Date.now() + 3_600_000) })
    const { sessions } = later.server.deps.services
    const caller = { session: sessions.visitor(), lang: 'zh', request: { id: 'test', ip: '127.0.0.1', headers: {} }, background: true }
    await later.server.deps.calls.runTimers('minute', caller as never)
    await expect.poll(async () => (await rows('SELECT state FROM message_task WHERE id = $1', [id]))[0].state, PATIENCE).toBe('sent')
    const mails = await rows(`SELECT address, count(*)::int AS count FROM platform_outbox WHERE template = 'message.bulkMail' GROUP BY 1`)
    expect(mails).toHaveLength(60)
    expect(mails.every(({ count }) => count === 1)).toBe(true)
    await Promise.all([reader.end(), holder.end()])
    await later.close()
    await database.drop()
  })
})
