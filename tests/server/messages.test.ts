/** In-site messages over HTTP: the inbox, and sending to participants, roles and chosen accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, HACKATHON, type World } from './roadWorld.ts'

let world: World
let staff: string
let student: string
let organiser: string
let other: string
let design: string
let hackathon: string
beforeAll(async () => {
  world = await createWorld()
  staff = await world.signIn('administrator')
  student = await world.signIn('participant')
  organiser = await world.signIn('organiser')
  other = await world.signIn('organiser 2')
  design = await world.competition(DESIGN)
  hackathon = await world.competition(HACKATHON)
})
afterAll(() => world?.close())

const get = (path: string, input: Record<string, unknown> = {}, token: string | null = null) => world.call(path, input, token, 'GET')
const inbox = async (token: string, input = {}) => (await get('api/web/messageLabelOld/getUserMessage', input, token)).data
const unread = async (token: string) => (await get('api/usercenter/user/unRedaNum', {}, token)).data.total as number
const words = {
  template: 'message.notice',
  subject: { zh: '停电通知', en: 'Power cut' },
  text: { zh: '今晚停电。', en: 'No power tonight.' },
}
const preview = (input: Record<string, unknown>, token: string) => world.call('api/web/message/preview', { ...words, ...input }, token)

/** Sends and waits until the job has ended. */
async function send(input: Record<string, unknown>, token: string) {
  const { data, error } = await world.call('api/web/messageLabelOld/addTask', { ...words, ...input }, token)
  if (error) return { error }
  return expect.poll(async () => (await get(`api/platform/job/${data.jobId}`, {}, token)).data).toMatchObject({ state: 'done' })
}
const student_ = { names: 'student' }

describe('the inbox', () => {
  it('holds what the platform tells a person, in the language of the reader', async () => {
    await send({ audience: 'accounts', ...student_ }, staff)
    expect((await inbox(student)).list[0]).toMatchObject({ subject: '停电通知', text: '今晚停电。', readAt: null })
    const reply = await world.app.inject({
      method: 'GET',
      url: '/api/web/messageLabelOld/getUserMessage?pageSize=5&pageNum=1',
      headers: { authorization: `Bearer ${student}`, 'accept-language': 'en', cookie: 'lang=en' },
    })
    expect(reply.json().data.list[0]).toMatchObject({ subject: 'Power cut', text: 'No power tonight.' })
  })

  it('receives the decision about a registration', async () => {
    const [{ id, userId, displayName }] = await world.rows(
      `select id, "userId", "displayName" from signup_registration where "competitionId" = $1 and status = 2 limit 1`,
      [design],
    )
    expect((await world.call('api/web/signup/approve', { id }, organiser)).code).toBe(0)
    const { services, calls } = world.server.deps
    const session = await services.sessions.person(String(userId), null)
    const { list } = (await calls.run('message.mine', {}, { session, lang: 'zh' })) as { list: { subject: string; text: string }[] }
    expect(list[0]).toMatchObject({ subject: '报名成功', text: `“${displayName}”的报名已通过审核，请按赛程准备。` })
  })

  it('counts what was not read, until it is read, all at once or one by one', async () => {
    for (const zh of ['一', '二', '三']) await send({ audience: 'accounts', ...student_, subject: { zh } }, staff)
    const before = await unread(student)
    expect((await inbox(student, { unread: true, pageSize: 5, pageNum: 1 })).total).toBe(before)
    const { list } = await inbox(student)
    await world.call('api/web/message/read', { ids: [list[0].id] }, student)
    await world.call('api/web/message/read', { ids: [list[0].id] }, student)
    expect(await unread(student)).toBe(before - 1)
    await world.call('api/web/message/read', {}, student)
    expect(await unread(student)).toBe(0)
  })

  it('lets messages go in bulk and brings them back', async () => {
    const { list, total } = await inbox(student)
    const ids = list.slice(0, 2).map(({ id }: { id: string }) => id)
    expect((await world.call('api/web/message/remove', { ids }, student)).data.count).toBe(2)
    expect((await inbox(student)).total).toBe(total - 2)
    expect((await world.call('api/web/message/restore', { ids }, student)).data.count).toBe(2)
    expect((await inbox(student)).total).toBe(total)
  })

  it('tells the open pages of its owner, and nobody else, that a message came', async () => {
    const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const listen = async (token: string) => {
      const heard = { text: '' }
      const reply = await fetch(`${address}/api/platform/changes`, { headers: { authorization: `Bearer ${token}` } })
      void (async () => {
        for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) heard.text += Buffer.from(chunk).toString()
      })().catch(() => {})
      return heard
    }
    const [own, foreign] = await Promise.all([listen(student), listen(other)])
    await send({ audience: 'accounts', ...student_ }, staff)
    await expect.poll(() => own.text).toContain('event: person')
    await send({ audience: 'accounts', names: 'organiser2' }, staff)
    await expect.poll(() => foreign.text).toContain('event: person')
    expect(foreign.text.match(/event: person/g)).toHaveLength(1)
  })

  it('is of its owner alone', async () => {
    const { list } = await inbox(student)
    const ids = list.map(({ id }: { id: string }) => id)
    expect((await world.call('api/web/message/remove', { ids }, other)).data.count).toBe(0)
    expect((await get('api/web/messageLabelOld/getUserMessage')).code).toBe(401)
    expect((await inbox(other)).list.map(({ id }: { id: string }) => id)).not.toContain(ids[0])
  })
})

