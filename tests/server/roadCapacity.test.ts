/** The last places: many people at the same moment, by HTTP. With the guard taken out the same rush oversells. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { persistently } from '../harness/persistently.ts'
import { dropTableRule, publishFlowWithoutLimit } from './placesGuard.ts'
import { createWorld, hackathonForm, signUp, type World } from './roadWorld.ts'

const PLACES = 3
const PEOPLE = 10
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Outcome {
  stored: number
  refused: number
  taken: number
  /** What any other answer said: a failure names it. */
  others: unknown[]
}
async function rush(): Promise<Outcome> {
  const form = await hackathonForm(world)
  const taken = async () => (await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId]))[0].taken
  await world.rows('UPDATE competition_event SET capacity = taken + $2 WHERE id = $1', [form.eventId, PLACES])
  const before = await taken()
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.newcomer()))
  const replies = await Promise.all(people.map(({ token }) => persistently(() => signUp(world, token, form))))
  const stored = replies.filter(({ code }) => code === 0).length
  const refused = replies.filter(({ error }) => error === 'FULL').length
  const others = replies.filter(({ code, error }) => code !== 0 && error !== 'FULL')
  return { stored, refused, taken: (await taken()) - before, others }
}

describe('the last places of an event', () => {
  it('[PLACES-1] go to exactly as many people as there are places', async () => {
    expect(await rush()).toEqual({ stored: PLACES, refused: PEOPLE - PLACES, taken: PLACES, others: [] })
  })
  it('[PLACES-4] are seen to be gone before anything is looked at or written', async () => {
    const form = await hackathonForm(world)
    await world.rows('UPDATE competition_event SET capacity = taken WHERE id = $1', [form.eventId])
    const { token } = await world.newcomer()
    const logged = async () => (await world.rows('SELECT count(*) AS entries FROM platform_log'))[0].entries
    const before = await logged()
    expect(await signUp(world, token, form, { answers: {}, formHash: 'none' })).toMatchObject({
      error: 'FULL',
      details: { entity: 'competition.event', field: 'taken' },
    })
    expect((await signUp(world, token, form, { agreement: false })).error).toBe('AGREEMENT_NEEDED')
    expect(await logged()).toBe(before)
  })
  it('[PLACES-2] are guarded by the table too when the flow forgets its limit', async () => {
    await publishFlowWithoutLimit(world)
    expect(await rush()).toEqual({ stored: PLACES, refused: PEOPLE - PLACES, taken: PLACES, others: [] })
  })
  it('[PLACES-3] are oversold when neither guards them', async () => {
    await dropTableRule(world)
    expect(await rush()).toEqual({ stored: PEOPLE, refused: 0, taken: PEOPLE, others: [] })
  })
})
