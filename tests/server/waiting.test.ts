/** The waiting list of a full event: turns, offers and their ends, and that no place is given twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import registration from '../../plugins/signup/registration.rules.ts'
import entry from '../../plugins/signup/waiting/waiting.rules.ts'
import { dropTableRule, publishFlowWithoutLimit } from './placesGuard.ts'
import { createWorld, type Form, hackathonForm, signUp, type World } from './roadWorld.ts'

const HOUR = 3_600_000
type Person = { id: string; token: string }
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they assert
type Data = any

let world: World
let organiser: string
let stranger: string
let form: Form
const clock = { now: Date.now() }
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', clock: () => new Date(clock.now) })
  organiser = await world.signIn('organiser 2')
  stranger = await world.signIn('polytechnic organiser')
  form = await hackathonForm(world)
})
afterAll(() => world?.close())
beforeEach(async () => {
  clock.now = Date.now()
  await world.rows('DELETE FROM signup_waiting')
  await world.rows('UPDATE competition_event SET capacity = taken, "waitingList" = true, "offerHours" = 24 WHERE id = $1', [form.eventId])
})

const taken = async () => Number((await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId]))[0].taken)
const places = (more: number) => world.rows('UPDATE competition_event SET capacity = taken + $2 WHERE id = $1', [form.eventId, more])
const join = (person: Person, input: object = {}) =>
  world.call('api/web/signup/waiting/join', { competitionId: form.competitionId, eventId: form.eventId, ...input }, person.token)
async function waiting(input: object = {}): Promise<Person & { entry: string }> {
  const person = await world.newcomer()
  const { data, error } = await join(person, input)
  if (error) throw new Error(error)
  return { ...person, entry: String(data.id) }
}
const caller = () => ({
  session: world.server.deps.services.sessions.visitor(),
  lang: 'zh',
  request: { id: 'test', ip: '127.0.0.1', headers: {} },
  background: true,
})
const offerPlaces = () => world.server.deps.calls.runHandler('signup.offerPlaces', { eventId: form.eventId }, caller() as never)
const timers = () => world.server.deps.calls.runTimers('minute', caller() as never)
const state = async (entry: string): Promise<string> =>
  (await world.rows('SELECT status FROM signup_waiting WHERE id = $1', [entry]))[0].status
const reported = async (userId: string) =>
  (await world.rows('SELECT template, channel FROM platform_outbox WHERE "userId" = $1 ORDER BY id', [userId])).map(
    (row: Data) => row.template,
  )
const button = async (person: Person) => (await world.call(`api/web/competition/btn/${form.competitionId}`, {}, person.token, 'GET')).data
const act = (what: string, entry: string, token: string, input: object = {}) =>
  world.call(`api/web/signup/waiting/${what}`, { id: entry, ...input }, token)
/** Somebody who has a place gives it back. */
async function freePlace() {
  const [{ id }] = await world.rows('SELECT id FROM signup_registration WHERE "eventId" = $1 AND status = 4 ORDER BY id LIMIT 1', [
    form.eventId,
  ])
  expect(await world.call('api/web/signup/suspend', { id, reason: '不能参加' }, organiser)).toMatchObject({ code: 0 })
}