describe('sending', () => {
  it('reaches the participants of a competition by status, each once, and is written down', async () => {
    const [{ count }] = await world.rows(
      `select count(distinct "userId") from signup_registration where "competitionId" = $1 and "status" in (3, 4)`,
      [design],
    )
    const audience = { audience: 'competition', competitionId: design, statuses: [3, 4] }
    expect((await preview(audience, organiser)).data.total).toBe(Number(count))
    await send({ ...audience, template: 'message.materialsNeeded', note: '请补充照片。' }, organiser)
    const { text, subject } = (await inbox(student)).list[0]
    expect(subject).toContain(DESIGN)
    expect(text).toContain('林晓舟')
    expect(text).toContain('请补充照片。')
    const [task] = (await get('api/web/messageLabelOld/getTaskList', {}, organiser)).data.list
    expect(task).toMatchObject({ state: 'sent', total: Number(count), sender: '陈知行', competition: { zh: DESIGN } })
    const sent = await world.rows(`select "userId", count(*) from platform_outbox where template = 'message.materialsNeeded' group by 1`)
    expect(sent.map((row) => Number(row.count))).toEqual(Array.from({ length: Number(count) }, () => 1))
    const receivers = await get('api/web/messageLabelOld/getUserList', { taskId: task.id }, organiser)
    expect(receivers.data.total).toBe(Number(count))
  })

  it('is in the log under the name of the call that ordered it, also what its job did; the row is called by its title while it is in reach', async () => {
    const [{ id }] = await world.rows(`select id from message_task where "competitionId" = $1`, [design])
    const log = async () => (await get('api/platform/log', { entity: 'message.task', rowId: id }, organiser)).data.list
    const sent = { call: 'message.send', title: { zh: '发送站内信' }, rowTitle: { zh: expect.stringContaining(DESIGN) } }
    expect(await log()).toMatchObject([
      { ...sent, ip: 'job', after: { state: 'sent' } },
      { ...sent, before: null },
    ])
    const moveTo = (competitionId: string) =>
      world.rows(
        `update message_task set "competitionId" = c.id, "organisationId" = c."organisationId" from competition_competition c where c.id = $1 and message_task.id = $2`,
        [competitionId, id],
      )
    await moveTo(hackathon)
    expect((await log()).map(({ rowTitle }: { rowTitle: unknown }) => rowTitle)).toEqual([null, null])
    await moveTo(design)
  })

  it('sends to nobody twice when its job is run again', async () => {
    const [{ id }] = await world.rows('select id from message_task order by id desc limit 1')
    const count = async () => Number((await world.rows('select count(*) from platform_outbox'))[0].count)
    const before = await count()
    const session = world.server.deps.services.sessions.visitor()
    await world.server.deps.calls.runHandler('message.deliver', { taskId: id }, { session, lang: 'zh' })
    expect(await count()).toBe(before)
  })

  it('reaches no competition, organisation or account beyond the rights of the sender', async () => {
    const foreign = { audience: 'competition', competitionId: design }
    expect((await preview(foreign, other)).error).toBe('PERMISSION_DENIED')
    expect((await send(foreign, other)) as unknown).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect((await preview({ audience: 'competition', competitionId: '999999' }, other)).error).toBe('PERMISSION_DENIED')
    expect((await preview({ audience: 'competition', competitionId: hackathon }, other)).data.total).toBeGreaterThan(0)
    expect((await preview({ audience: 'roles', roles: ['account.member'] }, organiser)).error).toBe('AUDIENCE_NEEDED')
    expect((await preview({ audience: 'accounts', names: 'student' }, other)).error).toBe('AUDIENCE_NEEDED')
    const tasks = (await get('api/web/messageLabelOld/getTaskList', {}, other)).data
    expect(tasks.list.map(({ competition }: { competition: { zh: string } | null }) => competition?.zh)).not.toContain(DESIGN)
    const [{ id }] = await world.rows(`select id from message_task where "competitionId" = $1`, [design])
    expect((await get('api/web/messageLabelOld/getUserList', { taskId: id }, other)).error).toBe('NOT_FOUND')
  })

  it('to accounts out of reach is as to accounts that do not exist', async () => {
    const [{ id: organisationId }] = await world.rows(`select "organisationId" as id from competition_competition where id = $1`, [design])
    const outsider = await world.newcomer()
    const [{ userName }] = await world.rows('select "userName" from account_user where id = $1', [outsider.id])
    const { data } = await preview({ audience: 'accounts', organisationId, names: `ＳTUDENT、${userName}\nnobody-at-all` }, organiser)
    expect(data.total).toBe(1)
    expect(data.unknown).toEqual([userName, 'nobody-at-all'])
    expect((await preview({ audience: 'accounts', names: userName }, staff)).data).toMatchObject({ total: 1, unknown: [] })
  })

  it('by role reaches its holders', async () => {
    expect((await preview({ audience: 'roles', roles: ['account.platformAdmin'] }, staff)).data.total).toBe(1)
    expect((await preview({ audience: 'roles', roles: ['account.member'] }, staff)).data.total).toBeGreaterThan(100)
  })

  it('needs words, receivers and a template that may be sent by hand', async () => {
    const audience = { audience: 'accounts', ...student_ }
    expect((await preview({ ...audience, text: { zh: ' ' } }, staff)).error).toBe('MESSAGE_EMPTY')
    expect((await preview({ ...audience, template: 'signup.approved' }, staff)).error).toBe('TEMPLATE_UNKNOWN')
    expect((await send({ audience: 'accounts', names: 'nobody-at-all' }, staff)) as unknown).toMatchObject({ error: 'NOBODY_TO_SEND' })
  })

  it('is refused to who has neither permission', async () => {
    expect((await preview({ audience: 'accounts', ...student_ }, student)).error).toBe('PERMISSION_DENIED')
    expect((await get('api/web/messageLabelOld/getAllUserList', {}, student)).error).toBe('PERMISSION_DENIED')
  })
})

