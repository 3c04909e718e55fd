/** Organisations, accounts, roles and experts by HTTP: what staff may change, and what nobody can take or give. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soundsOf } from '../../../runtime/server/search/syllables.ts'
import { createWorld, HACKATHON, MODELLING, type World } from '../roadWorld.ts'

let world: World
let admin: string
let superior: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
  superior = await world.signIn('organiser')
})
afterAll(() => world.close())

const center = (path: string, input: Record<string, unknown>, token = admin, method: 'GET' | 'POST' = 'POST') =>
  world.call(`api/usercenter/${path}`, input, token, method)
const organisation = async (name: string) =>
  String((await world.rows(`SELECT id FROM organisation_organisation WHERE name->>'zh' = $1`, [name]))[0].id)
async function acceptAll(token: string): Promise<void> {
  for (const { id } of (await center('offer/received', {}, token, 'GET')).data.list)
    expect((await center('offer/answer', { id, agree: true }, token)).code).toBe(0)
}
const FEDERATION = '全国青年学术竞赛联合会'
const COMMITTEE = '全国大学生建模竞赛组委会'

describe('organisations', () => {
  it('[ORG-1] tells the tree in order, and to an administrator only the part that is theirs', async () => {
    const { data } = await center('group/tree', {}, superior, 'GET')
    expect(data.list.map(({ depth }: { depth: number }) => depth)).toEqual([0, 1, 1])
    expect((await center('group/tree', {}, admin, 'GET')).data.total).toBeGreaterThan(3)
  })
  it('[ORG-2] refuses a move that would close a circle; of two that close one together, one is refused', async () => {
    const [top, lower] = [await organisation(FEDERATION), await organisation(COMMITTEE)]
    expect((await center('group/move', { id: top, superiorId: lower })).error).toBe('ORGANISATION_CYCLE')
    const add = async (zh: string) => (await center('group/add', { name: { zh }, kind: 'school' })).data.id
    const [first, second] = [await add('甲校'), await add('乙校')]
    const moves = [center('group/move', { id: first, superiorId: second }), center('group/move', { id: second, superiorId: first })]
    expect((await Promise.all(moves)).map(({ error }) => error ?? 'moved').toSorted()).toEqual(['ORGANISATION_CYCLE', 'moved'])
  })
  it('[ORG-3] adds a subordinate below an own organisation, and nowhere else', async () => {
    const superiorId = await organisation(COMMITTEE)
    expect((await center('group/addSubordinate', { superiorId, name: { zh: '华东分会' }, kind: 'sponsor' }, superior)).code).toBe(0)
    const foreign = await organisation('启明开放硬件基金会')
    const refused = await center('group/addSubordinate', { superiorId: foreign, name: { zh: '他会' }, kind: 'sponsor' }, superior)
    expect(refused.error).toBe('PERMISSION_DENIED')
    expect(await world.rows(`SELECT 1 FROM organisation_organisation WHERE name->>'zh' = '他会'`)).toEqual([])
  })
})

describe('accounts', () => {
  it('[ACCOUNT-1] an administrator of an organisation sees its members, adds accounts to it, and reaches nobody else', async () => {
    const organisationId = await organisation(COMMITTEE)
    const list = async (token: string, search = '') => (await center('user/list', { search, pageSize: 100 }, token, 'GET')).data
    expect((await list(admin)).total).toBeGreaterThan((await list(superior)).total)
    const account = { name: '沈知秋', userName: 'zhiqiu.shen', password: 'Autumn#2026' }
    const add = (more: object) => center('user/add', { ...account, organisationId, ...more }, superior)
    expect((await center('user/add', account, superior)).error).toBe('PERMISSION_DENIED')
    const foreign = await organisation('启明开放硬件基金会')
    expect((await center('user/add', { ...account, organisationId: foreign }, superior)).error).toBe('PERMISSION_DENIED')
    // a number, an address or a username like one belongs to whoever proves it
    for (const more of [
      { phone: '13912345000' },
      { email: 'shen@mail.example' },
      { userName: '13912345000' },
      { userName: 'shen@mail.example' },
    ])
      expect((await add(more)).error, JSON.stringify(more)).toBe('ACCOUNT_CONTACT')
    expect((await list(admin, account.name)).total).toBe(0)
    const { id, userName } = (await add({})).data
    expect(userName).toMatch(/^zhiqiu\.shen\.\d{4}$/)
    expect((await list(superior, userName)).list).toMatchObject([{ id, name: '沈知秋', manageable: false }])
    expect((await list(admin, userName)).list).toMatchObject([{ id, manageable: true }])
    expect((await center('user/setState', { id, state: 'disabled', reason: '离职' }, superior)).error).toBe('PERMISSION_DENIED')
    const other = await center('user/list', { organisationId: foreign }, superior, 'GET')
    expect(other.code).not.toBe(0)
  })
  it('[ACCOUNT-3] phones and emails are masked, found by the whole number or address only, and shown for a reason that the log keeps', async () => {
    const organisationId = await organisation(COMMITTEE)
    const [phone, email] = ['13912345678', 'zhou.an@example.com']
    const own = await center('user/add', { name: '周安', userName: email, phone, email, password: 'Autumn#2026', organisationId })
    const { id } = own.data
    const found = async (search: string, token = superior) =>
      (await center('user/list', { search, pageSize: 100 }, token, 'GET')).data.list.filter((row: { id: string }) => row.id === String(id))
    for (const whole of [phone, email, ` ${email.toUpperCase()} `])
      expect(await found(whole)).toMatchObject([{ phone: '139****5678', email: 'z******@example.com', userName: 'z******@example.com' }])
    for (const part of [phone.slice(0, 10), '5678', 'zhou.an', '@example.com']) expect(await found(part)).toEqual([])
    expect(await found('周安')).toHaveLength(1)

    const reveal = (input: object, token: string) => center('user/contacts', { id: String(id), ...input }, token)
    expect((await reveal({}, superior)).error).toBe('CALL_INPUT')
    expect((await reveal({ reason: '  ' }, superior)).error).toBe('CALL_INPUT')
    expect((await reveal({ reason: '本人来电' }, superior)).data).toMatchObject({ name: '周安', phone, email, userName: email })
    const log = await world.rows(`SELECT * FROM platform_log WHERE call = 'account.revealContacts'`)
    expect(log).toMatchObject([{ rowId: String(id), reason: '本人来电', after: { revealed: ['userName', 'phone', 'email'] } }])
    const [{ id: outsider }] = await world.rows(`SELECT id FROM account_user WHERE "userName" = 'organiser2'`)
    expect((await reveal({ id: String(outsider), reason: '好奇' }, superior)).error).toBe('NOT_FOUND')
    expect((await reveal({ id: String(outsider), reason: '核对' }, admin)).code).toBe(0)
    const { token: nobody } = await world.newcomer()
    expect((await reveal({ reason: '好奇' }, nobody)).error).toBe('PERMISSION_DENIED')
  })
})

describe('names', () => {
  const list = async (input: object) => {
    const { data } = await center('user/list', { pageSize: 100, ...input }, admin, 'GET')
    return data.list.map(({ name }: { name: string }) => name) as string[]
  }
  const add = async (names: readonly string[]) => {
    for (const name of names) {
      counter += 1
      await world.rows('INSERT INTO account_user (name, "userName") VALUES ($1, $2)', [name, `named${counter}`])
    }
  }
  let counter = 0

  it('[ORDER-1] are ordered by pinyin, others without regard to case, and numbers in them by size, both ways', async () => {
    // not the order of code points: 乐 王 赵 阿 陈, A Z b
    const ordered = [
      '阿宁·序',
      '白露·序',
      '陈一·序',
      '乐天·序',
      '王二·序',
      '张三·序',
      '赵四·序',
      'alma·序',
      'Bo·序',
      'Team 9·序',
      'Team 10·序',
      'Zoe·序',
    ]
    await add(ordered.toReversed())
    expect(await list({ search: '·序', sort: 'name' })).toEqual(ordered)
    expect(await list({ search: '·序', sort: '-name' })).toEqual(ordered.toReversed())
    // page by page it is the same order
    const pages = []
    for (const pageNum of [1, 2, 3]) pages.push(...(await list({ search: '·序', sort: 'name', pageNum, pageSize: 5 })))
    expect(pages).toEqual(ordered)
    // a choice of people is no list, and has the same order
    const { data } = await world.call('api/web/messageLabelOld/getAllUserList', { search: '·序' }, admin)
    expect(data.map(({ name }: { name: string }) => name.split(/[ (（]/)[0])).toEqual(ordered.map((name) => name.split(' ')[0]))
  })

  it.each([
    ['full width', 'Ｒｅｎé·查', ['rené', 'ＲＥＮÉ·']],
    ['case', 'STRAßburg ŁÓDŹ·查', ['straßburg', 'łódź', 'ŁÓDŹ']],
    ['composition', 'Nguye\u0302\u0303n·查', ['Nguy\u1ec5n', 'NGUYE\u0302\u0303N']],
    ['half-width kana', 'ｶﾞｯｷｰ·查', ['ガッキー', 'ガッキ']],
    ['digits', '第１２组·查', ['第12', '１2组']],
    ['rare characters', '𠮷野家·查', ['𠮷野']],
  ])('[SEARCH-1] are found whatever the %s of letters is', async (_what, name, searches) => {
    await add([name])
    for (const search of searches) expect(await list({ search }), search).toContain(name)
  })
  it('[SEARCH-2] with other accents or in the other Chinese script are other names', async () => {
    await add(['Zoë Frères·异', '張國榮·异'])
    for (const search of ['Zoe Freres', '张国荣']) expect(await list({ search }), search).toEqual([])
    for (const search of ['zoë', '張國']) expect(await list({ search }), search).toHaveLength(1)
  })
  it('[SEARCH-3] of competitions are found by visitors in the same way', async () => {
    const id = await world.competition(MODELLING)
    const found = async (search: string) => {
      const { data } = await world.call('api/web/competition/queryCompetitionList', { search, pageSize: 50 }, null, 'GET')
      return data.list.some((row: { id: string }) => String(row.id) === String(id))
    }
    const title = (text: object) => world.rows('UPDATE competition_competition SET title = $2 WHERE id = $1', [id, JSON.stringify(text)])
    const [{ title: before }] = await world.rows('SELECT title FROM competition_competition WHERE id = $1', [id])
    await title({ zh: 'Ａｇｏｎ 数学建模挑战赛', en: 'MODE\u0301LISATION 2026' })
    for (const search of ['agon', 'ＡＧＯＮ', '建模', 'modélisation', 'MODÉLISATION ２０２６'])
      expect([search, await found(search)]).toEqual([search, true])
    // without the accent it only comes near
    const { data } = await world.call('api/web/competition/queryCompetitionList', { search: 'modelisation' }, null, 'GET')
    expect(data).toMatchObject({ near: true })
    await title(before)
  })
  it('[SEARCH-4] competitions are found by pinyin, first letters, synonyms, both spellings, words apart and with one mistake', async () => {
    const id = await world.competition(MODELLING)
    const [{ title: before }] = await world.rows('SELECT title FROM competition_competition WHERE id = $1', [id])
    const found = async (search: string) => {
      const { data } = await world.call('api/web/competition/queryCompetitionList', { search, pageSize: 100 }, null, 'GET')
      return { found: data.list.some((row: { id: string }) => String(row.id) === String(id)), near: data.near as boolean }
    }
    const title = { zh: '重庆市数学建模与网络安全大赛', en: 'Harbour Modelling Cup' }
    await world.rows('UPDATE competition_competition SET title = $2 WHERE id = $1', [id, JSON.stringify(title)])
    for (const search of [
      ...['shuxue', 'shuxuejianmo', 'ShuXue jianmo', 'sxjm', 'shuxuej', 'chongqing', '数模', '建模大赛', '网络安全竞赛', '信息安全比赛'],
      ...['modeling', 'harbor', 'modelling harbour', 'jianmo modeling'],
    ])
      expect([search, await found(search)]).toEqual([search, { found: true, near: false }])
    for (const search of ['harbuor modelling', 'modellng', '数学建摸'])
      expect([search, await found(search)]).toEqual([search, { found: true, near: true }])
    for (const search of ['shuxuehuaxue', 'jmsx', '数学化学', 'zzzzzzzz', 'harbour zzzzzzzz'])
      expect([search, await found(search)]).toEqual([search, { found: false, near: false }])
    await world.rows('UPDATE competition_competition SET title = $2 WHERE id = $1', [id, JSON.stringify(before)])
  })
  it('[SEARCH-5] the signs of syllables in the database are those that searches ask for', async () => {
    const sounds = async (text: string) => (await world.rows('SELECT platform_sounds($1) AS sounds', [text]))[0]!.sounds as string
    // the first and the last of their list, letters of every kind, and a second reading
    for (const [text, typed] of [
      ['阿坝', 'aba'],
      ['作坐', 'zuozuo'],
      ['绿女', 'lvnv'],
      ['数学', 'shuxue'],
      ['会计', 'kuaiji'],
      ['竞赛', 'jingsai'],
    ] as const)
      expect([typed, (await sounds(text)).split(' ').some((signs) => soundsOf(typed).includes(signs))]).toEqual([typed, true])
    expect(await sounds('Agon 2026')).toBe('')
  })
})

describe('roles', () => {
  it('[ROLE-1] a right that is taken back is refused on the next request', async () => {
    const { id: userId, token } = await world.newcomer()
    const [{ userName }] = await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [userId])
    const competitionId = await world.competition(MODELLING)
    const granted = await center('user/grantRole', {
      account: userName,
      role: 'account.competitionStaff',
      scope: 'competition',
      competitionId,
    })
    expect((await world.call('api/web/report/countSignUp', { competitionId }, token)).data.total).toBeGreaterThan(0)
    expect((await center('user/revokeRole', { id: granted.data.id })).code).toBe(0)
    expect((await world.call('api/web/report/countSignUp', { competitionId }, token)).error).toBe('PERMISSION_DENIED')
  })
  it('[ROLE-2] nobody gives what they do not hold there', async () => {
    const { id: userId } = await world.newcomer()
    const [{ userName: account }] = await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [userId])
    const give = (input: Record<string, unknown>) => center('user/grantRole', { account, ...input }, superior)
    expect((await give({ role: 'account.platformAdmin', scope: 'platform' })).error).toBe('PERMISSION_DENIED')
    const organisationId = await organisation(COMMITTEE)
    expect((await give({ role: 'account.schoolAdmin', scope: 'organisation', organisationId })).error).toBe('ROLE_BEYOND')
    expect((await give({ role: 'account.organiser', scope: 'organisation', organisationId })).data.offered).toBe(true)
    const atOnce = () => center('user/grantRole', { account, role: 'account.organiser', scope: 'organisation', organisationId })
    expect((await atOnce()).data.offered).toBe(false)
    expect((await atOnce()).error).toBe('GRANT_EXISTS')
    const foreign = await organisation('启明开放硬件基金会')
    expect((await give({ role: 'account.organiser', scope: 'organisation', organisationId: foreign })).error).toBe('PERMISSION_DENIED')
  })
  it('[ROLE-5] an administrator of an organisation appoints its auditors and those of organisations below, who decide there and nowhere else', async () => {
    const appoint = async (name: string, account: string) =>
      center(
        'user/grantRole',
        { account, role: 'account.superiorAuditor', scope: 'organisation', organisationId: await organisation(name) },
        superior,
      )
    const { id: userId, token } = await world.newcomer()
    const [{ userName }] = await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [userId])
    const duties = () => world.call('api/web/competition/audit/duties', {}, token, 'GET')
    expect((await duties()).error).toBe('PERMISSION_DENIED')
    expect((await appoint('启明开放硬件基金会', userName)).error).toBe('PERMISSION_DENIED')
    const own = await organisation(COMMITTEE)
    expect((await appoint(COMMITTEE, userName)).data.offered).toBe(true)
    expect((await duties()).error).toBe('PERMISSION_DENIED')
    await acceptAll(token)
    expect((await duties()).data.map(({ id }: { id: string }) => id)).toEqual([own])
    expect((await appoint(FEDERATION, userName)).code).toBe(0)
  })
  it('[ROLE-6] a role on a competition is given by the administrator of its organisation too, who names the competition alone', async () => {
    const { id: userId } = await world.newcomer()
    const give = async (title: string) =>
      center(
        'user/grantRole',
        { userId, role: 'account.competitionStaff', scope: 'competition', competitionId: await world.competition(title) },
        superior,
      )
    // of an account that is not in their list they may not know
    expect((await give(MODELLING)).error).toBe('NOT_FOUND')
    await world.rows('INSERT INTO organisation_member ("organisationId", "userId") VALUES ($1, $2)', [
      await organisation(COMMITTEE),
      userId,
    ])
    expect((await give(MODELLING)).data.offered).toBe(false)
    expect((await give(HACKATHON)).error).toBe('PERMISSION_DENIED')
    expect((await center('user/grantRole', { userId: '999999', role: 'account.expert', scope: 'platform' })).error).toBe('NOT_FOUND')
  })
  it('[ROLE-3] a role made at run time holds no more than its maker, acts when changed, and stays while somebody holds it', async () => {
    const organisationId = await organisation(COMMITTEE)
    const make = (codes: string[], token = superior) =>
      center('role/add', { name: { zh: '资讯编辑' }, organisationId, codes: { all: codes } }, token)
    expect((await make(['managePlatform'])).error).toBe('ROLE_BEYOND')
    const { id } = (await make(['manageNews'])).data
    const { id: userId, token } = await world.newcomer()
    const [{ userName: account }] = await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [userId])
    await center('user/grantRole', { account, role: `stored:${id}`, scope: 'organisation', organisationId }, superior)
    await acceptAll(token)
    const allowed = async () =>
      (await center('user/authority', { codes: ['manageNews', 'addNews'], groupId: organisationId }, token)).data.map(
        (pair: { allow: boolean }) => pair.allow,
      )
    expect(await allowed()).toEqual([true, false])
    await center('role/edit', { id, name: { zh: '资讯编辑' }, codes: { news: ['manageNews', 'addNews'] } }, superior)
    expect(await allowed()).toEqual([true, true])
    expect((await center('role/del', { id }, superior)).error).toBe('ROLE_USED')
  })
  it('[ROLE-4] the last platform administrator cannot be removed', async () => {
    const [{ id }] = await world.rows(`SELECT id FROM account_grant WHERE role = 'account.platformAdmin'`)
    expect((await center('user/revokeRole', { id })).error).toBe('LAST_ADMINISTRATOR')
    // whose right or account has ended cannot give it back either
    const ended = await world.newcomer()
    const [{ id: grant }] = await world.rows(
      `INSERT INTO account_grant ("userId", role, until) VALUES ($1, 'account.platformAdmin', now() - interval '1 day') RETURNING id`,
      [ended.id],
    )
    expect((await center('user/revokeRole', { id })).error).toBe('LAST_ADMINISTRATOR')
    await world.rows('DELETE FROM account_grant WHERE id = $1', [grant])
    expect(await world.rows('SELECT 1 FROM account_grant WHERE id = $1', [id])).toHaveLength(1)
  })
})

describe('accounts', () => {
  it('[ACCOUNT-1] a disabled account is out at once, and its password can be set by staff', async () => {
    const { id, token } = await world.newcomer()
    expect((await center('user/setState', { id, state: 'disabled', reason: '冒用他人身份' })).code).toBe(0)
    expect((await center('user', {}, token, 'GET')).code).toBe(401)
    await center('user/setState', { id, state: 'active' })
    expect((await center('user/setPassword', { id, password: 'Fresh#2026' })).code).toBe(0)
    const [me] = await world.rows(`SELECT id FROM account_user WHERE "userName" = 'admin'`)
    expect((await center('user/setState', { id: String(me.id), state: 'disabled' })).error).toBe('OWN_ACCOUNT')
  })
  it('[ACCOUNT-2] the password and the second factor of somebody with more rights are not theirs to take', async () => {
    const { data: role } = await center('role/add', { name: { zh: '客服' }, codes: { all: ['setPassword'] } })
    const { id: userId, token } = await world.newcomer()
    const [{ userName: account }] = await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [userId])
    expect((await center('user/grantRole', { account, role: `stored:${role.id}`, scope: 'platform' })).code).toBe(0)
    const [{ id, passwordHash }] = await world.rows(`SELECT id, "passwordHash" FROM account_user WHERE "userName" = 'admin'`)
    expect((await center('user/setPassword', { id: String(id), password: 'Fresh#2026' }, token)).error).toBe('ROLE_BEYOND')
    expect((await center('secondFactor/reset', { userId: String(id) }, token)).error).toBe('ROLE_BEYOND')
    expect(await world.rows('SELECT "passwordHash" FROM account_user WHERE id = $1', [id])).toEqual([{ passwordHash }])
    const { id: other } = await world.newcomer()
    expect((await center('user/setPassword', { id: other, password: 'Fresh#2026' }, token)).code).toBe(0)
  })
})
