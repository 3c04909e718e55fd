/** Competition empowerment: rights on competitions to persons and organisations, for a time, within the giver's own; and handing a competition over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../readSheet.ts'
import { type AuditWorld, createAuditWorld, type Person } from './auditWorld.ts'

const EMPOWER = 'api/web/competition/empower'
let world: AuditWorld
let administrator: Person
let competitionId: string
beforeAll(async () => {
  world = await createAuditWorld()
  administrator = await world.person('account.organisationAdmin', 'organisation', world.school)
  competitionId = await world.contest('省大学生创新设计赛')
})
afterAll(() => world?.close())

const grant = (input: object, person = administrator) =>
  world.post(`${EMPOWER}/grant`, { scope: 'competition', competitionId, role: 'account.competitionStaff', ...input }, person)
const withdraw = (id: string, person = administrator) => world.post(`${EMPOWER}/withdraw`, { id }, person)
const page = async (filter: object = {}, person = administrator) =>
  (await world.get(`${EMPOWER}/page`, { pageSize: 100, ...filter }, person)).data
const account = async ({ id }: Person) => (await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [id]))[0].userName
const manages = async (person: Person) => {
  const reply = await world.get('api/web/competition/myCompetition', { id: competitionId }, person)
  return reply.code === 0 ? reply.data.total : 0
}
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('a right on a competition', () => {
  it('[EMPOWER-1] acts from the next request on, is listed with who gave it, and is gone when it is withdrawn', async () => {
    const person = await world.person()
    expect(await manages(person)).toBe(0)
    const { data, code } = await grant({ account: await account(person) })
    expect(code).toBe(0)
    expect(await manages(person)).toBe(1)
    const { list } = await page({ search: await account(person) })
    expect(list).toMatchObject([
      {
        id: data.id,
        holder: 'person',
        roleName: { zh: '竞赛工作人员' },
        scope: 'competition',
        place: { zh: '省大学生创新设计赛' },
        until: null,
      },
    ])
    expect(list[0].granter).toBeTruthy()
    expect(await world.told(person)).toEqual(['empowerment.granted'])
    expect((await grant({ account: await account(person) })).error).toBe('GRANT_EXISTS')
    expect((await withdraw(data.id)).code).toBe(0)
    expect(await manages(person)).toBe(0)
    expect(await world.told(person)).toEqual(['empowerment.granted', 'empowerment.withdrawn'])
  })

  it('[EMPOWER-2] nobody gives what they do not hold there, nor anything elsewhere', async () => {
    const person = { account: await account(await world.person()) }
    const ofCompetition = await world.person('account.competitionAdmin', 'competition', competitionId)
    // administrators of an organisation appoint its auditors, and give no right that is not theirs
    expect((await grant({ ...person, role: 'account.superiorAuditor', scope: 'organisation', ownerId: world.school })).code).toBe(0)
    expect((await grant({ ...person, role: 'account.organiser' }, ofCompetition)).error).toBe('ROLE_BEYOND')
    expect((await grant({ ...person, scope: 'organisation', ownerId: world.school }, ofCompetition)).error).toBe('PERMISSION_DENIED')
    expect((await grant({ ...person, role: 'account.organisationAdmin' })).error).toBe('ROLE_SCOPE')
    const foreign = await world.contest('邻省赛', await world.organisation('邻省大学', null))
    expect((await grant({ ...person, competitionId: foreign })).error).toBe('PERMISSION_DENIED')
    expect((await grant(person, world.organiser)).error).toBe('PERMISSION_DENIED')
    const offered = (await world.get(`${EMPOWER}/roles`, { competitionId }, ofCompetition)).data.map(({ id }: { id: string }) => id)
    expect(offered).toContain('account.competitionStaff')
    expect(offered).not.toContain('account.organiser')
    expect((await grant({ account: 'nobody-here' })).error).toBe('EMPOWER_ACCOUNT')
    expect((await grant({})).error).toBe('EMPOWER_HOLDER')
    const own = (await page({ search: await account(administrator) })).list[0]
    expect((await withdraw(own.id)).error).toBe('EMPOWER_SELF')
  })

  it('[EMPOWER-3] given until a day it ends by itself, and the day can be changed', async () => {
    const person = await world.person()
    const who = { account: await account(person) }
    expect((await grant({ ...who, until: day(-1) })).error).toBe('EMPOWER_PERIOD')
    const { data } = await grant({ ...who, until: day(3) })
    expect((await page({ expiring: true })).list.map(({ id }: { id: string }) => id)).toContain(data.id)
    expect((await grant({ ...who, until: day(60) })).data.id).toBe(data.id)
    expect((await page({ expiring: true })).list.map(({ id }: { id: string }) => id)).not.toContain(data.id)
    expect(await manages(person)).toBe(1)
    await world.rows(`UPDATE account_grant SET until = now() - interval '1 second' WHERE id = $1`, [data.id.slice(1)])
    await expect.poll(() => manages(person)).toBe(0)
    expect((await page({ search: who.account })).total).toBe(0)
  })

  it('[EMPOWER-4] given to an organisation it is held by its members, those who come later too, and by nobody who left', async () => {
    const partner = await world.organisation('承办大学', null)
    const [one, later] = [await world.person(), await world.person()]
    expect((await grant({ toOrganisationId: partner })).error).toBe('EMPOWER_NOBODY')
    const join = async (person: Person) =>
      world.call(
        'api/usercenter/group/addMember',
        { organisationId: partner, account: await account(person) },
        await world.signIn('administrator'),
      )
    expect((await join(one)).code).toBe(0)
    const { data } = await grant({ toOrganisationId: partner })
    expect(data.id).toMatch(/^a/)
    expect((await join(later)).code).toBe(0)
    expect([await manages(one), await manages(later)]).toEqual([1, 1])
    expect((await page({ holder: 'organisation' })).list).toMatchObject([{ id: data.id, name: { zh: '承办大学' } }])
    const [{ id: memberId }] = await world.rows('SELECT id FROM organisation_member WHERE "userId" = $1', [later.id])
    await world.call('api/usercenter/group/removeMember', { id: String(memberId) }, await world.signIn('administrator'))
    await expect.poll(() => manages(later)).toBe(0)
    expect((await withdraw(data.id)).code).toBe(0)
    expect(await manages(one)).toBe(0)
  })

  it('[EMPOWER-6] the rights that one sees are taken along as a sheet, and no others', async () => {
    const person = await world.person()
    await grant({ account: await account(person) })
    const sheet = async (by: Person) => {
      const { data } = await world.post(`${EMPOWER}/export`, { search: await account(person) }, by)
      return readSheet(world, data.jobId, by.token)
    }
    const [head, ...lines] = await sheet(administrator)
    expect(head).toEqual(['类型', '被授权方', '账号', '角色', '范围', '竞赛或机构', '有效期至', '授权人', '授权时间'])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toEqual(expect.arrayContaining([await account(person), '竞赛工作人员']))
    const elsewhere = await world.organisation('别处学院', world.province)
    expect(await sheet(await world.person('account.organisationAdmin', 'organisation', elsewhere))).toEqual([head])
    expect((await world.post(`${EMPOWER}/export`, {}, await world.person())).error).toBe('PERMISSION_DENIED')
  })

  it('[EMPOWER-5] a stranger sees nothing and withdraws nothing; a competition administrator sees the own competition only', async () => {
    const stranger = await world.person('account.organisationAdmin', 'organisation', await world.organisation('外省大学', null))
    const { data } = await grant({ account: await account(await world.person()) })
    const seen = (await page({}, stranger)).list
    expect(seen.every(({ place }: { place: { zh: string } }) => place.zh === '外省大学')).toBe(true)
    expect((await withdraw(data.id, stranger)).error).toBe('NOT_FOUND')
    const ofCompetition = await world.person('account.competitionAdmin', 'competition', competitionId)
    const own = (await page({}, ofCompetition)).list
    expect(own.length).toBeGreaterThan(0)
    expect(own.every(({ place }: { place: { zh: string } }) => place.zh === '省大学生创新设计赛')).toBe(true)
  })
})

describe('handing a competition over', () => {
  const handOver = (id: string, toOrganisationId: string, person: Person) =>
    world.post(`${EMPOWER}/handOver`, { competitionId: id, toOrganisationId, reason: '今年起由该校承办。' }, person)
  it('[EMPOWER-10] goes to an organisation one runs competitions for as well, with all its rows; the audit starts anew', async () => {
    const id = await world.contest('轮办赛')
    await world.rows(`UPDATE competition_competition SET "auditState" = 'approved' WHERE id = $1`, [id])
    const other = await world.organisation('江南师范大学', world.province)
    expect((await handOver(id, other, administrator)).error).toBe('EMPOWER_TARGET')
    expect((await handOver(id, world.school, administrator)).error).toBe('EMPOWER_SAME')
    const above = await world.person('account.organisationAdmin', 'organisation', world.province)
    expect((await handOver(id, other, above)).code).toBe(0)
    const [row] = await world.rows('SELECT "organisationId", "auditState" FROM competition_competition WHERE id = $1', [id])
    expect([String(row.organisationId), row.auditState]).toEqual([other, 'none'])
    expect((await handOver(id, world.school, administrator)).error).toBe('PERMISSION_DENIED')
  })
})
