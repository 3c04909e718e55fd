/** The public profile of a person: off until switched on, part by part; and what public pages of teams and entrants show of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, FINISHED, type World } from './roadWorld.ts'

const OWN = 'api/web/user/publicPage'
let world: World
let winner: { id: string; token: string }
beforeAll(async () => {
  world = await createWorld()
  winner = await world.newcomer()
  // a prize in a published ranking becomes this person's
  const finished = await world.competition(FINISHED)
  const [own] = await world.rows(
    `UPDATE signup_registration SET "userId" = $1 WHERE id = (SELECT max(id) FROM signup_registration WHERE NOT "isTeam") RETURNING id`,
    [winner.id],
  )
  await world.rows(
    `UPDATE ranking_award SET "registrationId" = $1 WHERE id = (SELECT a.id FROM ranking_award a JOIN ranking_list l ON l.id = a."listId"
       AND l."publishedVersion" = a.version WHERE l."competitionId" = $2 AND a.prize IS NOT NULL ORDER BY a.id LIMIT 1)`,
    [own.id, finished],
  )
  await world.rows(`UPDATE account_user SET name = '欧阳若兰', nickname = '海边的椅子' WHERE id = $1`, [winner.id])
})
afterAll(() => world?.close())
beforeEach(() => world.rows('DELETE FROM "profile_publicPage"'))

const save = async (choices: object) => (await world.call(OWN, { ...choices }, winner.token)).data.key as string
const seen = (key: string) => world.call(`api/web/people/${key}`, {}, null, 'GET')

describe('a public profile', () => {
  it('[PEOPLE-1] shows nothing until its person switches it on, and each part only once it is chosen', async () => {
    expect((await world.call(OWN, {}, winner.token, 'GET')).data).toMatchObject({
      key: null,
      isOn: false,
      showsName: false,
      showsAwards: false,
    })
    const key = await save({ showsName: true, showsAwards: true })
    expect((await seen(key)).error).toBe('NOT_FOUND')
    await save({ isOn: true, showsName: false, showsAwards: false })
    await expect
      .poll(async () => (await seen(key)).data, { timeout: 5000 })
      .toMatchObject({ name: '海边的椅子', school: null, awards: [], works: [], figures: null })
    await save({ showsName: true, showsAwards: true, showsFigures: true })
    await expect.poll(async () => (await seen(key)).data.name, { timeout: 5000 }).toBe('欧阳若兰')
    const { data } = await seen(key)
    expect(data.awards.length).toBeGreaterThan(0)
    expect(data.figures.awards).toBe(data.awards.length)
    expect(JSON.stringify(data)).not.toContain('userId')
    await save({ isOn: false })
    await expect.poll(async () => (await seen(key)).error, { timeout: 5000 }).toBe('NOT_FOUND')
  })

  it('[PEOPLE-2] gets a new address, and the old one leads nowhere; a closed account has none', async () => {
    const key = await save({ isOn: true })
    const renewed = (await world.call(`${OWN}/new`, {}, winner.token)).data.key as string
    expect(renewed).not.toBe(key)
    await expect
      .poll(async () => [(await seen(key)).error, (await seen(renewed)).error], { timeout: 5000 })
      .toEqual(['NOT_FOUND', undefined])
    const other = await world.newcomer()
    const closed = (await world.call(OWN, { isOn: true }, other.token)).data.key as string
    expect((await seen(closed)).error).toBeUndefined()
    await world.rows(`UPDATE account_user SET state = 'disabled' WHERE id = $1`, [other.id])
    await expect.poll(async () => (await seen(closed)).error, { timeout: 5000 }).toBe('NOT_FOUND')
  })
})

describe('the public page of a team', () => {
  it('[PEOPLE-3] shows what the team says of itself if it chose to, and those members alone whose profile is public', async () => {
    const [team] = await world.rows(
      `SELECT r.id, r."competitionId" FROM signup_registration r JOIN competition_competition c ON c.id = r."competitionId"
       WHERE r."isTeam" AND r.status = 4 AND c."teamsPublic" AND c.published ORDER BY r.id LIMIT 1`,
    )
    await world.rows(
      `UPDATE signup_registration SET slogan = '海风吹过', labels = '["programming"]', "aboutPublic" = false WHERE id = $1`,
      [team.id],
    )
    await world.rows(
      `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state)
       SELECT id, "competitionId", "eventId", $2, '欧阳若兰', 'contestant', 'active' FROM signup_registration WHERE id = $1`,
      [team.id, winner.id],
    )
    const people = async () => (await world.call(`api/web/competition/entrant/${team.id}/people`, {}, null, 'GET')).data
    expect(await people()).toMatchObject({ isTeam: true, slogan: null, labels: [], people: [] })
    const key = await save({ isOn: true })
    await world.rows(`UPDATE signup_registration SET "aboutPublic" = true WHERE id = $1`, [team.id])
    await expect
      .poll(people, { timeout: 5000 })
      .toMatchObject({ slogan: '海风吹过', people: [{ key, name: '海边的椅子', role: 'contestant' }] })
    await world.rows(`UPDATE competition_competition SET "teamsPublic" = false WHERE id = $1`, [team.competitionId])
    const hidden = async () => (await world.call(`api/web/competition/entrant/${team.id}/people`, {}, null, 'GET')).error
    await expect.poll(hidden, { timeout: 5000 }).toBe('NOT_FOUND')
  })
})
