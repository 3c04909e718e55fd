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
/** Gives by an administrator of the platform, who sees all accounts: at once. */
const give = async (input: object) => grant(input, { id: '', token: await world.signIn('administrator') })
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
    const { data, code } = await give({ account: await account(person) })
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
    expect((await give({ account: await account(person) })).error).toBe('GRANT_EXISTS')
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
    expect((await give({ account: 'nobody-here' })).error).toBe('EMPOWER_ACCOUNT')
    expect((await grant({})).error).toBe('EMPOWER_HOLDER')
    const own = (await page({ search: await account(administrator) })).list[0]
    expect((await withdraw(own.id)).error).toBe('EMPOWER_SELF')
  })

  it('[EMPOWER-3] given until a day it ends by itself, and the day can be changed', async () => {
    const person = await world.person()
    const who = { account: await account(person) }
    expect((await give({ ...who, until: day(-1) })).error).toBe('EMPOWER_PERIOD')
    const { data } = await give({ ...who, until: day(3) })
    expect((await page({ expiring: true })).list.map(({ id }: { id: string }) => id)).toContain(data.id)
    expect((await give({ ...who, until: day(60) })).data.id).toBe(data.id)
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
    await give({ account: await account(person) })
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
    const { data } = await give({ account: await account(await world.person()) })
    const seen = (await page({}, stranger)).list
    expect(seen.every(({ place }: { place: { zh: string } }) => place.zh === '外省大学')).toBe(true)
    expect((await withdraw(data.id, stranger)).error).toBe('NOT_FOUND')
    const ofCompetition = await world.person('account.competitionAdmin', 'competition', competitionId)
    const own = (await page({}, ofCompetition)).list
    expect(own.length).toBeGreaterThan(0)
    expect(own.every(({ place }: { place: { zh: string } }) => place.zh === '省大学生创新设计赛')).toBe(true)
  })
})

