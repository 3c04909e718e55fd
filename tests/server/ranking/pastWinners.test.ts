/** What visitors of a competition see of its earlier edition: the best places of what that published, and only while both are theirs to see. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createWorld, FINISHED, MODELLING, type World } from '../roadWorld.ts'

let world: World
let id: string
let earlier: string
let organiser: string
beforeAll(async () => {
  world = await createWorld({ template: 'seeded' })
  organiser = await world.signIn('organiser')
  id = await world.competition(MODELLING)
  earlier = await world.competition(FINISHED)
})
afterAll(() => world?.close())
beforeEach(() => world.rows('UPDATE competition_competition SET "earlierId" = $2 WHERE id = $1', [id, earlier]))

const winners = async (input: object = {}, token: string | null = null) =>
  await world.call('api/web/competition/ranking/pastWinners', { competitionId: id, ...input }, token, 'GET')
const names = async () => (await winners()).data.list.map(({ name }: { name: string }) => name)
const best = () =>
  world.rows(
    `SELECT a.name FROM ranking_award a JOIN ranking_list l ON l.id = a."listId" AND l."publishedVersion" = a.version
     WHERE a."competitionId" = $1 AND a.rank <= 3 AND l."removedAt" IS NULL ORDER BY l.position, l.id, a.position LIMIT 12`,
    [earlier],
  )

it('[WINNERS-1] are the best three places of each published ranking of the edition that its organiser chose', async () => {
  const wanted = (await best()).map(({ name }) => name)
  expect(wanted.length).toBeGreaterThan(2)
  expect(await names()).toEqual(wanted)
  const { list } = (await winners()).data
  for (const { competitionId, rank } of list) expect([competitionId, rank <= 3]).toEqual([earlier, true])
  await world.rows('UPDATE competition_competition SET "earlierId" = NULL WHERE id = $1', [id])
  await expect.poll(names).toEqual([])
})

it('[WINNERS-2] are shown of no edition that is not public, of no ranking that is not published, and of no competition that is not', async () => {
  await expect.poll(async () => (await names()).length).toBeGreaterThan(2)
  await world.rows(`UPDATE competition_competition SET visibility = 'invite' WHERE id = $1`, [earlier])
  await expect.poll(names).toEqual([])
  await world.rows(`UPDATE competition_competition SET visibility = 'public' WHERE id = $1`, [earlier])
  await expect.poll(async () => (await names()).length).toBeGreaterThan(2)
  const lists = await world.rows('SELECT id, "publishedVersion" AS version FROM ranking_list WHERE "competitionId" = $1', [earlier])
  await world.rows('UPDATE ranking_list SET "publishedVersion" = NULL WHERE "competitionId" = $1', [earlier])
  await expect.poll(names).toEqual([])
  for (const list of lists) await world.rows('UPDATE ranking_list SET "publishedVersion" = $2 WHERE id = $1', [list.id, list.version])
  await world.rows('UPDATE competition_competition SET published = FALSE WHERE id = $1', [id])
  await expect.poll(async () => (await winners()).error).toBe('NOT_FOUND')
  expect((await winners({ previewAt: new Date().toISOString() }, organiser)).code).toBe(0)
  expect((await winners({ previewAt: new Date().toISOString() }, await world.signIn('participant'))).code).not.toBe(0)
  await world.rows('UPDATE competition_competition SET published = TRUE WHERE id = $1', [id])
})
