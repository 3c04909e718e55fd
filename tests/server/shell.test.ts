/** Page settings per group, the partner contest, guides seen and the verification of the log, behind HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDemoAccount } from '../harness/readDemoAccount.ts'
import { createWorld, DESIGN, FINISHED, MODELLING, type World } from './roadWorld.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
})
afterAll(() => world.close())

const setting = async (groupId: string) => (await world.call(`api/web/page/setting/group/${groupId}`, {}, null, 'GET')).data
const save = (input: Record<string, unknown>, token: string | null = admin) => world.call('api/web/page/setting', input, token)

async function organisationOf(role: string): Promise<string> {
  const [row] = await world.rows(
    `SELECT g."objectId" AS id FROM account_grant g JOIN account_user u ON u.id = g."userId" WHERE u."userName" = $1 AND g.scope = 'organisation' LIMIT 1`,
    [role],
  )
  return row.id
}

describe('page settings', () => {
  it('of a group go before those of the platform, part by part', async () => {
    const group = await organisationOf('organiser2')
    expect(await setting(group)).toEqual({ groupId: group, logo: null, theme: null, partner: false, skin: null })
    expect((await save({ groupId: '0', theme: 'skins.dark' })).code).toBe(0)
    expect((await setting(group)).theme).toBe('skins.dark')
    expect((await save({ groupId: group, theme: 'skins.spring' })).data.theme).toBe('skins.spring')
    expect((await setting('0')).theme).toBe('skins.dark')
    expect((await save({ groupId: group, theme: '' })).data.theme).toBe('skins.dark')
    await save({ groupId: '0', theme: '' })
  })
  it('are changed by platform staff only, to themes and organisations that exist', async () => {
    const group = await organisationOf('organiser2')
    expect((await save({ groupId: group, theme: 'skins.dark' }, await world.signIn('organiser 2'))).error).toBe('PERMISSION_DENIED')
    expect((await save({ groupId: group, theme: 'skins.dark' }, null)).error).toBe('SESSION_REQUIRED')
    expect((await save({ groupId: group, theme: 'skins.none' })).error).toBe('THEME_UNKNOWN')
    expect((await save({ groupId: '999999', theme: 'skins.dark' })).error).toBe('NOT_FOUND')
  })
  it('go back by one change, once', async () => {
    const group = await organisationOf('organiser')
    await save({ groupId: group, theme: 'skins.spring' })
    await save({ groupId: group, theme: 'skins.dark' })
    const undo = () => world.call('api/web/page/setting/undo', { groupId: group }, admin)
    expect((await undo()).data.theme).toBe('skins.spring')
    expect((await undo()).error).toBe('NOTHING_TO_UNDO')
  })
  it('give a member of a partner group the lz flag and the partner logo, and nobody else', async () => {
    const group = await organisationOf('organiser2')
    const lz = async (token: string | null) => (await world.call('api/web/user/lz', {}, token, 'GET')).data.lz
    const member = await world.signIn('organiser 2')
    expect(await lz(member)).toBe(false)
    await save({ groupId: group, partner: true, theme: 'skins.partner' })
    expect(await lz(member)).toBe(true)
    expect(await lz(null)).toBe(false)
    expect(await lz(await world.signIn('participant'))).toBe(false)
    const { data } = await world.call('api/web/index/setting', {}, member, 'GET')
    expect(data).toMatchObject({ groupId: group, theme: 'skins.partner' })
    expect(data.logo).toMatch(/^data:image\/svg/)
  })
  it('[PARTNER-1] follow the hat that is worn, of whatever kind: a competition counts for its organisation', async () => {
    const token = await world.signIn('several hats')
    const { list } = (await world.call('api/usercenter/group/infos', {}, token, 'GET')).data
    const groupOf = async ({ identity, objectId }: { identity: string; objectId: string }): Promise<string> =>
      identity.includes(':competition:')
        ? String((await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [objectId]))[0].organisationId)
        : objectId
    const groups = await Promise.all(list.map(groupOf))
    expect(new Set(list.map(({ kind }: { kind: string }) => kind)).size).toBe(3)
    for (const partner of new Set(groups)) {
      await save({ groupId: partner, partner: true })
      for (const [index, { identity }] of list.entries()) {
        await world.call('api/usercenter/user/saveLoginObject', { identity }, token)
        const { data } = await world.call('api/web/index/setting', {}, token, 'GET')
        const isPartner = groups[index] === partner
        expect([identity, data.groupId, data.partner]).toEqual([identity, groups[index], isPartner])
        expect((await world.call('api/web/user/lz', {}, token, 'GET')).data.lz).toBe(isPartner)
      }
      await save({ groupId: partner, partner: false })
    }
  })
  it("[PARTNER-2] show the partner contest's logo also without its theme, unless the group has a logo of its own", async () => {
    const group = await organisationOf('organiser2')
    await save({ groupId: group, partner: true, theme: '' })
    expect(await setting(group)).toMatchObject({ theme: null, partner: true, logo: expect.stringMatching(/^data:image\/svg/) })
    await save({ groupId: group, partner: false, theme: '' })
    expect((await setting(group)).logo).toBeNull()
  })
})

describe('the administration', () => {
  it('[ADMIN-9] begins for each role at its own first page', async () => {
    const begin = async (name: string, token: string) => {
      const { routes } = (await world.call('api/platform/boot', {}, token, 'GET')).data
      const { leadsTo = '/admin', state } = routes.find(({ path }: { path: string }) => path === '/admin')
      const there = leadsTo === '/admin' ? state : routes.find(({ path }: { path: string }) => path === leadsTo).state
      return [name, leadsTo, there]
    }
    const first = async (role: string) => await begin(role, await world.signIn(role))
    const roles = ['organiser', 'administrator', 'school administrator', 'provincial auditor', 'participant']
    expect(await Promise.all(roles.map(first))).toEqual([
      ['organiser', '/admin', 'open'],
      ['administrator', '/admin', 'open'],
      ['school administrator', '/admin', 'open'],
      ['provincial auditor', '/admin', 'open'],
      ['participant', '/admin/myReviews', 'open'],
    ])
    const grants = { expert: '/admin/myReviews', finance: '/admin', auditor: '/admin', schoolAdmin: '/admin' }
    for (const [role, page] of Object.entries(grants)) {
      const { id, token } = await world.newcomer()
      const [scope, objectId] =
        role === 'expert' ? ['competition', await world.competition(MODELLING)] : ['organisation', await organisationOf('organiser')]
      const allow = 'INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)'
      await world.rows(allow, [id, `account.${role}`, scope, objectId])
      expect(await begin(role, token)).toEqual([role, page, 'open'])
    }
  })
})

describe('the footer', () => {
  it('[FOOTER-1] leads where the settings say', async () => {
    const { data } = await world.call('api/web/index/setting', {}, null, 'GET')
    const { values } = world.server.deps.platform().get('settings', 'shell.places')
    expect(data.places).toEqual(Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value])))
  })
})

describe('guides seen', () => {
  const guides = async (token: string) => (await world.call('api/usercenter/user', {}, token, 'GET')).data.noviceGuide
  const see = (noviceGuide: string, token: string) => world.call('api/usercenter/updateUserBankInfo', { noviceGuide }, token)

  it('are added to those known already', async () => {
    const { token } = await world.newcomer()
    expect(await guides(token)).toEqual({})
    await see('{"home":1}', token)
    await see('{"list":1}', token)
    expect(await guides(token)).toEqual({ home: 1, list: 1 })
  })
  it.each(['{', '[]', '"x"', '{"home":2}', '{"a b":1}'])('are refused as %s', async (text) => {
    const { token } = await world.newcomer()
    expect((await see(text, token)).error).toBe('GUIDE_SYNTAX')
    expect(await guides(token)).toEqual({})
  })
})

describe('the message to customer service', () => {
  it('may be left by anybody and is read by platform staff only', async () => {
    const left = await world.call('api/web/support/message', { name: '访客', contact: '13912345678', content: '怎样修改学校？' }, null)
    expect(left.code).toBe(0)
    const list = (token: string | null) => world.call('api/web/support/messages', {}, token, 'GET')
    expect((await list(admin)).data.list[0]).toMatchObject({ name: '访客', content: '怎样修改学校？', answeredAt: null })
    expect((await list(await world.signIn('organiser'))).error).toBe('PERMISSION_DENIED')
    expect((await list(null)).error).toBe('SESSION_REQUIRED')
    await world.call('api/web/support/answer', { id: left.data.id, note: '已电话回复' }, admin)
    expect((await list(admin)).data.list[0]).toMatchObject({ note: '已电话回复', answeredAt: expect.stringMatching(/Z$/) })
  })
})

describe('the page of something that does not exist', () => {
  it('is answered with 404, as the address of nothing is; others with 200, whatever is private about them', async () => {
    const competitionId = await world.competition(MODELLING)
    const [{ id: draft }] = await world.rows(
      `INSERT INTO competition_competition (title, "organisationId") SELECT '{"zh":"草稿","en":"Draft"}', "organisationId" FROM competition_competition WHERE id = $1 RETURNING id`,
      [competitionId],
    )
    const [{ id: news }] = await world.rows(`SELECT id FROM competition_news WHERE "publishedAt" IS NOT NULL LIMIT 1`)
    const pages: [path: string, status: number][] = [
      [`/details?competitionId=${competitionId}`, 200],
      [`/details/entryGuide?competitionId=${competitionId}`, 200],
      [`/news/${news}`, 200],
      ['/details', 200],
      ['/details?competitionId=999999', 404],
      [`/details?competitionId=${draft}`, 404],
      ['/molbileDetails/mobileWork?competitionId=999999', 404],
      ['/details?competitionId=none', 404],
      ['/details/team/999999?competitionId=1', 404],
      ['/competition/worksShow/999999', 404],
      ['/news/999999', 404],
      ['/helpcenter/999999', 404],
      ['/personalCenter/jingsai?competitionId=999999', 200],
      ['/admin/regManagement?competitionId=999999', 200],
    ]
    for (const [path, status] of pages) {
      const reply = await world.app.inject(path)
      expect([path, reply.statusCode]).toEqual([path, status])
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })
})

describe('verifying the operation log', () => {
  it('runs as a job whose result tells what was found', async () => {
    const { data } = await world.call('api/platform/log/verify', {}, admin)
    const job = async () => (await world.call(`api/platform/job/${data.jobId}`, {}, admin, 'GET')).data
    await expect.poll(async () => (await job()).state).toBe('done')
    expect((await job()).result).toMatchObject({ breakCount: 0, breaks: [] })
  })
  it('is for platform staff only', async () => {
    expect((await world.call('api/platform/log/verify', {}, await world.signIn('organiser'))).error).toBe('PERMISSION_DENIED')
  })
})

describe('[SHELL-1] every frame', () => {
  it('has the support button, and knows where it leads', () => {
    const { chromes } = world.server.deps.platform().app
    for (const [name, { float, sources }] of Object.entries(chromes))
      expect({ name, float, chat: sources?.chat?.call }).toEqual({ name, float: chromes.site!.float, chat: 'support.chat' })
  })
})

describe('the menu of a competition', () => {
  const hub = async (competitionId: string, token: string) =>
    (await world.call('api/web/competition/hub', { competitionId }, token, 'GET')).data
  it('[HUB-1] counts what waits, as the pages behind it do, and anew after an action of one’s own', async () => {
    const id = await world.competition(MODELLING)
    const token = await world.signIn('organiser')
    const waiting = async () => (await world.call('api/web/report/countSignUp', { competitionId: id, status: 2 }, token)).data.total
    const before = await hub(id, token)
    expect(before.registrations).toBe(await waiting())
    expect(before.registrations).toBeGreaterThan(0)
    const [{ id: one }] = await world.rows('SELECT id FROM signup_registration WHERE "competitionId" = $1 AND status = 2 LIMIT 1', [id])
    expect((await world.call('api/web/signup/approve', { id: one }, token)).code).toBe(0)
    expect((await hub(id, token)).registrations).toBe(before.registrations - 1)
  })
  it('[HUB-2] tells of each part only who may see it, and is refused to everyone else', async () => {
    const id = await world.competition(MODELLING)
    const asked = await hub(id, await world.signIn('organiser'))
    expect(asked).toMatchObject({ prepares: true, registrations: expect.any(Number) })
    expect((await world.call('api/web/competition/hub', { competitionId: id }, await world.signIn('participant'), 'GET')).error).toBe(
      'PERMISSION_DENIED',
    )
    expect((await world.call('api/web/competition/hub', { competitionId: id }, await world.signIn('organiser 2'), 'GET')).data).toBeNull()
    const school = await world.signIn('provincial auditor')
    const { data } = await world.call('api/web/competition/hub', { competitionId: id }, school, 'GET')
    if (data !== null) expect(data).toMatchObject({ registrations: null, refunds: null, transfers: null, invoices: null })
  })
})

describe('the desk', () => {
  const desk = async (token: string) => await world.call('api/web/competition/desk', {}, token, 'GET')
  const KINDS = [
    'registrations',
    'works',
    'reports',
    'comments',
    'objections',
    'transfers',
    'refunds',
    'invoices',
    'certificates',
    'votes',
    'questions',
  ] as const
  it('[DESK-1] lists the competitions in which something waits, with the counts of their menus and since when', async () => {
    for (const role of ['organiser', 'administrator']) {
      const token = await world.signIn(role)
      const { list, total } = (await desk(token)).data
      expect(list.length).toBe(total)
      const { list: managed } = (await world.call('api/web/competition/myCompetition', { pageSize: 100 }, token)).data
      const waiting = new Map<string, unknown>()
      for (const { id } of managed) {
        const hub = (await world.call('api/web/competition/hub', { competitionId: id }, token, 'GET')).data
        const counts = Object.fromEntries(KINDS.map((kind) => [kind, hub[kind]]))
        if (Object.values(counts).some((count) => count > 0)) waiting.set(id, counts)
      }
      expect(waiting.size).toBeGreaterThan(0)
      const reported = list.map((row: Record<string, unknown>) => [row.id, Object.fromEntries(KINDS.map((kind) => [kind, row[kind]]))])
      expect(new Map(reported)).toEqual(waiting)
      for (const row of list) for (const kind of KINDS) expect([kind, row[`${kind}Since`] !== null]).toEqual([kind, row[kind] > 0])
    }
  })
  it('[DESK-2] counts anew after an action of one’s own, and tells the oldest', async () => {
    const id = await world.competition(MODELLING)
    const token = await world.signIn('organiser')
    const ask = async () => (await desk(token)).data.list.find((row: { id: string }) => row.id === id)
    const before = await ask()
    const [oldest] = await world.rows(
      'SELECT id, "submittedAt" AS at FROM signup_registration WHERE "competitionId" = $1 AND status = 2 ORDER BY "submittedAt", id LIMIT 1',
      [id],
    )
    expect(new Date(before.registrationsSince).getTime()).toBe(new Date(oldest.at).getTime())
    expect((await world.call('api/web/signup/approve', { id: oldest.id }, token)).code).toBe(0)
    const after = await ask()
    expect(after.registrations).toBe(before.registrations - 1)
    expect(new Date(after.registrationsSince).getTime()).toBeGreaterThanOrEqual(new Date(oldest.at).getTime())
  })
  it('[DESK-3] tells nobody of what is not theirs', async () => {
    const id = await world.competition(MODELLING)
    expect((await desk(await world.signIn('participant'))).error).toBe('PERMISSION_DENIED')
    expect((await desk(await world.signIn('organiser 2'))).data.list.map((row: { id: string }) => row.id)).not.toContain(id)
    const { token, id: userId } = await world.newcomer()
    const allow = `INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.competitionAdmin', 'competition', $2)`
    await world.rows(allow, [userId, id])
    expect((await desk(token)).data.list.map((row: { id: string }) => row.id)).toEqual([id])
  })
  it('[DESK-8] is where signing in leads who runs something', async () => {
    const start = async (role: string) => {
      const { routes } = (await world.call('api/platform/boot', {}, await world.signIn(role), 'GET')).data
      return routes.find(({ path }: { path: string }) => path === '/start').leadsTo
    }
    const roles = ['organiser', 'provincial auditor', 'school administrator', 'administrator', 'participant']
    expect(await Promise.all(roles.map(start))).toEqual(['/admin', '/admin', '/admin', '/admin', undefined])
  })
  const visit = async (token: string) => (await world.call('api/web/index/visitDesk', {}, token)).data.since as string
  const happened = async (token: string) => await world.call('api/web/competition/happened', {}, token, 'GET')
  const ago = (iso: string) => (Date.now() - Date.parse(iso)) / 86_400_000
  it('[DESK-9] tells what happened since the visit before, which lasts while the desk is opened again', async () => {
    const id = await world.competition(MODELLING)
    const token = await world.signIn('organiser')
    const [{ userId }] = await world.rows(`SELECT id AS "userId" FROM account_user WHERE "userName" = $1`, [
      readDemoAccount('organiser').userName,
    ])
    expect(ago(await visit(token))).toBeCloseTo(7, 2)
    expect(ago(await visit(token))).toBeCloseTo(7, 2)
    await world.rows(`UPDATE "shell_deskVisit" SET "openedAt" = now() - interval '2 hours' WHERE "userId" = $1`, [userId])
    expect(ago(await visit(token)) * 24).toBeCloseTo(2, 1)
    const ask = async () => (await happened(token)).data.list.find((row: { id: string }) => row.id === id)
    const before = await ask()
    await world.rows(
      `UPDATE signup_registration SET "submittedAt" = now() WHERE id = (SELECT id FROM signup_registration WHERE "competitionId" = $1 AND "submittedAt" < now() - interval '3 hours' LIMIT 1)`,
      [id],
    )
    const other = await world.competition(FINISHED)
    expect((await world.call('api/web/competition/setEarlier', { id, earlierId: other }, admin)).code).toBe(0)
    expect((await world.call('api/web/competition/setEarlier', { id, earlierId: null }, token)).code).toBe(0)
    const after = await ask()
    expect(after.registrations).toBe((before?.registrations ?? 0) + 1)
    expect(after.changes).toBe((before?.changes ?? 0) + 1)
    await world.rows(`UPDATE "shell_deskVisit" SET "openedAt" = now() - interval '90 days' WHERE "userId" = $1`, [userId])
    expect(ago(await visit(token))).toBeCloseTo(30, 2)
  })
  it('[DESK-10] tells no news to those who may not see them, nor of competitions of others', async () => {
    const id = await world.competition(MODELLING)
    expect((await happened(await world.signIn('participant'))).error).toBe('PERMISSION_DENIED')
    const stranger = await world.signIn('organiser 2')
    await visit(stranger)
    expect((await happened(stranger)).data.list.map((row: { id: string }) => row.id)).not.toContain(id)
    const { token, id: userId } = await world.newcomer()
    const allow = `INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.competitionAdmin', 'competition', $2)`
    await world.rows(allow, [userId, id])
    await visit(token)
    await world.rows(`UPDATE "shell_deskVisit" SET since = now() - interval '30 days' WHERE "userId" = $1`, [userId])
    expect((await happened(token)).data.list.map((row: { id: string }) => row.id)).toEqual([id])
  })
  it('[DESK-11] compares sign-ups with the earlier edition on the same day of its sign-up', async () => {
    const token = await world.signIn('organiser')
    const id = await world.competition(MODELLING)
    const copied = await world.call('api/web/competition/copyCompetition', { competitionId: id, years: 1 }, token)
    expect(await world.rows('SELECT "earlierId"::text AS id FROM competition_competition WHERE id = $1', [copied.data.id])).toEqual([
      { id },
    ])
    const earlier = copied.data.id
    const foreign = await world.competition(DESIGN)
    expect((await world.call('api/web/competition/setEarlier', { id, earlierId: foreign }, admin)).error).toBe('REFERENCE')
    expect((await world.call('api/web/competition/setEarlier', { id, earlierId: id }, token)).error).toBe('EARLIER_ITSELF')
    expect(
      (await world.call('api/web/competition/setEarlier', { id, earlierId: earlier }, await world.signIn('organiser 2'))).code,
    ).not.toBe(0)
    expect((await world.call('api/web/competition/setEarlier', { id, earlierId: earlier }, token)).code).toBe(0)
    // the edition that stands for last year's opened a year before, with three registrations: two of them early
    await world.rows(
      `UPDATE competition_competition e SET "signupStart" = c."signupStart" - interval '1 year', "signupEnd" = c."signupEnd" - interval '1 year'
        FROM competition_competition c WHERE e.id = $1 AND c.id = $2`,
      [earlier, id],
    )
    await world.rows(
      `INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", "formHash", answers, "displayName", "submittedAt")
        SELECT $1, r."eventId", r."organisationId", r."userId", r."formHash", '{}', 'x', c."signupStart" - interval '1 year' + n.after
        FROM (SELECT *, row_number() OVER (ORDER BY id) AS k FROM signup_registration WHERE "competitionId" = $2 LIMIT 3) r
        JOIN competition_competition c ON c.id = $2
        JOIN (VALUES (1, interval '1 minute'), (2, interval '2 minutes'), (3, interval '300 days')) AS n(k, after) ON n.k = r.k`,
      [earlier, id],
    )
    const { list } = (await world.call('api/web/competition/editions', {}, token, 'GET')).data
    const [{ count }] = await world.rows(
      'SELECT count(*)::integer FROM signup_registration WHERE "competitionId" = $1 AND "submittedAt" IS NOT NULL',
      [id],
    )
    expect(list.find((row: { id: string }) => row.id === id)).toMatchObject({ submitted: count, earlierByNow: 2, earlierTotal: 3 })
    expect((await world.call('api/web/competition/editions', {}, await world.signIn('participant'), 'GET')).error).toBe('PERMISSION_DENIED')
  })
  it('[DESK-4] tells platform staff alone what the platform has to answer', async () => {
    const ask = async (token: string) => await world.call('api/web/index/platformDesk', {}, token, 'GET')
    expect((await ask(await world.signIn('organiser'))).error).toBe('PERMISSION_DENIED')
    const before = (await ask(admin)).data
    await world.call('api/web/support/message', { name: '访客', contact: '13912345679', content: '怎样开票？' }, null)
    expect((await ask(admin)).data).toEqual({ ...before, enquiries: before.enquiries + 1 })
  })
})