describe('an offer', () => {
  const OFFER = 'api/usercenter/offer'
  const received = async (person: Person) => (await world.get(`${OFFER}/received`, {}, person)).data.list
  const made = async (person: Person) => (await world.get(`${OFFER}/made`, { pageSize: 100 }, person)).data.list
  const answer = (id: string, agree: boolean, person: Person) => world.post(`${OFFER}/answer`, { id, agree }, person)
  const stateOf = async (id: string, person = administrator) => (await made(person)).find((row: { id: string }) => row.id === id)?.state
  const offerTo = async (name: string, by = administrator) => {
    const { data } = await grant({ account: name }, by)
    expect(data).toMatchObject({ holders: 0, offered: true })
    return data.id.slice(1)
  }
  const set = (id: string, values: string) => world.rows(`UPDATE account_user SET ${values} WHERE id = $1`, [id])

  it('[OFFER-1] gives nothing before it is accepted, then what was offered, by whom it was offered; the log names who accepted', async () => {
    const person = await world.person()
    const id = await offerTo(await account(person))
    expect(await manages(person)).toBe(0)
    expect(await world.told(person)).toEqual(['account.offered'])
    expect(await received(person)).toMatchObject([{ id, what: { zh: '角色：竞赛工作人员' }, placeName: { zh: '省大学生创新设计赛' } }])
    expect(await stateOf(id)).toBe('offered')
    expect((await answer(id, true, person)).data.state).toBe('accepted')
    expect(await manages(person)).toBe(1)
    const [held] = await world.rows('SELECT id, "grantedBy" FROM account_grant WHERE "userId" = $1', [person.id])
    expect(String(held.grantedBy)).toBe(administrator.id)
    const [entry] = await world.rows(`SELECT "actorId", call FROM platform_log WHERE entity = 'account.grant' AND "rowId" = $1`, [held.id])
    expect([String(entry.actorId), entry.call]).toEqual([person.id, 'account.giveRole'])
    expect(await stateOf(id)).toBe('accepted')
    expect((await answer(id, false, person)).error).toBe('OFFER_CLOSED')
    expect((await world.told(administrator)).at(-1)).toBe('account.offerAccepted')
    // offered again it is a new one, which may end otherwise
    const again = await offerTo(await account(person))
    expect((await answer(again, false, person)).data.state).toBe('declined')
    expect(await manages(person)).toBe(1)
  })

  it('[OFFER-2] belongs to whoever has proved the number or address when they answer, and to no one who only has it as a name', async () => {
    const [phone, email] = ['13655550001', 'deng.offered@mail.example']
    const ids = [await offerTo(`+86 ${phone.slice(0, 3)} ${phone.slice(3)}`), await offerTo(email.toUpperCase())]
    const sent = await world.rows('SELECT template, address FROM platform_outbox WHERE address = ANY($1) ORDER BY id', [[phone, email]])
    expect(sent).toMatchObject([{ template: 'account.offeredSms' }, { template: 'account.offeredMail' }])
    const [owner, named, profiled] = [await world.person(), await world.person(), await world.person()]
    await set(named.id, `"userName" = '${phone}'`)
    await world.rows('INSERT INTO profile_profile ("userId", email) VALUES ($1, $2)', [profiled.id, email])
    for (const stranger of [named, profiled]) {
      expect(await received(stranger)).toEqual([])
      for (const id of ids) expect((await answer(id, true, stranger)).error).toBe('NOT_FOUND')
    }
    await set(owner.id, `phone = '${phone}', email = '${email}'`)
    expect((await received(owner)).map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted())
    expect((await answer(ids[1]!, true, owner)).code).toBe(0)
    expect(await manages(owner)).toBe(1)
    // a username that no one had is no one's later
    const free = await offerTo('free.name.offered')
    const late = await world.person()
    await set(late.id, `"userName" = 'free.name.offered'`)
    expect(await received(late)).toEqual([])
    expect((await answer(free, true, late)).error).toBe('NOT_FOUND')
  })

  it('[OFFER-3] is not given by someone who may not give it any more', async () => {
    const giver = await world.person('account.competitionAdmin', 'competition', competitionId)
    const [person, other] = [await world.person(), await world.person()]
    const [id, later] = [await offerTo(await account(person), giver), await offerTo(await account(other), giver)]
    await world.rows('DELETE FROM account_grant WHERE "userId" = $1', [giver.id])
    expect((await answer(id, true, person)).error).toBe('OFFER_OVER')
    await world.rows(
      `INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.competitionAdmin', 'competition', $2)`,
      [giver.id, competitionId],
    )
    await set(giver.id, `state = 'disabled'`)
    expect((await answer(later, true, other)).error).toBe('OFFER_OVER')
    expect([await manages(person), await manages(other)]).toEqual([0, 0])
    expect([await stateOf(id), await stateOf(later)]).toEqual(['offered', 'offered'])
    await set(giver.id, `state = 'active'`)
    expect((await answer(later, true, other)).code).toBe(0)
    expect(await manages(other)).toBe(1)
  })

  it('[OFFER-4] is listed, sent again and withdrawn by who manages the rights there, and not by another organiser', async () => {
    const person = await world.person()
    const id = await offerTo(await account(person))
    const outside = await world.person('account.organisationAdmin', 'organisation', await world.organisation('另一大学', null))
    const inside = await world.person('account.competitionAdmin', 'competition', competitionId)
    expect([await stateOf(id, outside), await stateOf(id, inside)]).toEqual([undefined, 'offered'])
    for (const act of ['sendAgain', 'withdraw']) expect((await world.post(`${OFFER}/${act}`, { id }, outside)).error).toBe('NOT_FOUND')
    expect((await world.post(`${OFFER}/sendAgain`, { id }, inside)).error).toBe('OFFER_SENT')
    await offerTo(await account(person))
    expect(await world.told(person)).toEqual(['account.offered'])
    await world.rows(
      `UPDATE account_offer SET "expiresAt" = now() - interval '1 day', "notifiedAt" = now() - interval '2 hours' WHERE id = $1`,
      [id],
    )
    expect([await received(person), await stateOf(id)]).toEqual([[], 'expired'])
    expect((await answer(id, true, person)).error).toBe('OFFER_CLOSED')
    expect((await world.post(`${OFFER}/sendAgain`, { id }, inside)).code).toBe(0)
    expect(await world.told(person)).toEqual(['account.offered', 'account.offered'])
    expect(await received(person)).toMatchObject([{ id }])
    expect((await world.post(`${OFFER}/withdraw`, { id }, inside)).code).toBe(0)
    expect((await answer(id, true, person)).error).toBe('OFFER_CLOSED')
    expect(await manages(person)).toBe(0)
  })

  it('[OFFER-5] is answered once by two answers at the same time, and not when it is withdrawn at that time', async () => {
    const person = await world.person()
    const rivals = async (id: string, ask: (() => Promise<{ error?: string }>)[]) => {
      const client = await world.server.deps.pool.connect()
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM account_offer WHERE id = $1 FOR UPDATE', [id])
      const replies = ask.map((one) => one())
      // the control: both have passed what is checked before, and wait for the row
      const waiting = `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%account_offer%'`
      await expect.poll(async () => (await world.rows(waiting))[0].count).toBe(ask.length)
      await client.query('COMMIT')
      client.release()
      return (await Promise.all(replies)).map(({ error }) => error ?? 'done').toSorted()
    }
    const accept = (id: string) => () => answer(id, true, person)
    const first = await offerTo(await account(person))
    expect(await rivals(first, [accept(first), accept(first)])).toEqual(['OFFER_CLOSED', 'done'])
    expect(await manages(person)).toBe(1)
    expect((await world.told(administrator)).filter((one) => one === 'account.offerAccepted').length).toBeGreaterThan(0)
    await world.rows('DELETE FROM account_grant WHERE "userId" = $1', [person.id])
    const second = await offerTo(await account(person))
    const withdrawn = () => world.post(`${OFFER}/withdraw`, { id: second }, administrator)
    expect(await rivals(second, [accept(second), withdrawn])).toEqual(['OFFER_CLOSED', 'done'])
    expect(await world.rows('SELECT 1 FROM account_grant WHERE "userId" = $1', [person.id])).toHaveLength(
      (await stateOf(second)) === 'accepted' ? 1 : 0,
    )
  })

  it('[OFFER-6] makes a member of an organisation, with what the organisation was awarded, once', async () => {
    const person = await world.person()
    const partner = await world.organisation('共建大学', null)
    const manager = await world.person('account.organisationAdmin', 'organisation', partner)
    await world.rows('INSERT INTO organisation_member ("organisationId", "userId") VALUES ($1, $2)', [partner, manager.id])
    expect((await give({ toOrganisationId: partner })).code).toBe(0)
    const add = async () =>
      (await world.post('api/usercenter/group/addMember', { organisationId: partner, account: await account(person) }, manager)).data
    const { id, offered } = await add()
    expect([offered, await manages(person)]).toEqual([true, 0])
    expect((await add()).id).toBe(id)
    expect((await answer(id, true, person)).code).toBe(0)
    expect(await manages(person)).toBe(1)
    expect(await world.rows('SELECT 1 FROM organisation_member WHERE "userId" = $1', [person.id])).toHaveLength(1)
    expect(await add()).toBeNull()
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
