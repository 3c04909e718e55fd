/** Whose log an entry is in: who manages an organisation reads what was done to everything of its competitions, as the platform does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, MODELLING, type World } from '../roadWorld.ts'

let world: World
let organiser: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  competitionId = await world.competition(MODELLING)
})
afterAll(() => world.close())

const activity = async (token: string) => {
  const { data } = await world.call('api/web/competition/queryLogList', { competitionId, pageSize: 100 }, token)
  return (data.list as { call: string }[]).map(({ call }) => call)
}

describe('the activity of a competition', () => {
  it('[LOG-30] tells its organiser of events, news, pages and forms, however little a call says of the row', async () => {
    const id = await world.event(competitionId, '本科组')
    const web = 'api/web/competition'
    const { content, revision } = (await world.call(`${web}/form`, { competitionId }, organiser, 'GET')).data
    const changed = { ...content, description: 'Asked again.' }
    const done = [
      await world.call(`${web}/form/save`, { competitionId, content: changed, revision }, organiser),
      await world.call(`${web}/event/move`, { id, by: 1 }, organiser),
      await world.call(`${web}/saveTabInfo`, { competitionId, answers: { title: { zh: '交通', en: 'Getting here' } } }, organiser),
      await world.call(`${web}/form/publish`, { competitionId }, organiser),
    ]
    expect(done.map(({ error }) => error ?? null)).toEqual([null, null, null, null])
    const own = await activity(organiser)
    expect(own).toEqual(expect.arrayContaining(['competition.moveEvent', 'customPage.save', 'competition.publishForm']))
    expect(own).toEqual(await activity(await world.signIn('administrator')))
  })

  it('[LOG-31] is not told to who manages another organisation', async () => {
    expect(await activity(await world.signIn('organiser 2'))).toEqual([])
  })
})
