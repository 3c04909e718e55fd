/** Hats, grants and views by HTTP: which rights act when, what a person is told about them, and that looking never writes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, MODELLING, type World } from '../roadWorld.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
})
afterAll(() => world.close())

const infos = (token: string, own = false) => world.call('api/usercenter/group/infos', { own }, token, 'GET')
const choose = (token: string, input: Record<string, unknown>) => world.call('api/usercenter/user/saveLoginObject', input, token)
const managed = async (token: string) =>
  ((await world.call('api/web/competition/myCompetition', { pageSize: 100 }, token, 'GET')).data?.list ?? []).map(
    (row: { title: { zh: string } }) => row.title.zh,
  )
const grant = async (userId: string, role: string, scope: string | null, objectId: string | null) => {
  await world.rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', [userId, role, scope, objectId])
}
const organisation = async (name: string) =>
  String((await world.rows(`SELECT id FROM organisation_organisation WHERE name->>'zh' = $1`, [name]))[0].id)

describe('identities', () => {
  it('[HAT-1] somebody without a grant has group id -1 and nothing to choose', async () => {
    const { token } = await world.newcomer()
    expect((await infos(token)).data).toEqual({ groupId: '-1', identity: null, list: [] })
  })
  it('[HAT-2] the only identity is worn without a choice, and stands in the operation log', async () => {
    const token = await world.signIn('school administrator')
    const { data } = await infos(token)
    expect(data.list).toMatchObject([{ objectName: '楚江大学', type: 0, kind: 'schoolAdmin', current: true }])
    expect(data.groupId).toBe(data.list[0].objectId)
  })
  it('[HAT-3] of several none is worn until one is chosen; then only its grants act, on the next request', async () => {
    const token = await world.signIn('several hats')
    const { data } = await infos(token)
    expect(data).toMatchObject({ groupId: '-1', identity: null })
    expect(data.list.map(({ type, kind }: { type: number; kind: string }) => [kind, type])).toEqual([
      ['organisationAdmin', 0],
      ['superiorAuditor', 0],
      ['expert', 1],
    ])
    const own = data.list[0]
    expect((await choose(token, { objectId: own.objectId, type: 0 })).data.identity).toBe(own.identity)
    expect(await managed(token)).toHaveLength(2)
    expect((await world.call('api/usercenter/group/getGroupType', {}, token, 'GET')).data).toEqual({
      groupId: own.objectId,
      groupType: 0,
      isAdmin: true,
    })
    await choose(token, { identity: data.list[2].identity })
    expect((await world.call('api/web/competition/myCompetition', {}, token, 'GET')).error).toBe('PERMISSION_DENIED')
    expect((await world.call('api/web/user/personCompetition', {}, token, 'GET')).code).toBe(0)
  })
  it('[HAT-4] a choice is kept in the session, not in others of the same person', async () => {
    const [first, second] = [await world.signIn('several hats'), await world.signIn('several hats')]
    const { identity } = (await infos(first)).data.list[1]
    await choose(first, { identity })
    expect((await infos(first)).data.identity).toBe(identity)
    expect((await infos(second)).data.identity).toBeNull()
  })
  it('[HAT-5] refuses an identity that the person does not have', async () => {
    const token = await world.signIn('several hats')
    expect((await choose(token, { identity: 'platformAdmin::' })).error).toBe('IDENTITY_UNKNOWN')
    expect((await choose(token, { objectId: '999999' })).error).toBe('IDENTITY_UNKNOWN')
  })
  it('[HAT-6] taking all hats off leaves what every participant may do', async () => {
    const token = await world.signIn('organiser')
    expect(await managed(token)).not.toHaveLength(0)
    await choose(token, { objectId: '-1' })
    expect((await world.call('api/web/competition/myCompetition', {}, token, 'GET')).error).toBe('PERMISSION_DENIED')
    expect((await infos(token, true)).data).toMatchObject({ groupId: '-1', identity: 'participant::' })
  })
})

describe('grants', () => {
  it('[GRANT-1] a grant on an organisation reaches its competitions, one on a competition that competition alone', async () => {
    const { id, token } = await world.newcomer()
    await grant(id, 'account.competitionAdmin', 'competition', await world.competition(MODELLING))
    await expect.poll(() => managed(token)).toEqual([MODELLING])
    const codes = ['manageSignup', 'manageCompetition']
    const ask = async (competitionId: string) =>
      (await world.call('api/usercenter/user/authority', { codes, competitionId }, token)).data.map(
        ({ allow }: { allow: boolean }) => allow,
      )
    expect(await ask(await world.competition(MODELLING))).toEqual([true, false])
    expect(await ask(await world.competition(DESIGN))).toEqual([false, false])
    expect(await ask('999999')).toEqual([false, false])
  })
  it('[GRANT-2] a superior reaches subordinates with the codes that its role declares, and with no others', async () => {
    const { id, token } = await world.newcomer()
    await grant(id, 'account.organiser', 'organisation', await organisation('全国青年学术竞赛联合会'))
    await expect.poll(() => managed(token)).toEqual([])
    await grant(id, 'account.superiorAuditor', 'organisation', await organisation('全国青年学术竞赛联合会'))
    await expect.poll(async () => (await managed(token)).length).toBe(4)
    const competitionId = await world.competition(DESIGN)
    const { data } = await world.call(
      'api/usercenter/user/authority',
      { codes: ['auditTeamInfo', 'editCompetition'], competitionId },
      token,
    )
    expect(data).toEqual([
      { code: 'auditTeamInfo', allow: true },
      { code: 'editCompetition', allow: false },
    ])
  })
  it('[GRANT-3] an organisation that leaves its superior is out of reach on the next request', async () => {
    const { id, token } = await world.newcomer()
    const design = await organisation('青年设计双年赛组委会')
    await grant(id, 'account.superiorAuditor', 'organisation', await organisation('全国青年学术竞赛联合会'))
    await expect.poll(async () => (await managed(token)).length).toBe(4)
    await world.rows('UPDATE organisation_organisation SET "superiorId" = NULL WHERE id = $1', [design])
    await expect.poll(async () => (await managed(token)).length).toBe(2)
  })
})

describe('why', () => {
  const why = (input: Record<string, unknown>, token = admin) => world.call('api/usercenter/permission/why', input, token, 'GET')
  it('[WHY-1] names the grant that gives a right on an object, and what each other grant lacks', async () => {
    const objectId = await world.competition(MODELLING)
    const { data } = await why({ account: 'hats', what: 'call', name: 'signup.list', scope: 'competition', objectId })
    expect(data).toMatchObject({ allowed: true, access: 'permission', object: MODELLING, codes: [{ code: 'manageSignup' }] })
    expect(data.hats.map(({ allowed }: { allowed: boolean }) => allowed)).toEqual([false, true, false])
    expect(data.grants.map(({ reason }: { reason: string }) => reason)).toEqual(['otherObject', 'gives', 'lacksCode'])
  })
  it('[WHY-2] names the roles that would give a right nobody gave', async () => {
    const { data } = await why({ account: 'student', what: 'code', name: 'createCertificate' })
    expect(data).toMatchObject({ allowed: false, grants: [] })
    expect(data.missing).toContain('主办方')
  })
  it('[WHY-5] takes the title of a page, in either language, for its name', async () => {
    const reasons = async (name: string) => (await why({ account: 'organiser', what: 'page', name })).data.access
    expect([await reasons('报名管理'), await reasons('registrations')]).toEqual(['permission', 'permission'])
  })
  it('[WHY-3] is for staff alone, and says that an unknown call is unknown', async () => {
    expect((await why({ account: 'student', what: 'code', name: 'editHotel' }, await world.signIn('participant'))).error).toBe(
      'PERMISSION_DENIED',
    )
    expect((await why({ account: 'student', what: 'call', name: 'no.such' })).error).toBe('NOT_FOUND')
  })
})

describe('seeing as somebody else', () => {
  const seeAs = (token: string, input: Record<string, unknown>) => world.call('api/usercenter/permission/seeAs', input, token)
  const end = (token: string) => world.call('api/usercenter/permission/endSeeing', {}, token)
  it('[SEE-1] shows what the person sees, refuses every write, and is in the operation log under the real name', async () => {
    const token = await world.signIn('administrator')
    expect((await seeAs(token, { account: 'organiser2' })).data).toEqual({ name: 'Mira Tan' })
    expect(await managed(token)).toHaveLength(2)
    expect((await world.call('api/platform/boot', {}, token, 'GET')).data.session.facts).toMatchObject({
      seeing: 'Mira Tan',
      name: 'Mira Tan',
    })
    const [{ id, status }] = await world.rows('SELECT id, status FROM signup_registration WHERE status = 2 ORDER BY id LIMIT 1')
    expect((await world.call('api/web/signup/approve', { id }, token)).error).toBe('LOOKING_ONLY')
    expect((await choose(token, { objectId: '-1' })).error).toBe('LOOKING_ONLY')
    expect((await world.rows('SELECT status FROM signup_registration WHERE id = $1', [id]))[0].status).toBe(status)
    expect((await end(token)).code).toBe(0)
    const [{ all }] = await world.rows('SELECT count(*)::int AS all FROM competition_competition WHERE "deletedAt" IS NULL')
    expect(await managed(token)).toHaveLength(all)
    const log = await world.rows(`SELECT call, "actorName" FROM platform_log WHERE call LIKE 'account.%ee%' ORDER BY id DESC LIMIT 2`)
    expect(log).toEqual([
      { call: 'account.endSeeing', actorName: '周明远' },
      { call: 'account.seeAs', actorName: '周明远' },
    ])
  })
  it('[SEE-2] a role can be seen on an object', async () => {
    const token = await world.signIn('administrator')
    const objectId = await world.competition(MODELLING)
    await seeAs(token, { role: 'account.competitionStaff', scope: 'competition', objectId })
    expect(await managed(token)).toEqual([MODELLING])
    expect(
      (await world.call('api/usercenter/permission/why', { account: 'student', what: 'code', name: 'editHotel' }, token, 'GET')).error,
    ).toBe('PERMISSION_DENIED')
    await end(token)
  })
  it('[SEE-3] is refused to those who are no platform staff, for oneself, and for a role on an object of another kind', async () => {
    expect((await seeAs(await world.signIn('organiser'), { account: 'student' })).error).toBe('PERMISSION_DENIED')
    expect((await seeAs(admin, { account: 'admin' })).error).toBe('OWN_ACCOUNT')
    expect((await seeAs(admin, { role: 'account.schoolAdmin', scope: 'competition', objectId: '1' })).error).toBe('ROLE_SCOPE')
  })
  it('[SEE-4] nobody looks with the rights of somebody who may do what they may not', async () => {
    const { id, token } = await world.newcomer()
    const { data } = await world.call('api/usercenter/group/infos', {}, token, 'GET')
    expect(data.list).toEqual([])
    const permissions = JSON.stringify(['setPermission', 'managerPermission'])
    const [role] = await world.rows(
      `INSERT INTO account_role (name, permissions) VALUES ('{"zh":"授权员","en":"Granter"}', $1) RETURNING id`,
      [permissions],
    )
    await grant(id, `stored:${role.id}`, null, null)
    await expect.poll(async () => (await seeAs(token, { account: 'organiser2' })).error).toBe('SEEING_BEYOND')
    expect((await seeAs(token, { account: 'student' })).data).toEqual({ name: '林晓舟' })
  })
})
