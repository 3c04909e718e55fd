/** Teams whose members join with their own accounts: who may do what, limits, what is missing, and what the organiser decides. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { createWorld, type World } from './roadWorld.ts'

const web = 'api/web'
const COMPETITION = '海洋可持续创新挑战'
const FORM = { fullName: '海风队', school: '燕北大学', phone: '13800001234' }
const DETAILS = { fullName: '何新人', phone: '13900001234' }
const MASKED = { ...DETAILS, phone: '139****1234' }

let world: World
let organiser: Person
let competitionId: string
let eventId: string
let formHash: string
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/team')] })
  competitionId = await world.competition(COMPETITION)
  eventId = await world.event(competitionId, '方案组')
  organiser = await person('周海')
  await world.rows(
    `INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.competitionAdmin', 'competition', $2)`,
    [organiser.id, competitionId],
  )
  await settings({ teamMin: 2, teamMax: 3, instructorMax: 1, mentorMax: 0, memberMode: 'accounts' })
  formHash = (await organiser.ask(`${web}/competition/form`, { competitionId, purpose: 'member' })).data.revision
})
afterAll(() => world?.close())

interface Person {
  id: string
  token: string
  ask: (path: string, input?: Record<string, unknown>, method?: 'GET' | 'POST' | 'PUT') => ReturnType<World['call']>
}
async function person(name: string): Promise<Person> {
  const { id, token } = await world.newcomer()
  await world.rows('UPDATE account_user SET name = $2 WHERE id = $1', [id, name])
  return { id, token, ask: (path, input = {}, method = 'POST') => world.call(path, input, token, method) }
}
async function settings(answers: Record<string, unknown>): Promise<void> {
  const saved = await organiser.ask(`${web}/competition/setting`, { competitionId, answers: { supplement: true, ...answers } })
  expect(saved.error).toBeUndefined()
}
const status = async (id: string) => Number((await world.rows('SELECT status FROM signup_registration WHERE id = $1', [id]))[0].status)
const userName = async ({ id }: Person) => (await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [id]))[0].userName
const inbox = async ({ id }: Person) =>
  (await world.rows('SELECT template FROM platform_outbox WHERE "userId" = $1 ORDER BY id', [id])).map(({ template }) => template)

interface Created {
  id: string
  inviteCode: string
  status: number
}
async function create(captain: Person, name = '海风队', input: Record<string, unknown> = {}): Promise<Created> {
  const { data, error } = await captain.ask(`${web}/competition/signup/group`, { competitionId, eventId, agreement: true, name, ...input })
  expect(error).toBeUndefined()
  return data
}
/** Asks by the code and is let in. */
async function joined(team: Created, captain: Person, who: Person, role = 'contestant'): Promise<string> {
  const { data } = await who.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`, { role })
  expect((await captain.ask(`${web}/user/updateApplyState`, { id: data.id, state: 'active' }, 'PUT')).error).toBeUndefined()
  return data.id
}
const fill = (who: Person, memberId: string) =>
  who.ask(`${web}/competition/group/saveDetails`, { id: memberId, formHash, answers: DETAILS })
const info = async (who: Person, id: string) => (await who.ask(`${web}/competition/groupInfo/${id}`, {}, 'GET')).data
const submit = async (captain: Person, id: string) =>
  captain.ask(`${web}/competition/group/submit`, { id, formHash: (await info(captain, id)).formHash, answers: FORM })
/** A team of two that is registered. */
async function registered(): Promise<{ team: Created; captain: Person; mate: Person; mateId: string }> {
  const [captain, mate] = [await person('林舟'), await person('许航')]
  const team = await create(captain)
  const mateId = await joined(team, captain, mate)
  await fill(captain, (await info(captain, team.id)).ownId)
  await fill(mate, mateId)
  expect((await submit(captain, team.id)).data).toEqual({ id: team.id, status: 2 })
  expect((await organiser.ask(`${web}/competition/passGroup`, { ids: [team.id] })).data).toEqual({ passed: 1, skipped: 0 })
  return { team, captain, mate, mateId }
}

describe('the permission query for a team', () => {
  const TEAM_CODES = ['manageTeamInfo', 'editTeamInfo', 'delTeamInfo', 'editInvoice', 'editPay', 'auditTeamInfo', 'manageSignup']
  it('[TEAM-AUTH-1] allows captain and instructors what their role says, on their team alone', async () => {
    const [captain, mate, teacher] = [await person('林舟'), await person('许航'), await person('高岚')]
    const team = await create(captain)
    await joined(team, captain, mate)
    await joined(team, captain, teacher, 'instructor')
    const other = await create(await person('何川'))
    const allowed = async (who: Person, groupId: string) =>
      (await who.ask('api/usercenter/user/authority', { codes: TEAM_CODES, competitionId, groupId })).data
        .filter(({ allow }: { allow: boolean }) => allow)
        .map(({ code }: { code: string }) => code)
    expect(await allowed(captain, team.id)).toEqual(['manageTeamInfo', 'editTeamInfo', 'delTeamInfo', 'editInvoice', 'editPay'])
    expect(await allowed(teacher, team.id)).toEqual(['manageTeamInfo', 'editTeamInfo'])
    expect(await allowed(mate, team.id)).toEqual([])
    expect(await allowed(organiser, team.id)).toEqual(expect.arrayContaining(['manageTeamInfo', 'auditTeamInfo', 'manageSignup']))
    for (const who of [captain, mate, teacher]) expect(await allowed(who, other.id)).toEqual([])
    await captain.ask(`${web}/competition/outGroup`, {
      id: team.id,
      memberId: (await info(captain, team.id)).members.find((each: { name: string }) => each.name === '高岚').id,
    })
    expect(await allowed(teacher, team.id)).toEqual([])
  })
})

describe('the link of a team', () => {
  const invited = (code: string) => world.call(`${web}/competition/group/invitation/${code}`, {}, null, 'GET')
  it('[TEAM-LINK-1] tells visitors which team of which competition it is, and nobody’s name', async () => {
    const team = await create(await person('林舟'))
    const { data } = await invited(team.inviteCode)
    expect(data).toEqual({ competitionId, name: '海风队', competition: expect.any(Object), event: expect.any(Object) })
    expect((await invited('NOSUCHCO')).error).toBe('NOT_FOUND')
    await world.rows('UPDATE competition_competition SET published = false WHERE id = $1', [competitionId])
    expect((await invited(team.inviteCode)).error).toBe('NOT_FOUND')
    await world.rows('UPDATE competition_competition SET published = true WHERE id = $1', [competitionId])
  })
})

describe('a team comes together', () => {
  it('[TEAM-1] from 0 over 1 to 2: members by code and by invitation, each with their own details, then the form', async () => {
    const [captain, mate, teacher] = [await person('林舟'), await person('许航'), await person('高岚')]
    const team = await create(captain)
    expect(team.status).toBe(0)
    expect((await submit(captain, team.id)).error).toBe('TEAM_TOO_SMALL')
    expect(await info(captain, team.id)).toMatchObject({ part: 'captain', next: 'fillOwn', missing: { contestants: 1, instructors: 0 } })

    const preview = await mate.ask(`${web}/competition/group/byCode/${team.inviteCode.toLowerCase()}`, {}, 'GET')
    expect(preview.data).toMatchObject({
      groupId: team.id,
      name: '海风队',
      captain: '林舟',
      memberCount: 1,
      roles: ['contestant', 'instructor'],
    })
    const asked = await mate.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`, { message: '我会做海流模型' })
    expect(asked.data).toMatchObject({ groupId: team.id, state: 'applied' })
    expect((await mate.ask(`${web}/competition/groupInfo/${team.id}`, {}, 'GET')).error).toBe('NOT_FOUND')
    expect((await captain.ask(`${web}/user/getGroupApplyList`)).data.list).toMatchObject([{ name: '许航', message: '我会做海流模型' }])
    expect((await mate.ask(`${web}/user/getUserApplyList`)).data.list).toHaveLength(1)
    await captain.ask(`${web}/user/updateApplyState`, { id: asked.data.id, state: 'active' }, 'PUT')

    const invited = await captain.ask(`${web}/user/inviteGroupByLeader`, {
      id: team.id,
      account: await userName(teacher),
      role: 'instructor',
    })
    expect(invited.data.state).toBe('invited')
    expect(await info(teacher, team.id)).toBeNull()
    const [invitation] = (await teacher.ask(`${web}/user/getGroupInviteList`, {}, 'GET')).data.list
    expect(invitation).toMatchObject({ team: '海风队', role: 'instructor', inviter: '林舟' })
    expect((await mate.ask(`${web}/user/agreeJoinGroup`, { id: invitation.id }, 'PUT')).error).toBe('NOT_FOUND')
    expect((await teacher.ask(`${web}/user/agreeJoinGroup`, { id: invitation.id }, 'PUT')).data.state).toBe('active')
    expect((await teacher.ask(`${web}/user/agreeJoinGroup`, { id: invitation.id }, 'PUT')).error).toBe('TEAM_NOT_OPEN')

    const open = await submit(captain, team.id)
    expect([open.error, open.message]).toEqual(['TEAM_MEMBERS_OPEN', '还有 3 位成员没有填写信息：林舟、许航、高岚。请提醒他们填写。'])
    await fill(captain, (await info(captain, team.id)).ownId)
    await fill(mate, asked.data.id)
    expect(await info(captain, team.id)).toMatchObject({ status: 0, next: 'remind', openNames: ['高岚'] })
    expect((await fill(teacher, invitation.id)).data.status).toBe(1)
    expect(await info(captain, team.id)).toMatchObject({ next: 'form', counts: { contestants: 2, instructors: 1, mentors: 0 } })
    expect(await info(mate, team.id)).toMatchObject({ next: 'waitCaptain', inviteCode: null })
    expect((await submit(mate, team.id)).error).toBe('TEAM_PART')
    expect((await submit(captain, team.id)).data.status).toBe(2)
    expect((await teacher.ask(`${web}/user/myGroup`, {}, 'GET')).data.list).toMatchObject([
      { team: '海风队', status: 2, role: 'instructor' },
    ])
    expect([await inbox(captain), await inbox(mate), await inbox(teacher)]).toEqual([
      ['team.applied', 'team.accepted', 'team.complete', 'signup.received'],
      ['team.approved'],
      ['team.invited'],
    ])
  })

  it('[TEAM-2] a new member without details takes it back to 0, and it moves on when they leave', async () => {
    const [captain, mate, third] = [await person('林舟'), await person('许航'), await person('苏禾')]
    const team = await create(captain)
    const mateId = await joined(team, captain, mate)
    await fill(captain, (await info(captain, team.id)).ownId)
    await fill(mate, mateId)
    expect(await status(team.id)).toBe(1)
    await joined(team, captain, third)
    expect(await status(team.id)).toBe(0)
    expect((await third.ask(`${web}/competition/outGroup`, { id: team.id })).data.status).toBe(1)
    expect((await captain.ask(`${web}/competition/outGroup`, { id: team.id })).error).toBe('TEAM_NEEDS_CAPTAIN')
    const handed = await captain.ask(`${web}/competition/updateGroupRole`, { memberId: mateId, role: 'captain' })
    expect(handed.data).toMatchObject({ role: 'captain' })
    expect((await info(mate, team.id)).members).toMatchObject([
      { name: '许航', role: 'captain' },
      { name: '林舟', role: 'contestant' },
    ])
    expect((await captain.ask(`${web}/competition/group/renewCode`, { id: team.id })).error).toBe('TEAM_PART')
    const { inviteCode } = (await mate.ask(`${web}/competition/group/renewCode`, { id: team.id })).data
    expect((await third.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`)).error).toBe('TEAM_CODE_UNKNOWN')
    expect((await third.ask(`${web}/competition/applyAddGroup/${inviteCode}`)).data.state).toBe('applied')
  })

  it('[TEAM-3] one team per person and event, alone or together; instructors may hold several', async () => {
    const [first, second, teacher, mate] = [await person('甲'), await person('乙'), await person('师'), await person('丙')]
    const [one, two] = [await create(first, '一队'), await create(second, '二队')]
    await joined(one, first, mate)
    expect((await mate.ask(`${web}/competition/applyAddGroup/${two.inviteCode}`)).error).toBe('TEAM_ONE_PER_EVENT')
    expect((await mate.ask(`${web}/competition/signup/group`, { competitionId, eventId, agreement: true, name: '三队' })).error).toBe(
      'TEAM_ONE_PER_EVENT',
    )
    await joined(one, first, teacher, 'instructor')
    await joined(two, second, teacher, 'instructor')
    expect((await teacher.ask(`${web}/user/myGroup`, {}, 'GET')).data.total).toBe(2)
    const { formHash: hash } = (await world.call(`${web}/competition/btn/${competitionId}`, {}, mate.token, 'GET')).data
    const alone = await teacher.ask(`${web}/competition/signup/personal`, {
      competitionId,
      eventId,
      agreement: true,
      formHash: hash,
      answers: FORM,
    })
    expect(alone.error).toBe('TEAM_NEEDED')
    expect((await world.call(`${web}/competition/btn/${competitionId}`, {}, mate.token, 'GET')).data).toMatchObject({
      next: 'myTeam',
      teams: 'only',
      teamId: one.id,
    })
  })

  it('[TEAM-SEEK-1] who looks for a team is listed by choice, for people who are signed in, with the own words alone, and withdraws', async () => {
    const [seeker, other] = [await person('江楠'), await person('何苗')]
    const list = async (who: Person | null, search = '江楠') =>
      (await world.call(`${web}/user/seekers`, { search }, who?.token ?? null, 'GET')).data?.list
    const save = (about: string) =>
      seeker.ask(`${web}/user/seeker/save`, { answers: { name: '江楠', school: '北方大学', labels: ['programming'], about } })
    expect(await list(other)).toEqual([])
    expect((await save('想参加建模竞赛')).error).toBeUndefined()
    const { data } = await save('想参加建模竞赛，会写代码')
    expect(await list(other)).toMatchObject([{ id: data.id, about: '想参加建模竞赛，会写代码', labels: ['programming'], own: false }])
    expect(JSON.stringify(await list(other))).not.toContain(await userName(seeker))
    expect(await list(null)).toBeUndefined()
    expect((await list(seeker))[0].own).toBe(true)
    expect((await other.ask(`${web}/user/seeker/remove`, { id: data.id })).error).toBe('NOT_FOUND')
    expect((await seeker.ask(`${web}/user/seeker/remove`, { id: data.id })).error).toBeUndefined()
    expect(await list(other)).toEqual([])
  })

  it('[TEAM-4] invitations tell nobody whether there is such an account', async () => {
    const [captain, mate] = [await person('林舟'), await person('许航')]
    const team = await create(captain)
    const invite = async (account: string) =>
      captain.ask(`${web}/competition/addMember`, { id: team.id, account }).then(({ data, error }) => [data?.state, error])
    expect(await invite(await userName(mate))).toEqual(['invited', undefined])
    expect(await invite('nobody@mail.example')).toEqual(['invited', undefined])
    expect(await invite('nobody@mail.example')).toEqual([undefined, 'TEAM_MEMBER_KNOWN'])
    expect((await info(captain, team.id)).invited.map(({ name }: { name: string }) => name)).toEqual([
      await userName(mate),
      'nobody@mail.example',
    ])
  })
})

describe('[TEAM-5] what is not theirs is not there', () => {
  it('strangers are answered as if there were no such team, members by their part', async () => {
    const [captain, mate, stranger] = [await person('林舟'), await person('许航'), await person('路人')]
    const team = await create(captain)
    const mateId = await joined(team, captain, mate)
    const codes = async (who: Person) => {
      const replies = [
        await who.ask(`${web}/competition/groupInfo/${team.id}`, {}, 'GET'),
        await who.ask(`${web}/competition/group/save`, { id: team.id, name: '改名' }),
        await who.ask(`${web}/competition/updateGroupRole`, { memberId: mateId, role: 'instructor' }),
        await who.ask(`${web}/competition/outGroup`, { id: team.id, memberId: (await info(captain, team.id)).ownId }),
        await who.ask(`${web}/competition/group/submit`, { id: team.id, formHash, answers: {} }),
        await who.ask(`${web}/competition/delGroup`, { id: team.id }),
        await who.ask(`${web}/competition/apply/group/${team.id}`),
      ]
      return replies.map(({ error }) => error ?? 'OK')
    }
    expect(await codes(stranger)).toEqual(Array(7).fill('NOT_FOUND'))
    expect(await codes(mate)).toEqual(['OK', ...Array(5).fill('TEAM_PART'), 'NOT_FOUND'])
    expect((await stranger.ask(`${web}/competition/group/details/${mateId}`, {}, 'GET')).error).toBe('NOT_FOUND')
    expect((await stranger.ask(`${web}/competition/group/saveDetails`, { id: mateId, formHash, answers: DETAILS })).error).toBe('NOT_FOUND')
    expect((await captain.ask(`${web}/competition/group/details/${mateId}`, {}, 'GET')).error).toBe('NOT_FOUND')
    for (const [path, input] of [
      ['group', { competitionId }],
      ['member', { competitionId }],
      ['ban/team', { id: team.id, reason: '无' }],
      ['changeGroupPoolStatus', { ids: [team.id], status: 1 }],
    ] as const)
      expect((await captain.ask(`${web}/competition/${path}`, input)).error).toBe('PERMISSION_DENIED')
  })

  it('organisers of another competition neither', async () => {
    const captain = await person('林舟')
    const team = await create(captain)
    const token = await world.signIn('organiser 2')
    const ask = (path: string, input: Record<string, unknown>) => world.call(`${web}/competition/${path}`, input, token)
    expect((await ask('group', { competitionId })).data.list).toEqual([])
    for (const [path, input] of [
      [`groupInfo/${team.id}`, {}],
      ['ban/team', { id: team.id, reason: '无' }],
      ['passGroup', { ids: [team.id] }],
      ['group/review', { id: team.id, decision: 'open' }],
      ['delGroup', { id: team.id }],
    ] as const)
      expect([path, (await ask(path, input)).error]).toEqual([path, 'NOT_FOUND'])
  })
})

describe('[TEAM-6] what the organiser decides', () => {
  it('members cannot change a team that was handed in, its organiser can', async () => {
    const { team, captain, mate, mateId } = await registered()
    const third = await person('苏禾')
    expect((await third.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`)).error).toBe('TEAM_FROZEN')
    expect((await captain.ask(`${web}/competition/outGroup`, { id: team.id, memberId: mateId })).error).toBe('TEAM_FROZEN')
    expect((await mate.ask(`${web}/competition/outGroup`, { id: team.id })).error).toBe('TEAM_FROZEN')
    expect((await organiser.ask(`${web}/competition/group/save`, { id: team.id, name: '远洋队' })).error).toBeUndefined()
    expect((await organiser.ask(`${web}/competition/outGroup`, { id: team.id, memberId: mateId })).error).toBeUndefined()
    expect((await organiser.ask(`${web}/competition/group`, { competitionId, search: '远洋' })).data.list).toMatchObject([
      { name: '远洋队', captain: '林舟', status: 4, memberCount: 1 },
    ])
    expect(await inbox(mate)).toContain('team.removed')
    // told apart from a team that never was theirs
    expect((await mate.ask(`${web}/competition/groupInfo/${team.id}`, {}, 'GET')).error).toBe('TEAM_PAST_MEMBER')
  })

  it('suspends with a reason that every member is told, lifts it, and counts the places', async () => {
    const { team, mate } = await registered()
    const taken = async () => Number((await world.rows('SELECT taken FROM competition_event WHERE id = $1', [eventId]))[0].taken)
    const before = await taken()
    expect((await organiser.ask(`${web}/competition/ban/team`, { id: team.id })).error).toBe('CALL_INPUT')
    expect((await organiser.ask(`${web}/competition/ban/team`, { id: team.id, reason: '重复参赛' })).data.status).toBe(5)
    expect(await taken()).toBe(before - 1)
    expect((await info(mate, team.id)).reason).toBe('重复参赛')
    expect((await organiser.ask(`${web}/competition/pass/team`, { id: team.id }, 'GET')).data.status).toBe(4)
    expect(await taken()).toBe(before)
    expect((await inbox(mate)).slice(-2)).toEqual(['signup.suspended', 'signup.approved'])
  })

  it('reviews a registered team: failed, it may be mended and handed in again', async () => {
    const { team, captain } = await registered()
    const review = async (decision: string, reason?: string) =>
      organiser.ask(`${web}/competition/group/review`, { id: team.id, decision, ...(reason ? { reason } : {}) })
    expect((await review('pass')).error).toBe('FLOW_STATE')
    expect((await review('open')).data.status).toBe(6)
    expect((await review('fail')).error).toBe('REASON_NEEDED')
    expect((await review('fail', '缺少学校证明')).data.status).toBe(7)
    expect(await info(captain, team.id)).toMatchObject({ next: 'resubmit', reason: '缺少学校证明', frozen: null })
    expect((await captain.ask(`${web}/competition/group/save`, { id: team.id, slogan: '向海而行' })).error).toBeUndefined()
    expect((await captain.ask(`${web}/competition/group/resubmit`, { id: team.id })).data.status).toBe(6)
    expect((await organiser.ask(`${web}/competition/passGroup`, { ids: [team.id] })).data).toEqual({ passed: 1, skipped: 0 })
    expect(await status(team.id)).toBe(4)
  })

  it('qualifies registered teams only, and exports all members with what they filled in', async () => {
    const { team } = await registered()
    const open = await create(await person('林舟'), '未交队')
    const reply = await organiser.ask(`${web}/competition/changeGroupPoolStatus`, { ids: [team.id, open.id], status: 1 })
    expect(reply.data).toEqual({ changed: 1, skipped: 1 })
    const qualified = await organiser.ask(`${web}/competition/group`, { competitionId, qualified: true })
    expect(qualified.data.list.map(({ id }: { id: string }) => id)).toContain(team.id)
    expect(qualified.data.list.map(({ id }: { id: string }) => id)).not.toContain(open.id)
    const members = await organiser.ask(`${web}/competition/member`, { competitionId, registrationId: team.id })
    expect(members.data.list).toMatchObject([{ answers: MASKED }, { answers: MASKED }])
    expect((await organiser.ask(`${web}/competition/group/export`, { competitionId })).data).toEqual({ jobId: expect.any(String) })
  })

  it('deletes what holds no place, and brings it back', async () => {
    const { team } = await registered()
    expect((await organiser.ask(`${web}/competition/delGroup`, { id: team.id })).error).toBe('TEAM_IN_USE')
    const [captain, mate] = [await person('林舟'), await person('许航')]
    const small = await create(captain, '小队')
    await joined(small, captain, mate)
    const { deletedId } = (await captain.ask(`${web}/competition/delGroup`, { id: small.id })).data
    const read = async (who: Person) => (await who.ask(`${web}/competition/groupInfo/${small.id}`, {}, 'GET')).error
    expect(await read(mate)).toBe('TEAM_DISBANDED')
    expect(await read(await person('何青'))).toBe('NOT_FOUND')
    expect(await inbox(mate)).toContain('team.disbanded')
    expect((await organiser.ask(`${web}/competition/group/deleted`, { competitionId })).data.list).toMatchObject([
      { id: deletedId, name: '小队' },
    ])
    expect((await captain.ask(`${web}/competition/group/restore`, { id: deletedId })).error).toBe('PERMISSION_DENIED')
    expect(await organiser.ask(`${web}/competition/group/restore`, { id: deletedId })).toMatchObject({
      code: 0,
      data: { id: small.id, status: 0 },
    })
    expect((await info(mate, small.id)).members).toHaveLength(2)
    for (const who of [captain, mate]) expect(await inbox(who)).toContain('team.restored')
  })

  it('is not brought back while its captain or a member has gone elsewhere', async () => {
    const [captain, mate, other] = [await person('林舟'), await person('许航'), await person('何青')]
    const deleted = async () => {
      const team = await create(captain, '旧队')
      await joined(team, captain, mate)
      return (await captain.ask(`${web}/competition/delGroup`, { id: team.id })).data.deletedId as string
    }
    const restore = async (id: string) => (await organiser.ask(`${web}/competition/group/restore`, { id })).error
    const first = await deleted()
    const own = await create(captain, '新队')
    expect(await restore(first)).toBe('TEAM_CAPTAIN_BUSY')
    await captain.ask(`${web}/competition/delGroup`, { id: own.id })
    const elsewhere = await create(other, '别队')
    await joined(elsewhere, other, mate)
    expect(await restore(first)).toBe('TEAM_ONE_PER_EVENT')
    expect(await info(mate, elsewhere.id)).toMatchObject({ name: '别队' })
    expect((await organiser.ask(`${web}/competition/group/deleted`, { competitionId })).data.list).toContainEqual(
      expect.objectContaining({ id: first }),
    )
  })
})

