/** Closing an account: others lose nothing by it, and it cannot be opened again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../roadWorld.ts'

const OCEAN = '海洋可持续创新挑战'

let world: World
let competitionId: string
let eventId: string
beforeAll(async () => {
  world = await createWorld()
  competitionId = await world.competition(OCEAN)
  eventId = await world.event(competitionId, '方案组')
})
afterAll(() => world.close())

type Person = { id: string; token: string }
const ask = ({ token }: Person, path: string, input: Record<string, unknown> = {}, method?: 'GET' | 'POST' | 'PUT') =>
  world.call(`api/web/${path}`, input, token, method)

/** As with a password that was just given. */
async function close(person: Person) {
  await world.rows(`UPDATE account_session SET "provedAt" = now() WHERE "userId" = $1`, [person.id])
  expect(await world.call('api/usercenter/user/close', {}, person.token)).toMatchObject({ code: 0 })
}

async function create(captain: Person) {
  const { data, error } = await ask(captain, 'competition/signup/group', { competitionId, eventId, agreement: true, name: '海风队' })
  expect(error).toBeUndefined()
  return data as { id: string; inviteCode: string }
}
async function joined(captain: Person, team: { inviteCode: string }) {
  const mate = await world.newcomer()
  const { data } = await ask(mate, `competition/applyAddGroup/${team.inviteCode}`, { role: 'contestant' })
  expect((await ask(captain, 'user/updateApplyState', { id: data.id, state: 'active' }, 'PUT')).error).toBeUndefined()
  return mate
}
const members = (id: string) =>
  world.rows('SELECT "userId", name, role, state FROM team_member WHERE "registrationId" = $1 ORDER BY id', [id])
const teamRow = async (id: string) => (await world.rows('SELECT "userId", "displayName" FROM signup_registration WHERE id = $1', [id]))[0]

describe('who closes an account', () => {
  it('[DATA-32] leaves a forming team to the member who joined first, who is told, under its own name', async () => {
    const captain = await world.newcomer()
    const team = await create(captain)
    const mate = await joined(captain, team)
    await close(captain)
    expect(await teamRow(team.id)).toEqual({ userId: mate.id, displayName: '海风队' })
    expect(await members(team.id)).toMatchObject([
      { userId: captain.id, name: '已注销用户 (account closed)', state: 'left' },
      { userId: mate.id, role: 'captain', state: 'active' },
    ])
    const reported = await world.rows('SELECT template FROM platform_outbox WHERE "userId" = $1', [mate.id])
    expect(reported.map(({ template }) => template)).toEqual(expect.arrayContaining(['team.handedOver', 'team.left']))
  })

  it('[DATA-33] leaves a submitted team and its works to another contestant, and stays in it without a name', async () => {
    const captain = await world.newcomer()
    const team = await create(captain)
    const mate = await joined(captain, team)
    await world.rows('UPDATE signup_registration SET status = 4 WHERE id = $1', [team.id])
    const [work] = await world.rows(
      `UPDATE work_work SET "registrationId" = $1, "userId" = $2, title = '潮汐' WHERE id = (SELECT min(id) FROM work_work) RETURNING id`,
      [team.id, captain.id],
    )
    await close(captain)
    expect(await teamRow(team.id)).toEqual({ userId: mate.id, displayName: '海风队' })
    expect(await members(team.id)).toMatchObject([
      { name: '已注销用户 (account closed)', role: 'contestant', state: 'active' },
      { userId: mate.id, role: 'captain' },
    ])
    expect(await world.rows('SELECT "userId", title FROM work_work WHERE id = $1', [work.id])).toEqual([{ userId: mate.id, title: '潮汐' }])
  })
  it('[DATA-34] leaves no trace in a team that was deleted and can be restored', async () => {
    const captain = await world.newcomer()
    const team = await create(captain)
    const mate = await joined(captain, team)
    expect((await ask(captain, 'competition/delGroup', { id: team.id })).error).toBeUndefined()
    const kept = () => world.rows('SELECT members FROM team_deleted WHERE "captainId" = $1', [captain.id])
    await close(mate)
    const [{ members: left }] = await kept()
    expect(left.map(({ userId }: { userId: string }) => userId)).toEqual([captain.id])
    await close(captain)
    expect(await kept()).toEqual([])
  })

  it('[DATA-35] gives back rooms of stays that have not begun', async () => {
    const guest = await world.newcomer()
    const [room] = await world.rows('SELECT id, "hotelId", "competitionId" FROM hotel_room ORDER BY id LIMIT 1')
    const stay = (arrival: string, departure: string) =>
      world.rows(
        `INSERT INTO hotel_booking ("competitionId", "hotelId", "roomId", "userId", name, phone, arrival, departure, rooms, amount, status)
         VALUES ($1, $2, $3, $4, '何家', '13900001234', $5, $6, 1, 100, 1)`,
        [room.competitionId, room.hotelId, room.id, guest.id, arrival, departure],
      )
    await stay('2020-01-01', '2020-01-03')
    await stay('2099-01-01', '2099-01-03')
    await close(guest)
    const stays = await world.rows('SELECT status, name FROM hotel_booking WHERE "userId" = $1 ORDER BY arrival', [guest.id])
    expect(stays.map(({ status }) => status)).toEqual([1, 0])
    expect(stays[0].name).toBe('已注销用户 (account closed)')
  })

  it('[DATA-36] cannot be brought back by staff: no password, no state, no role', async () => {
    const person = await world.newcomer()
    await close(person)
    const admin = await world.signIn('administrator')
    const staff = (path: string, input: Record<string, unknown>) => world.call(`api/usercenter/user/${path}`, input, admin)
    const replies = await Promise.all([
      staff('setState', { id: person.id, state: 'active' }),
      staff('setPassword', { id: person.id, password: 'Sunrise#2026' }),
      staff('grantRole', { userId: person.id, role: 'account.organiser', scope: 'organisation', organisationId: '1' }),
      staff('grantRole', { account: `closed-${person.id}`, role: 'account.organiser', scope: 'organisation', organisationId: '1' }),
    ])
    expect(replies.map(({ error }) => error)).toEqual(Array(4).fill('NOT_FOUND'))
    const { data } = await staff('list', { state: 'closed' })
    expect(data.list.map(({ id }: { id: string }) => id)).toContain(person.id)
  })
})
