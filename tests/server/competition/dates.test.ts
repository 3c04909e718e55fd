/** A person's dates over HTTP: in one list, and as a calendar at an address that can be taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, HACKATHON, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('own dates', () => {
  it('[DATES-1] are those to come of competitions that the person entered or follows, the next first, and of no one else', async () => {
    const { token } = await world.newcomer()
    const other = await world.newcomer()
    const get = async (as: string) => (await world.call('api/web/competition/dates', { pageSize: 100 }, as, 'GET')).data
    expect(await get(token)).toEqual({ list: [], total: 0 })
    const competitionId = await world.competition(HACKATHON)
    await world.call('api/web/competition/follow', { competitionId }, token)
    const { list } = await get(token)
    expect(list.length).toBeGreaterThan(0)
    expect(list.every((date: { competitionId: string; entered: boolean }) => date.competitionId === competitionId && !date.entered)).toBe(
      true,
    )
    const instants = list.map(({ at }: { at: string }) => at)
    expect(instants).toEqual(instants.toSorted())
    expect(list.every(({ until }: { until: string }) => Date.parse(until) > Date.now() - 60_000)).toBe(true)
    expect((await get(other.token)).total).toBe(0)
    expect((await world.call('api/web/competition/dates', {}, null, 'GET')).error).toBe('SESSION_REQUIRED')
  })

  it('[DATES-2] are read by calendars at an address without signing in, until a new one is made or it is removed', async () => {
    const { token } = await world.newcomer()
    const competitionId = await world.competition(HACKATHON)
    await world.call('api/web/competition/follow', { competitionId }, token)
    const own = async () => (await world.call('api/web/competition/dates/address', {}, token, 'GET')).data.address as string | null
    const renew = async () => (await world.call('api/web/competition/dates/address/new', {}, token)).data.address as string
    const read = (address: string) => world.app.inject({ method: 'GET', url: new URL(address).pathname })
    expect(await own()).toBe(null)
    const first = await renew()
    expect(await own()).toBe(first)
    const calendar = await read(first)
    expect(calendar.headers['content-type']).toContain('text/calendar')
    expect(calendar.body).toContain('BEGIN:VEVENT')
    expect(calendar.body).toContain(`competitionId=${competitionId}`)
    const second = await renew()
    expect((await read(first)).json().error).toBe('NOT_FOUND')
    expect((await read(second)).body).toContain('BEGIN:VCALENDAR')
    expect((await world.call('api/web/competition/dates/address/remove', {}, token)).code).toBe(0)
    expect((await read(second)).json().error).toBe('NOT_FOUND')
    expect(await own()).toBe(null)
  })
})