describe('[TEAM-7] limits hold whatever happens at the same time', () => {
  /** Three ask to join a team that has room for two. */
  async function crowd(): Promise<{ team: Created; captain: Person; requests: string[] }> {
    const captain = await person('林舟')
    const team = await create(captain)
    const people = [await person('甲'), await person('乙'), await person('丙')]
    const requests: string[] = []
    for (const who of people) requests.push((await who.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`)).data.id)
    return { team, captain, requests }
  }
  const size = async (id: string) =>
    Number((await world.rows(`SELECT count(*) FROM team_member WHERE "registrationId" = $1 AND state = 'active'`, [id]))[0].count)

  it('as many as there is room for are let in', async () => {
    const { team, captain, requests } = await crowd()
    const replies = await Promise.all(requests.map((id) => captain.ask(`${web}/user/updateApplyState`, { id, state: 'active' }, 'PUT')))
    expect(replies.map(({ error }) => error ?? 'OK').sort()).toEqual(['OK', 'OK', 'TEAM_FULL'])
    expect(await size(team.id)).toBe(3)
  })

  it('without the lock one too many is', async () => {
    const { team, captain, requests } = await crowd()
    await Promise.all(requests.map((id) => captain.ask('api/fixture/decideUnlocked', { id, together: requests.length })))
    expect(await size(team.id)).toBe(4)
  })

  it('who accepts two invitations at once competes for one team', async () => {
    const [first, second, mate] = [await person('甲'), await person('乙'), await person('丙')]
    const invitations: string[] = []
    for (const captain of [first, second]) {
      const team = await create(captain)
      const { data } = await captain.ask(`${web}/user/inviteGroupByLeader`, { id: team.id, account: await userName(mate) })
      invitations.push(data.id)
    }
    const replies = await Promise.all(invitations.map((id) => mate.ask(`${web}/user/agreeJoinGroup`, { id }, 'PUT')))
    expect(replies.map(({ error }) => error ?? 'OK').sort()).toEqual(['OK', 'TEAM_ONE_PER_EVENT'])
  })
})

describe('[TEAM-10] a captain changes a submitted team by themselves', () => {
  const OUT = `${web}/competition/outGroup`
  const reopen = (who: Person, id: string) => who.ask(`${web}/competition/group/reopen`, { id })
  const resubmit = async (who: Person, id: string) =>
    who.ask(`${web}/competition/signup/resubmit`, { id, formHash: (await info(who, id)).formHash, answers: FORM })
  const taken = async () => Number((await world.rows('SELECT taken FROM competition_event WHERE id = $1', [eventId]))[0].taken)

  it('withdraws the submission, replaces a member, hands over, and submits again; the place is kept', async () => {
    const { team, captain, mate, mateId } = await registered()
    const before = await taken()
    expect((await captain.ask(OUT, { id: team.id, memberId: mateId })).error).toBe('TEAM_FROZEN')
    expect((await reopen(mate, team.id)).error).toBe('TEAM_PART')
    expect((await reopen(await person('路人'), team.id)).error).toBe('NOT_FOUND')
    expect((await reopen(captain, team.id)).data).toEqual({ id: team.id, status: 3 })
    expect(await inbox(mate)).toContain('team.reopened')
    expect(await info(captain, team.id)).toMatchObject({ next: 'change', mayEdit: true, reason: null })
    const fresh = await person('苏禾')
    const freshId = await joined(team, captain, fresh)
    await fill(fresh, freshId)
    await captain.ask(OUT, { id: team.id, memberId: mateId })
    expect((await resubmit(captain, team.id)).data.status).toBe(2)
    expect((await info(captain, team.id)).members.map(({ name }: { name: string }) => name)).toEqual(['林舟', '苏禾'])
    expect(await taken()).toBe(before)
  })

  it('withdraws the team: the place is free, members may leave, and it signs up again or is disbanded', async () => {
    const { team, captain, mate } = await registered()
    const before = await taken()
    const leave = (who: Person) => who.ask(`${web}/competition/signup/withdraw`, { id: team.id })
    expect((await leave(mate)).error).toBe('NOT_FOUND')
    expect((await leave(captain)).data.status).toBe(10)
    expect([await taken(), await inbox(mate)]).toEqual([before - 1, expect.arrayContaining(['signup.left'])])
    expect(await info(captain, team.id)).toMatchObject({ next: 'withdrawn', mayEdit: false })
    expect((await mate.ask(`${web}/competition/group/again`, { id: team.id })).error).toBe('TEAM_PART')
    expect((await captain.ask(`${web}/competition/group/again`, { id: team.id })).data.status).toBe(1)
    expect((await submit(captain, team.id)).data.status).toBe(2)
    expect(await taken()).toBe(before)
    await leave(captain)
    expect((await mate.ask(OUT, { id: team.id })).error).toBeUndefined()
    expect((await captain.ask(`${web}/competition/delGroup`, { id: team.id })).error).toBeUndefined()
    expect(await info(captain, team.id)).toBeNull()
  })
})

describe('[TEAM-12] a captain replaces a member in one step', () => {
  const replace = async (who: Person, id: string, replaces: string, account: string) =>
    who.ask(`${web}/user/inviteGroupByLeader`, { id, replaces, account })
  const answer = (who: Person, id: string, agree = true) => who.ask(`${web}/user/agreeJoinGroup`, { id, agree }, 'PUT')
  const out = (who: Person, id: string, memberId: string) => who.ask(`${web}/competition/outGroup`, { id, memberId })
  const names = async (who: Person, id: string) => (await info(who, id)).members.map(({ name }: { name: string }) => name)
  /** A team that has no room. */
  async function full() {
    const [captain, first, second] = [await person('林舟'), await person('许航'), await person('高岚')]
    const team = await create(captain)
    const firstId = await joined(team, captain, first)
    return { team, captain, first, firstId, second, secondId: await joined(team, captain, second) }
  }

  it('who is invited takes the place of the other when they accept, also in a full team, in the same role', async () => {
    const { team, captain, first, firstId, secondId } = await full()
    const fresh = await person('苏禾')
    expect((await captain.ask(`${web}/user/inviteGroupByLeader`, { id: team.id, account: await userName(fresh) })).error).toBe('TEAM_FULL')
    const { data } = await replace(captain, team.id, firstId, await userName(fresh))
    expect(data.state).toBe('invited')
    expect(await names(captain, team.id)).toEqual(['林舟', '许航', '高岚'])
    expect((await info(captain, team.id)).invited).toMatchObject([{ role: 'contestant', replaces: '许航' }])
    expect((await answer(fresh, data.id)).data.state).toBe('active')
    expect(await names(captain, team.id)).toEqual(['林舟', '高岚', '苏禾'])
    expect(await inbox(first)).toContain('team.removed')
    // the one who came may be replaced in turn, and one who was there before comes back
    const back = await replace(captain, team.id, data.id, await userName(first))
    expect((await answer(first, back.data.id)).error).toBeUndefined()
    expect((await names(captain, team.id)).toSorted()).toEqual(['林舟', '许航', '高岚'].toSorted())
    expect((await out(captain, team.id, secondId)).error).toBeUndefined()
  })

  it('nobody leaves when the invitation is declined or taken back, and an accepted one takes nobody else out', async () => {
    const { team, captain, firstId, secondId } = await full()
    const [fresh, other] = [await person('苏禾'), await person('何川')]
    const declined = (await replace(captain, team.id, firstId, await userName(fresh))).data.id
    expect((await answer(fresh, declined, false)).data.state).toBe('refused')
    const takenBack = (await replace(captain, team.id, firstId, await userName(fresh))).data.id
    await out(captain, team.id, takenBack)
    expect((await answer(fresh, takenBack)).error).toBe('TEAM_NOT_OPEN')
    expect(await names(captain, team.id)).toEqual(['林舟', '许航', '高岚'])
    // two are asked to come for one: the first who accepts does
    const asked = [await userName(fresh), await userName(other)]
    const invitations = [await replace(captain, team.id, firstId, asked[0]!), await replace(captain, team.id, firstId, asked[1]!)]
    expect((await answer(fresh, invitations[0]!.data.id)).error).toBeUndefined()
    expect((await answer(other, invitations[1]!.data.id)).error).toBe('TEAM_FULL')
    expect((await info(captain, team.id)).invited).toMatchObject([{ replaces: null }])
    // one who was invited without a place goes in once there is room
    await out(captain, team.id, secondId)
    expect((await answer(other, invitations[1]!.data.id)).error).toBeUndefined()
    expect(await names(captain, team.id)).toEqual(['林舟', '苏禾', '何川'])
  })

  it('is up to the captain, not for the captain, and not for a team that was handed in', async () => {
    const { team, captain, first, firstId, secondId } = await full()
    const account = await userName(await person('苏禾'))
    expect((await replace(first, team.id, secondId, account)).error).toBe('TEAM_PART')
    expect((await replace(captain, team.id, (await info(captain, team.id)).ownId, account)).error).toBe('TEAM_NEEDS_CAPTAIN')
    expect((await replace(captain, team.id, (await full()).firstId, account)).error).toBe('NOT_FOUND')
    const handedIn = await registered()
    expect((await replace(handedIn.captain, handedIn.team.id, handedIn.mateId, account)).error).toBe('TEAM_FROZEN')
    // a team with such an invitation is deleted and comes back
    expect((await replace(captain, team.id, firstId, account)).error).toBeUndefined()
    const { data } = await captain.ask(`${web}/competition/delGroup`, { id: team.id })
    expect((await organiser.ask(`${web}/competition/group/restore`, { id: data.deletedId })).error).toBeUndefined()
    expect((await info(captain, team.id)).invited).toMatchObject([{ replaces: '许航' }])
  })
})

describe('[TEAM-11] a fee for each member is paid for everyone who takes part', () => {
  beforeAll(async () => {
    await world.rows(
      `INSERT INTO pay_setting ("competitionId", enabled, "holdHours") VALUES ($1, true, 72) ON CONFLICT ("competitionId") DO UPDATE SET enabled = true`,
      [competitionId],
    )
    await world.rows(`INSERT INTO pay_fee ("competitionId", unit, amount) VALUES ($1, 'contestant', 100)`, [competitionId])
  })
  afterAll(async () => {
    await world.rows('DELETE FROM pay_fee WHERE "competitionId" = $1', [competitionId])
    await world.rows('UPDATE pay_setting SET enabled = false WHERE "competitionId" = $1', [competitionId])
  })
  /** A team of two whose captain has withdrawn the submission; its order is for two. */
  async function charged(state: string) {
    const made = await registered()
    const { team, captain } = made
    const [{ id: orderId }] = await world.rows('UPDATE pay_order SET state = $2 WHERE seat = $1 RETURNING id', [team.id, state])
    expect((await captain.ask(`${web}/competition/group/reopen`, { id: team.id })).data.status).toBe(3)
    return { ...made, orderId: String(orderId) }
  }
  const out = (who: Person, id: string, memberId: string) => who.ask(`${web}/competition/outGroup`, { id, memberId })
  const apply = async (who: Person, team: Created) =>
    (await who.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`)).data.id as string
  const letIn = (captain: Person, id: string) => captain.ask(`${web}/user/updateApplyState`, { id, state: 'active' }, 'PUT')
  const size = async (id: string) =>
    Number((await world.rows(`SELECT count(*) FROM team_member WHERE "registrationId" = $1 AND state = 'active'`, [id]))[0].count)

  it('a paid team takes nobody beyond those it has paid for, but someone in place of another', async () => {
    const { team, captain, mateId } = await charged('paid')
    const fresh = await person('苏禾')
    const asked = await fresh.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`)
    expect(asked).toMatchObject({ error: 'TEAM_PAID_FOR', details: { count: 2 } })
    expect((await captain.ask(`${web}/user/inviteGroupByLeader`, { id: team.id, account: 'later@mail.example' })).error).toBe(
      'TEAM_PAID_FOR',
    )
    await out(captain, team.id, mateId)
    expect((await letIn(captain, await apply(fresh, team))).error).toBeUndefined()
    expect(await size(team.id)).toBe(2)
  })

  it('an order that waits is made anew for those who are there now', async () => {
    const { team, captain, orderId } = await charged('pending')
    expect((await letIn(captain, await apply(await person('苏禾'), team))).error).toBeUndefined()
    const orders = await world.rows(
      `SELECT o.id::text AS id, o.state, p.quantity FROM pay_order o JOIN pay_position p ON p."orderId" = o.id AND p.line = 'contestant'
       WHERE o."registrationId" = $1 ORDER BY o.id`,
      [team.id],
    )
    expect(orders).toEqual([
      { id: orderId, state: 'closed', quantity: 2 },
      { id: expect.any(String), state: 'pending', quantity: 3 },
    ])
  })

  it('of two who are let in at the same time one is, where one was paid for', async () => {
    const { team, captain, mateId } = await charged('paid')
    await out(captain, team.id, mateId)
    const requests = [await apply(await person('甲'), team), await apply(await person('乙'), team)]
    const replies = await Promise.all(requests.map((id) => letIn(captain, id)))
    expect(replies.map(({ error }) => error ?? 'OK').sort()).toEqual(['OK', 'TEAM_PAID_FOR'])
    expect(await size(team.id)).toBe(2)
  })

  it('without the lock both are', async () => {
    const { team, captain, mateId } = await charged('paid')
    await out(captain, team.id, mateId)
    const requests = [await apply(await person('甲'), team), await apply(await person('乙'), team)]
    await Promise.all(requests.map((id) => captain.ask('api/fixture/decideUnlocked', { id, together: requests.length })))
    expect(await size(team.id)).toBe(3)
  })
})

describe('[TEAM-9] after the end of sign-up', () => {
  it('an unfinished team says that it is closed, takes nobody and is not submitted; one brought back then is closed as well', async () => {
    const [captain, mate, late, chief] = [await person('林舟'), await person('许航'), await person('何青'), await person('高岚')]
    const team = await create(captain, '迟到队')
    await joined(team, captain, mate)
    const other = await create(chief, '先散队')
    const { deletedId } = (await chief.ask(`${web}/competition/delGroup`, { id: other.id })).data
    const [{ signupEnd }] = await world.rows('SELECT "signupEnd" FROM competition_competition WHERE id = $1', [competitionId])
    const endAt = (moment: unknown) =>
      world.rows('UPDATE competition_competition SET "signupEnd" = $2 WHERE id = $1', [competitionId, moment])
    await endAt(new Date(Date.now() - 60_000))
    try {
      expect(await info(captain, team.id)).toMatchObject({ next: 'closed', frozen: 'SIGNUP_CLOSED' })
      expect((await late.ask(`${web}/competition/group/byCode/${team.inviteCode}`, {}, 'GET')).data.frozen).toBe('SIGNUP_CLOSED')
      const refused = [
        await late.ask(`${web}/competition/applyAddGroup/${team.inviteCode}`),
        await mate.ask(`${web}/competition/outGroup`, { id: team.id }),
        await submit(captain, team.id),
      ]
      expect(refused.map(({ error }) => error)).toEqual(['SIGNUP_CLOSED', 'SIGNUP_CLOSED', 'SIGNUP_CLOSED'])
      expect((await organiser.ask(`${web}/competition/group/restore`, { id: deletedId })).data).toEqual({ id: other.id, status: 0 })
      expect(await info(chief, other.id)).toMatchObject({ next: 'closed', frozen: 'SIGNUP_CLOSED' })
    } finally {
      await endAt(signupEnd)
    }
  })
})

describe('[TEAM-8] members named in the form', () => {
  it('are counted when it is handed in, and the message says how many are missing', async () => {
    const content = (await organiser.ask(`${web}/competition/form`, { competitionId })).data
    const people = { type: 'array', 'x-widget': 'repeat', title: { zh: '队员', en: 'Members' }, maxItems: 9 }
    const fields = { type: 'object', properties: { name: { type: 'string', title: { zh: '姓名', en: 'Name' } } } }
    content.content.schema.properties.mates = { ...people, items: fields }
    const { revision } = content
    expect(
      (await organiser.ask(`${web}/competition/form/save`, { competitionId, content: content.content, revision })).data.failures,
    ).toEqual([])
    await organiser.ask(`${web}/competition/form/publish`, { competitionId })
    await settings({ teamMin: 3, teamMax: 4, memberMode: 'named', membersField: 'mates' })
    const who = await person('林舟')
    const { formHash: hash } = (await world.call(`${web}/competition/btn/${competitionId}`, {}, who.token, 'GET')).data
    const hand = (names: string[]) =>
      who.ask(`${web}/competition/signup/personal`, {
        competitionId,
        eventId,
        agreement: true,
        formHash: hash,
        answers: { ...FORM, mates: names.map((name) => ({ name })) },
      })
    const few = await hand(['甲'])
    expect([few.error, few.message]).toEqual(['TEAM_TOO_SMALL', '队员人数不足：至少 3 人，现有 2 人，请再邀请 1 人。'])
    expect((await hand(['甲', '乙', '丙', '丁'])).error).toBe('TEAM_TOO_LARGE')
    const { id, status: handed } = (await hand(['甲', '乙'])).data
    expect(handed).toBe(2)
    expect((await organiser.ask(`${web}/competition/passGroup`, { ids: [id] })).data).toEqual({ passed: 1, skipped: 0 })
    expect((await organiser.ask(`${web}/competition/ban/team`, { id, reason: '重复参赛' })).data.status).toBe(5)
    expect((await organiser.ask(`${web}/competition/pass/team`, { id })).data.status).toBe(4)
    expect((await who.ask(`${web}/competition/signup/group`, { competitionId, eventId, agreement: true, name: '队' })).error).toBe(
      'TEAM_NOT_ALLOWED',
    )
  })
})