describe('a waiting list', () => {
  it('[WAIT-1] takes people at its end while the event is full, each once, and tells the position', async () => {
    const first = await waiting()
    const second = await world.newcomer()
    expect((await join(second)).data).toMatchObject({ position: 2 })
    expect((await join(second)).error).toBe('WAITING_ALREADY')
    await world.rows(`UPDATE competition_event SET "signupEnd" = NULL WHERE id = $1`, [form.eventId])
    expect(await button(second)).toMatchObject({ waitingPosition: 2 })
    expect(await act('leave', first.entry, second.token)).toMatchObject({ error: 'NOT_FOUND' })
    expect(await act('leave', first.entry, first.token)).toMatchObject({ code: 0 })
    expect(await button(second)).toMatchObject({ waitingPosition: 1 })
  })

  it('[WAIT-2] takes nobody where there is room, no list, a registration already, or a size that the event does not take', async () => {
    await places(1)
    expect((await join(await world.newcomer())).error).toBe('WAITING_ROOM')
    await places(0)
    await world.rows('UPDATE competition_event SET "teamMax" = 4 WHERE id = $1', [form.eventId])
    expect((await join(await world.newcomer(), { name: '大队', size: 9 })).error).toBe('WAITING_SIZE')
    expect((await join(await world.newcomer(), { size: 3 })).error).toBe('WAITING_NAME')
    await world.rows('UPDATE competition_event SET "waitingList" = false WHERE id = $1', [form.eventId])
    expect((await join(await world.newcomer())).error).toBe('WAITING_NONE')
  })

  it('[WAIT-3] is offered a free place in turn, for the hours that the organiser set, and the place is held', async () => {
    const [first, second] = [await waiting(), await waiting()]
    const before = { taken: await taken() }
    await freePlace()
    await vi.waitUntil(async () => (await state(first.entry)) === 'offered', { timeout: 240_000 })
    expect([await state(first.entry), await state(second.entry)]).toEqual(['offered', 'waiting'])
    expect(await taken()).toBe(before.taken)
    expect(await reported(first.id)).toContain('signup.placeOffered')
    const { data } = await world.call(`api/web/signup/waiting/own/${first.entry}`, {}, first.token, 'GET')
    expect(Date.parse(data.offerUntil) - clock.now).toBe(24 * HOUR)
    expect((await signUp(world, second.token, form)).error).toBe('FULL')
    expect(await signUp(world, first.token, form)).toMatchObject({ code: 0 })
    expect([await state(first.entry), await taken()]).toEqual(['accepted', before.taken])
  })

  it('[WAIT-4] lets nobody pass those who wait while a place is free', async () => {
    const { id, token, entry } = await waiting()
    await places(1)
    expect((await signUp(world, (await world.newcomer()).token, form)).error).toBe('FULL')
    expect((await signUp(world, token, form)).error).toBe('FULL')
    await offerPlaces()
    expect([await state(entry), (await reported(id)).length > 0]).toEqual(['offered', true])
  })

  it('[WAIT-5] passes over a group whose size the event takes no longer, which then keeps nobody out', async () => {
    await world.rows('UPDATE competition_event SET "teamMin" = 1, "teamMax" = 6 WHERE id = $1', [form.eventId])
    const team = await waiting({ name: '大队', size: 5 })
    await world.rows('UPDATE competition_event SET "teamMax" = 4 WHERE id = $1', [form.eventId])
    await places(1)
    await offerPlaces()
    expect(await state(team.entry)).toBe('waiting')
    expect(await signUp(world, (await world.newcomer()).token, form)).toMatchObject({ code: 0 })
  })

  it.each(['decline', 'lapse', 'revoke'])('[WAIT-6] passes an offered place on: %s', async (end) => {
    const [first, second] = [await waiting(), await waiting()]
    await places(1)
    await offerPlaces()
    const before = await taken()
    if (end === 'decline') expect(await act('decline', first.entry, first.token)).toMatchObject({ code: 0 })
    if (end === 'revoke') expect(await act('revoke', first.entry, organiser, { reason: '报错赛项' })).toMatchObject({ code: 0 })
    if (end === 'lapse') {
      await timers()
      expect(await state(first.entry)).toBe('offered')
      clock.now += 24 * HOUR + 1
      expect((await signUp(world, first.token, form)).error).not.toBeUndefined()
      await timers()
      expect(await reported(first.id)).toContain('signup.offerLapsed')
    }
    await vi.waitUntil(async () => (await state(second.entry)) === 'offered', { timeout: 240_000 })
    expect(await taken()).toBe(before)
  })

  it('[WAIT-7] is moved up by the organiser alone, with a reason that is logged and told; a raised limit is offered', async () => {
    const [first, second] = [await waiting(), await waiting()]
    expect((await act('prefer', second.entry, stranger, { reason: '特邀' })).code).not.toBe(0)
    expect((await act('prefer', second.entry, organiser)).code).not.toBe(0)
    expect((await act('prefer', second.entry, organiser, { reason: '特邀团队' })).data).toMatchObject({ status: 'waiting' })
    expect(await reported(second.id)).toContain('signup.waitingFirst')
    const [entry] = await world.rows(
      `SELECT after FROM platform_log WHERE entity = 'signup.waiting' AND "rowId" = $1 ORDER BY id DESC LIMIT 1`,
      [second.entry],
    )
    expect(JSON.stringify(entry.after)).toContain('特邀团队')
    await places(1)
    await timers()
    await offerPlaces()
    expect([await state(first.entry), await state(second.entry)]).toEqual(['waiting', 'offered'])
    const { data } = await world.call('api/web/signup/waiting/list', { competitionId: form.competitionId }, organiser)
    expect(data.list.map(({ status }: Data) => status).toSorted()).toEqual(['offered', 'waiting'])
    expect((await world.call('api/web/signup/waiting/list', { competitionId: form.competitionId }, stranger)).data?.list ?? []).toEqual([])
  })

  it('[WAIT-13] of an event by invitation takes people with a code, which is used when they sign up', async () => {
    const save = { competitionId: form.competitionId, count: 1, uses: 1 }
    const [code] = (await world.call('api/web/competition/inviteCode/save', save, organiser)).data.codes
    await world.rows('UPDATE competition_event SET invited = true WHERE id = $1', [form.eventId])
    const person = await world.newcomer()
    expect((await join(person)).error).toBe('INVITE_NEEDED')
    expect((await join(person, { inviteCode: 'WRONG234' })).error).toBe('INVITE_NEEDED')
    expect(await join(person, { inviteCode: code })).toMatchObject({ code: 0 })
    await places(1)
    await offerPlaces()
    expect(await signUp(world, person.token, form, { inviteCode: code })).toMatchObject({ code: 0 })
    await world.rows('UPDATE competition_event SET invited = false WHERE id = $1', [form.eventId])
    expect((await world.rows('SELECT used FROM "competition_inviteCode" WHERE code = $1', [code]))[0].used).toBe(1)
  })

  it('[WAIT-8] every transition that gives a place of an event back has it offered', () => {
    const platform = world.server.deps.platform()
    for (const id of ['signup.review', 'signup.waitingLife'] as const) {
      for (const transition of platform.get('flow', id).transitions) {
        const effects = transition.effects ?? []
        const frees = effects.some((effect) => 'add' in effect && effect.add.ref === 'eventId' && effect.add.by < 0)
        // taken by the registration in the same transaction
        if (!frees || transition.id === 'accept') continue
        const given = id === 'signup.review' ? registration.rules : entry.rules
        const follows = (given.afterTransition as Record<string, { name: string }>)[transition.id]?.name
        // `failTeam` gives the place back and keeps the state
        const offered = ['givePlaceBack', 'failTeam', 'offerOn'].includes(follows ?? '')
        expect([id, transition.id, offered]).toEqual([id, transition.id, true])
      }
    }
  })
})

