/** A sign-up form knows the event that was chosen: what follows from it is not asked again, and cannot be answered otherwise. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { createWorld, MODELLING, serverScope, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function sentBack(event: string): Promise<{ id: string; token: string; formHash: string; answers: Record<string, unknown> }> {
  const eventId = await world.event(await world.competition(MODELLING), event)
  const [row] = await world.rows(
    `UPDATE signup_registration SET status = 3 WHERE id = (SELECT id FROM signup_registration WHERE "eventId" = $1 AND status = 2 LIMIT 1) RETURNING *`,
    [eventId],
  )
  const scope = serverScope(world, world.server.deps.db)
  const { access_token: token } = (await world.server.deps.services.sessions.bind(scope).open(row.userId)) as Tokens
  return { id: row.id, token, formHash: row.formHash, answers: row.answers }
}

describe('a sign-up form', () => {
  it('[SIGNUP-30] takes the division from the chosen event, and only the problems of that division', async () => {
    const { id, token, formHash, answers } = await sentBack('专科组')
    const resubmit = (given: Record<string, unknown>) =>
      world.call('api/web/competition/signup/resubmit', { id, formHash, answers: { ...answers, group: 'undergraduate', ...given } }, token)
    expect((await resubmit({ problem: 'A' })).details?.errors).toMatchObject([{ path: '/problem', rule: 'hiddenValue' }])
    expect((await resubmit({ problemVocational: 'E' })).code).toBe(0)
    const [stored] = await world.rows('SELECT answers FROM signup_registration WHERE id = $1', [id])
    expect(stored.answers).toMatchObject({ group: 'vocational', problemVocational: 'E' })
    expect(stored.answers).not.toHaveProperty('problem')
  })
})
