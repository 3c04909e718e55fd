/** Who gets a certificate by each rule: exactly these people in these roles, the preview counts what is issued, and everybody left out has a reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FINISHED } from '../roadWorld.ts'
import { type CertificateWorld, createCertificateWorld, W } from './certificateWorld.ts'

type Rule = Record<string, unknown>
type Member = [name: string, role: string]
/** Left out: reason -> names. */
type LeftOut = Record<string, string[]>

let world: CertificateWorld
let eventId: string
let next = 900_000
const newId = () => String(next++)
beforeAll(async () => {
  world = await createCertificateWorld()
  eventId = await copyRow('competition_event', `WHERE "competitionId" = ${world.competitionId}`, { title: { zh: '本组', en: 'Group' } })
})
afterAll(() => world?.close())

/** A row like the first one of the table. @returns its id */
async function copyRow(table: string, where: string, change: Record<string, unknown>): Promise<string> {
  const id = newId()
  const made = await world.rows(
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || $1::jsonb)).* FROM (SELECT * FROM ${table} ${where} ORDER BY id LIMIT 1) t RETURNING id`,
    [JSON.stringify({ ...change, id })],
  )
  expect(made).toHaveLength(1)
  return id
}
async function person(name: string): Promise<string> {
  const { id } = await world.newcomer()
  await world.rows('UPDATE account_user SET name = $2 WHERE id = $1', [id, name])
  return String(id)
}
async function registration(name: string, change: Record<string, unknown> = {}, members: Member[] = []): Promise<string> {
  const team = {
    displayName: name,
    userId: await person(name),
    eventId,
    status: 4,
    isTeam: members.length > 0,
    inviteCode: null,
    answers: {},
  }
  const id = await copyRow('signup_registration', `WHERE "competitionId" = ${world.competitionId} AND status = 4`, { ...team, ...change })
  for (const [member, role] of members)
    await world.rows(
      `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state) VALUES ($1, $2, $3, $4, $5, $6, 'active')`,
      [id, world.competitionId, eventId, await person(member), member, role],
    )
  return id
}
/** What the preview says must be what is made. @returns name and role on each certificate, and who was left out */
async function issue(
  rule: Rule,
): Promise<{ people: string[]; leftOut: LeftOut; list: { name: string; userId: string | null; values: Rule }[] }> {
  const seriesId = await world.series()
  const { data } = await world.call(`${W}/count`, { competitionId: world.competitionId, seriesId, rule }, world.organiser)
  const batchId = await world.begin(seriesId, rule)
  await world.ready(batchId)
  const list = await world.certificates(batchId)
  expect(list.map(({ name }) => name)).toEqual(data.names)
  expect(data).toMatchObject({
    total: list.length,
    excluded: data.reasons.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
  })
  const leftOut = Object.fromEntries(data.reasons.map(({ reason, names }: { reason: string; names: string[] }) => [reason, names]))
  return { people: list.map(({ name, values }) => `${name} ${values.person.role.zh}`), leftOut, list }
}
const ranking = async (lines: Rule[]) => {
  const [list] = await world.rows(
    `INSERT INTO ranking_list ("competitionId", title, version, "publishedVersion") VALUES ($1, '{"zh":"榜单","en":"Results"}', 1, 1) RETURNING id`,
    [world.competitionId],
  )
  for (const [position, { registrationId = null, name, prize = null, members = null, instructors = null }] of lines.entries())
    await world.rows(
      `INSERT INTO ranking_award ("listId", "competitionId", version, prize, "registrationId", name, members, instructors, position) VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8)`,
      [list.id, world.competitionId, prize, registrationId, name, members, instructors, position],
    )
  return String(list.id)
}

describe('registrations', () => {
  const rule = (more: Rule) => ({ source: 'registrations', eventId, ...more })
  beforeAll(async () => {
    await registration('独行者')
    await registration('未审核者', { status: 2 })
    await registration('中止者', { status: 5 })
    await registration('四人队', {}, [
      ['队长甲', 'captain'],
      ['队员乙', 'contestant'],
      ['教师丙', 'instructor'],
      ['导师丁', 'mentor'],
    ])
    await registration('两人队', {}, [
      ['队长戊', 'captain'],
      ['教师己', 'instructor'],
    ])
    await world.rows(`INSERT INTO team_member ("registrationId", "competitionId", "eventId", name, role, state)
      SELECT "registrationId", "competitionId", "eventId", '离队者', 'contestant', 'left' FROM team_member WHERE name = '队员乙'`)
  })

  it('[CERT-40] by state: approved ones, or the chosen states; the others are left out for their state', async () => {
    const approved = await issue(rule({}))
    expect(approved.people).toEqual(['独行者 参赛选手', '四人队 参赛选手', '两人队 参赛选手'])
    expect(approved.leftOut).toEqual({ status: ['未审核者', '中止者'] })
    const chosen = await issue(rule({ statuses: [2, 5] }))
    expect(chosen.people).toEqual(['未审核者 参赛选手', '中止者 参赛选手'])
    expect(chosen.leftOut).toEqual({ status: ['独行者', '四人队', '两人队'] })
  })

  it('[CERT-41] by role: contestants with their captain, instructors, mentors; a registration without one is left out for it', async () => {
    const contestants = await issue(rule({ perPerson: true }))
    expect(contestants.people).toEqual(['独行者 参赛选手', '队长甲 参赛选手', '队员乙 参赛选手', '队长戊 参赛选手'])
    const instructors = await issue(rule({ perPerson: true, roles: ['instructor'] }))
    expect(instructors.people).toEqual(['教师丙 指导教师', '教师己 指导教师'])
    expect(instructors.leftOut).toEqual({ status: ['未审核者', '中止者'], role: ['独行者'] })
    const [account] = await world.rows(`SELECT "userId" FROM team_member WHERE name = '教师丙'`)
    expect(instructors.list[0]!.userId).toBe(account.userId)
    const mentors = await issue(rule({ perPerson: true, roles: ['mentor'] }))
    expect(mentors.people).toEqual(['导师丁 企业导师'])
    expect(mentors.leftOut.role).toEqual(['独行者', '两人队'])
  })

  it('[CERT-42] finds the people whom a captain named in the form, where members have no accounts', async () => {
    const group = await copyRow('competition_event', `WHERE id = ${eventId}`, {})
    const naming = (membersField: string | null) =>
      world.rows('UPDATE competition_competition SET "membersField" = $2 WHERE id = $1', [world.competitionId, membersField])
    await registration('表单队', { eventId: group, answers: { members: [{ name: '队员庚', phone: '19900001111' }, { name: '队员辛' }] } })
    await world.rows(`UPDATE account_user SET name = '队长壬' WHERE name = '表单队'`)
    await naming('members')
    try {
      const each = await issue({ source: 'registrations', eventId: group, perPerson: true })
      expect(each.people).toEqual(['队长壬 参赛选手', '队员庚 参赛选手', '队员辛 参赛选手'])
      expect(JSON.stringify(each.list.map(({ values }) => values))).not.toContain('19900001111')
      const team = await issue({ source: 'registrations', eventId: group })
      expect(team.people).toEqual(['表单队 参赛选手'])
      expect(team.list[0]!.values.team).toMatchObject({ captain: '队长壬', contestants: ['队长壬', '队员庚', '队员辛'] })
    } finally {
      await naming(null)
    }
  })
})

describe('a list of award', () => {
  it('[CERT-43] gives one for each line with the chosen awards; two equal lines and two awards of one team make two each', async () => {
    const id = await registration('双奖队')
    const listId = await ranking([
      { registrationId: id, name: '双奖队', prize: 'first' },
      { registrationId: id, name: '双奖队', prize: 'special' },
      { name: '同名队', prize: 'first' },
      { name: '同名队', prize: 'first' },
      { name: '三等奖队', prize: 'third' },
    ])
    const rule = { source: 'ranking', listId, prizes: ['special', 'first'] }
    const { people, leftOut } = await issue(rule)
    expect(people).toEqual(['双奖队 参赛选手', '双奖队 参赛选手', '同名队 参赛选手', '同名队 参赛选手'])
    expect(leftOut).toEqual({ prize: ['三等奖队'] })
  })

  it('[CERT-44] finds contestants and instructors in lines that were made by hand', async () => {
    const listId = await ranking([
      { name: '手工队', prize: 'first', members: '成员一、成员二', instructors: '老师一' },
      { name: '单人', prize: 'first' },
    ])
    const rule = { source: 'ranking', listId, perPerson: true }
    expect((await issue(rule)).people).toEqual(['成员一 参赛选手', '成员二 参赛选手', '单人 参赛选手'])
    const instructors = await issue({ ...rule, roles: ['instructor'] })
    expect([instructors.people, instructors.leftOut]).toEqual([['老师一 指导教师'], { role: ['单人'] }])
  })
})

describe('people beside the registrations', () => {
  it('[CERT-45] experts are those who accepted the invitation to judge', async () => {
    for (const [name, state] of [
      ['专家甲', 'accepted'],
      ['专家乙', 'invited'],
      ['专家丙', 'declined'],
      ['专家丁', 'removed'],
    ] as const)
      await world.rows(
        `INSERT INTO review_expert ("competitionId", "organisationId", "userId", name, state, "invitedAt") SELECT id, "organisationId", $2, $3, $4, now() FROM competition_competition WHERE id = $1`,
        [world.competitionId, await person(name), name, state],
      )
    const { people, leftOut } = await issue({ source: 'experts' })
    expect(people.filter((each) => each.startsWith('专家'))).toEqual(['专家甲 评审专家'])
    expect(leftOut.invitation?.filter((name) => name.startsWith('专家'))).toEqual(['专家乙', '专家丙'])
  })

  it('[CERT-46] organisers are those who manage this competition or its organisation now, and no one else', async () => {
    const grant = async (name: string, role: string, competitionId: string, until: string | null = null) =>
      world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId", until) VALUES ($1, $2, 'competition', $3, $4)`, [
        await person(name),
        role,
        competitionId,
        until,
      ])
    await grant('干事甲', 'account.competitionStaff', world.competitionId)
    await grant('管理员乙', 'account.competitionAdmin', world.competitionId)
    await grant('专家丙', 'account.expert', world.competitionId)
    await grant('财务丁', 'account.finance', world.competitionId)
    await grant('前干事戊', 'account.competitionStaff', world.competitionId, '2020-01-01T00:00:00Z')
    await grant('别处己', 'account.competitionStaff', await world.competition(FINISHED))
    const { people, list } = await issue({ source: 'organisers' })
    const named = people.filter((each) => /[甲乙丙丁戊己] /.test(each))
    expect(named).toEqual(['干事甲 组织者', '管理员乙 组织者'])
    expect(list.every(({ userId }) => userId !== null)).toBe(true)
  })

  it('[CERT-47] of a course are those who attended enough and asked; the others are left out for place, attendance or request', async () => {
    const course = { competitionId: world.competitionId, sessionCount: 4, certificateShare: 75, title: { zh: '培训', en: 'Course' } }
    const courseId = await copyRow('training_course', '', course)
    const now = new Date().toISOString()
    for (const [name, state, attended, certificateAt] of [
      ['学员足', 'enrolled', 3, now],
      ['学员缺', 'enrolled', 2, now],
      ['学员未申请', 'enrolled', 4, null],
      ['学员候补', 'waiting', 0, null],
      ['学员取消', 'withdrawn', 4, now],
    ] as const)
      await copyRow('training_enrolment', '', {
        ...{ courseId, competitionId: world.competitionId, userId: await person(name), name, state, attended, certificateAt, seat: null },
      })
    const { people, leftOut } = await issue({ source: 'training', courseId })
    expect(people).toEqual(['学员足 学员'])
    expect(leftOut).toEqual({ place: ['学员候补'], attendance: ['学员缺'], request: ['学员未申请'] })
  })

  it('[CERT-48] by a list of names: each role that the issue form offers, and a line without a name is left out as it stands', async () => {
    const roles = {
      contestant: '参赛选手',
      instructor: '指导教师',
      mentor: '企业导师',
      expert: '评审专家',
      organiser: '组织者',
      volunteer: '志愿者',
      trainee: '学员',
    }
    for (const [role, label] of Object.entries(roles)) {
      const { people, leftOut } = await issue({
        source: 'names',
        role,
        names: `何一\t楚江大学\n,无名大学\n何一\t楚江大学\n\t无名学院\n${role}`,
      })
      expect(people).toEqual([`何一 ${label}`, `何一 ${label}`, `${role} ${label}`])
      expect(leftOut).toEqual({ name: [',无名大学', '\t无名学院'] })
    }
  })
})