describe('places of an event with a waiting list', () => {
  /** An offer and the organiser's restoring of a registration both see the one free place; then they write. */
  async function rush(weaken?: () => Promise<void>) {
    await freePlace()
    await places(0)
    const { entry } = await waiting()
    await weaken?.()
    await places(1)
    const before = await taken()
    const [{ id }] = await world.rows('SELECT id FROM signup_registration WHERE "eventId" = $1 AND status = 5 ORDER BY id DESC LIMIT 1', [
      form.eventId,
    ])
    const holder = await world.db.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM competition_event WHERE id = $1 FOR UPDATE', [form.eventId])
      const both = Promise.allSettled([offerPlaces(), world.call('api/web/signup/restore', { id }, organiser)])
      await vi.waitUntil(async () => Number((await world.rows(WAITERS))[0].n) >= 2, { timeout: 240_000 })
      await holder.query('COMMIT')
      await both
    } finally {
      holder.release(true)
    }
    const [{ status }] = await world.rows('SELECT status FROM signup_registration WHERE id = $1', [id])
    return { given: [(await state(entry)) === 'offered', status === 4].filter(Boolean).length, taken: (await taken()) - before }
  }
  const WAITERS = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE %competition_%'`

  it('[WAIT-9] are taken once, whether a held place is used or declined at the same moment', async () => {
    const { token, entry } = await waiting()
    await places(1)
    await offerPlaces()
    const before = await taken()
    const [signed, declined] = await Promise.all([signUp(world, token, form), act('decline', entry, token)])
    expect([signed.code, declined.code].filter((code) => code === 0)).toHaveLength(1)
    expect(await taken()).toBe(signed.code === 0 ? before : before - 1)
  })
  it('[WAIT-10] go to one of two who see the last one free at the same moment', async () => {
    expect(await rush()).toEqual({ given: 1, taken: 1 })
  })
  it('[WAIT-11] go to both when nothing guards them', async () => {
    const weaken = async () => {
      await publishFlowWithoutLimit(world, 'signup.waitingLife')
      await publishFlowWithoutLimit(world)
      await dropTableRule(world)
    }
    expect(await rush(weaken)).toEqual({ given: 2, taken: 2 })
  })
})