describe('saved texts', () => {
  const text = { subject: { zh: '提醒' }, text: { zh: '请按时到场。' } }
  it('are added, changed, read and removed by who may use them, and do not exist for others', async () => {
    const [{ id: organisationId }] = await world.rows(`select "organisationId" as id from competition_competition where id = $1`, [design])
    const call = (name: string, input: Record<string, unknown>, token = organiser) =>
      world.call(`api/web/messageLabelOld/${name}`, input, token)
    const { id } = (await call('add', { ...text, organisationId })).data
    expect((await get('api/web/messageLabelOld/detail', { id }, organiser)).data.subject).toEqual({ zh: '提醒', en: '提醒' })
    expect((await get('api/web/messageLabelOld/detail', { id }, other)).error).toBe('NOT_FOUND')
    expect((await call('update', { id, ...text, subject: { zh: '提醒', en: 'Reminder' } }, other)).error).toBe('NOT_FOUND')
    await call('update', { id, ...text, subject: { zh: '提醒', en: 'Reminder' } })
    expect((await get('api/web/messageLabelOld/detail', { id }, organiser)).data.subject.en).toBe('Reminder')
    expect((await call('delete', { id }, other)).error).toBe('NOT_FOUND')
    expect((await call('delete', { id })).code).toBe(0)
    expect((await get('api/web/messageLabelOld/detail', { id }, organiser)).error).toBe('NOT_FOUND')
  })
})

