/** The state of the platform for its staff: what waits, what failed, what is left. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', environment: { ROLE: 'web' } })
})
afterAll(() => world?.close())

const state = async (token: string | null) => world.call('api/platform/state', {}, token, 'GET')

it('[STATE-1] says to staff alone what waits and what failed', async () => {
  expect((await state(await world.signIn('organiser'))).error).toBe('PERMISSION_DENIED')
  const staff = await world.signIn('administrator')
  const before = (await state(staff)).data
  expect(before).toMatchObject({ processes: 1, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  expect(before.database.size).toBeGreaterThan(1_000_000)
  await world.rows(`INSERT INTO platform_job (key, handler, state, "finishedAt") VALUES ('failed', 'x', 'failed', now())`)
  await world.rows(`INSERT INTO pgboss.job (name, data, start_after) VALUES ('care', '{}', now() - interval '20 minutes')`)
  const { jobs } = (await state(staff)).data
  expect(jobs.failed).toBe(before.jobs.failed + 1)
  expect(jobs.oldest).toBeGreaterThan(1_100)
})