describe('what concerns a person', () => {
  const page = '/personalCenter/jingsai'
  const mails = (userId: string) =>
    world.rows(
      `select template, channel, topic, key, address, "variables"->>'page' as page from platform_outbox where "userId" = $1 and channel = 'mail' order by id`,
      [userId],
    )
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
  interface Entrant {
    id: string
    token: string
    registration: string
  }

  /** A new person, with a registration of the design competition that waits. */
  async function entrant(hasMail = true): Promise<Entrant> {
    const { id, token } = await world.newcomer()
    await world.rows(`update account_user set email = $2 where id = $1`, [id, hasMail ? `heard${id}@example.org` : null])
    const [row] = await world.rows(
      `update signup_registration set "userId" = $2 where id = (select id from signup_registration where "competitionId" = $1 and status = 2 limit 1) returning id`,
      [design, id],
    )
    return { id, token, registration: String(row.id) }
  }
  const approve = async ({ registration }: Entrant) =>
    expect((await world.call('api/web/signup/approve', { id: registration }, organiser)).code).toBe(0)
  const switched = async (how: 'On' | 'Off', { token }: Entrant, topic = 'signup', channel = 'mail') =>
    world.call(`api/web/message/switch${how}`, { topic, channel }, token)

  it('[HEARD-1] also goes by mail, with the page it is about, and the message on the platform leads there too', async () => {
    const person = await entrant()
    await approve(person)
    expect(await mails(person.id)).toEqual([
      {
        template: 'signup.approved',
        channel: 'mail',
        topic: 'signup',
        key: expect.stringMatching(/^[\w-]{20}$/),
        address: `heard${person.id}@example.org`,
        page: `${page}/${person.registration}`,
      },
    ])
    expect((await inbox(person.token)).list[0]).toMatchObject({
      subject: '报名成功',
      to: `${page}/${person.registration}`,
      label: '查看详情',
    })
  })

  it('[HEARD-2] goes by mail to nobody without an address there, or who has switched its topic off', async () => {
    const [silent, muted, again, other] = [await entrant(false), await entrant(), await entrant(), await entrant()]
    for (const _twice of [1, 2]) expect((await switched('Off', muted)).code).toBe(0)
    await switched('Off', again)
    expect((await switched('On', again)).code).toBe(0)
    await switched('Off', other, 'work')
    for (const person of [silent, muted, again, other]) await approve(person)
    const counts = await Promise.all([silent, muted, again, other].map(async ({ id }) => (await mails(id)).length))
    expect(counts).toEqual([0, 0, 1, 1])
    expect((await inbox(muted.token)).list[0]).toMatchObject({ subject: '报名成功' })
  })

  it('[HEARD-3] goes by mail in any case when the person must act', async () => {
    const person = await entrant()
    await switched('Off', person)
    const { registration: id } = person
    expect((await world.call('api/web/signup/reject', { id, reason: 'Name missing' }, organiser)).code).toBe(0)
    expect(await mails(person.id)).toMatchObject([{ template: 'signup.rejected', topic: null, key: null, page: `${page}/${id}/fix` }])
  })

  it('[HEARD-4] is switched off by the link of a mail or by the mailbox, without signing in, for its topic alone', async () => {
    const person = await entrant()
    await approve(person)
    const [{ key }] = await mails(person.id)
    expect((await get('api/web/message/mutedBy', { key })).data).toEqual({ topic: 'signup', channel: 'mail', muted: false })
    const url = `/api/web/message/mute/${key}`
    const once = await world.app.inject({ method: 'POST', url, headers: urlencoded, payload: 'List-Unsubscribe=One-Click' })
    expect(once.json().code).toBe(0)
    expect((await get('api/web/message/mutedBy', { key })).data).toMatchObject({ muted: true })
    expect((await get('api/web/message/muted', {}, person.token)).data.list).toMatchObject([{ channel: 'mail', topic: 'signup' }])
    expect((await world.call(`api/web/message/unmute/${key}`)).code).toBe(0)
    expect((await get('api/web/message/muted', {}, person.token)).data.list).toEqual([])
    expect(await world.call(`api/web/message/mute/${'A'.repeat(20)}`)).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('[HEARD-9] waits until quiet hours end, in the zone of the person, unless the person must act', async () => {
    const person = await entrant()
    const clock = (minutes: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(
        new Date(Date.now() + minutes * 60_000),
      )
    const quiet = { from: clock(-60), until: clock(60), zone: 'America/New_York' }
    const set = (input: object) => world.call('api/web/message/quiet/set', input as Record<string, unknown>, person.token)
    expect((await set({ ...quiet, zone: 'Nowhere/Here' })).error).toBe('ZONE_UNKNOWN')
    expect((await set({ ...quiet, from: '25:00' })).error).toBe('CALL_INPUT')
    for (const _twice of [1, 2]) expect((await set(quiet)).data).toEqual(quiet)
    expect((await get('api/web/message/quiet', {}, person.token)).data.list).toMatchObject([quiet])
    const due = async () =>
      (
        await world.rows(
          `select extract(epoch from "dueAt" - "createdAt") / 60 as minutes from platform_outbox where "userId" = $1 and channel = 'mail' order by id desc limit 1`,
          [person.id],
        )
      )[0].minutes as number
    const { registration: id } = person
    expect((await world.call('api/web/signup/reject', { id, reason: 'Name missing' }, organiser)).code).toBe(0)
    expect(Number(await due())).toBeLessThan(1)
    await world.rows('update signup_registration set status = 2 where id = $1', [id])
    await approve(person)
    expect(Math.abs(Number(await due()) - 60)).toBeLessThan(2)
    expect((await world.call('api/web/message/quiet/clear', {}, person.token)).code).toBe(0)
    await world.rows('update signup_registration set status = 2 where id = $1', [id])
    await approve(person)
    expect(Number(await due())).toBeLessThan(1)
  })

  it('[HEARD-10] comes together once a day or week where the person chose that, with what was not read; without any, none comes', async () => {
    const person = await entrant()
    const rhythm = (how: string, input: object) =>
      world.call(`api/web/message/rhythms/${how}`, input as Record<string, unknown>, person.token)
    expect((await rhythm('set', { topic: 'weather', rhythm: 'daily' })).error).toBe('CALL_INPUT')
    for (const chosen of ['weekly', 'daily']) expect((await rhythm('set', { topic: 'signup', rhythm: chosen })).code).toBe(0)
    expect((await get('api/web/message/rhythms', {}, person.token)).data.list).toMatchObject([{ topic: 'signup', rhythm: 'daily' }])
    await approve(person)
    expect(await mails(person.id)).toEqual([])
    const turn = async () => {
      await world.rows(`update message_digest set "nextAt" = now() where "userId" = $1`, [person.id])
      const { calls, services } = world.server.deps
      await calls.runTimers('minute', { session: services.sessions.visitor(), lang: 'zh', background: true })
    }
    await turn()
    expect(await mails(person.id)).toMatchObject([{ template: 'message.digest', topic: null }])
    const [{ text }] = await world.rows(`select text from platform_outbox where "userId" = $1 and channel = 'mail'`, [person.id])
    expect(text).toContain('· 报名成功')
    await turn()
    expect(await mails(person.id)).toHaveLength(1)
    // the next one comes at eight in the morning of the platform, and that of the rhythm which holds no topic any more is gone
    const next = await world.rows(
      `select to_char("nextAt" at time zone 'Asia/Shanghai', 'HH24:MI') as at, rhythm from message_digest where "userId" = $1`,
      [person.id],
    )
    expect(next).toEqual([{ at: '08:00', rhythm: 'daily' }])
    expect((await rhythm('clear', { topic: 'signup' })).code).toBe(0)
    await world.rows('update signup_registration set status = 2 where id = $1', [person.registration])
    await approve(person)
    expect((await mails(person.id)).map(({ template }) => template)).toEqual(['message.digest', 'signup.approved'])
  })

  it('[HEARD-5] names no topic or channel that does not exist', async () => {
    const person = { ...(await world.newcomer()), registration: '' }
    expect(await switched('Off', person, 'weather')).toMatchObject({ error: 'CALL_INPUT' })
    expect(await switched('Off', person, 'signup', 'message')).toMatchObject({ error: 'CALL_INPUT' })
    expect(await world.call('api/web/message/switchOff', { topic: 'signup', channel: 'mail' })).toMatchObject({ error: 'SESSION_REQUIRED' })
  })
})

describe('timers', () => {
  const HOUR = 3_600_000
  const round = async () => {
    const { calls, services } = world.server.deps
    return calls.runTimers('hour', { session: services.sessions.visitor(), lang: 'zh', background: true })
  }
  const reported = async (userId: string, template = 'signup.unfinished') =>
    (
      await world.rows(`select "variables" from platform_outbox where "userId" = $1 and template = $2 and channel = 'message'`, [
        userId,
        template,
      ])
    ).length
  /** Sign-up of a published competition closes in so many hours; a person has begun. */
  async function begun(hours: number, status = 1): Promise<string> {
    const { id } = await world.newcomer()
    await world.rows(`update competition_competition set "signupEnd" = $2 where id = $1`, [
      hackathon,
      new Date(Date.now() + hours * HOUR).toISOString(),
    ])
    await world.rows(
      `update signup_registration set "userId" = $2, status = $3 where id = (select id from signup_registration where "competitionId" = $1 and status = 4 order by id limit 1)`,
      [hackathon, id, status],
    )
    return id
  }

  it('[TIMER-1] act once on each row and time, also when two processes look at once', async () => {
    const person = await begun(71)
    await Promise.all([round(), round(), round()])
    await round()
    expect(await reported(person)).toBe(1)
    // the control: it is the mark that keeps it from a second time
    await world.rows(`delete from platform_timed where timer = 'signup.unfinished'`)
    await round()
    expect(await reported(person)).toBe(2)
  })

  it('[TIMER-2] come again when their time moves, not before it, and not long after it', async () => {
    const person = await begun(70)
    await round()
    for (const hours of [80, 40]) {
      await world.rows(`update competition_competition set "signupEnd" = $2 where id = $1`, [
        hackathon,
        new Date(Date.now() + hours * HOUR).toISOString(),
      ])
      await round()
    }
    expect(await reported(person)).toBe(1)
    await world.rows(`update competition_competition set "signupEnd" = $2 where id = $1`, [
      hackathon,
      new Date(Date.now() + 60 * HOUR).toISOString(),
    ])
    await round()
    expect(await reported(person)).toBe(2)
  })

  it('[TIMER-3] leave alone who has submitted, and competitions that are not published', async () => {
    const [done, hidden] = [await begun(70, 4), await begun(70)]
    const [{ visibility }] = await world.rows(`select visibility from competition_competition where id = $1`, [hackathon])
    await world.rows(`update competition_competition set visibility = 'private' where id = $1`, [hackathon])
    await round()
    await world.rows(`update competition_competition set visibility = $2 where id = $1`, [hackathon, visibility])
    expect([await reported(done), await reported(hidden)]).toEqual([0, 0])
    await round()
    expect([await reported(done), await reported(hidden)]).toEqual([0, 1])
  })
})
