/** What the demonstration shows of judging. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  competitionId = await world.competition('城市更新叙事征集')
})
afterAll(() => world?.close())

const ask = async (role: string, path: string, input: object = {}) =>
  (await world.call(`api/web/${path}`, { ...input }, await world.signIn(role), 'GET')).data

describe('judging in the demonstration', () => {
  it('[DEMO-6] has a frozen round whose reviews are complete, and a blind one that runs on its best works', async () => {
    const { list } = await ask('organiser', 'review/rule/get', { competitionId })
    expect(
      list.map(({ phase, works, assigned, submitted, hideAuthor, hasSheet }: Record<string, unknown>) => [
        phase,
        works,
        assigned,
        submitted,
        hideAuthor,
        hasSheet,
      ]),
    ).toEqual([
      ['frozen', 12, 36, 36, true, true],
      ['open', 8, 23, 14, true, true],
    ])
    const states = await world.rows(
      `SELECT a.state, count(*)::int AS n FROM review_assignment a JOIN review_round r ON r.id = a."roundId" WHERE r."frozenAt" IS NULL GROUP BY 1 ORDER BY 1`,
    )
    expect(states.map(({ state, n }) => [state, n])).toEqual([
      ['abstained', 1],
      ['assigned', 9],
      ['recused', 1],
      ['submitted', 13],
    ])
  })

  it('[DEMO-6] has works on which experts differ by more than the round allows, in both rounds', async () => {
    const rows = await world.rows(
      `SELECT DISTINCT r.position FROM review_mark m JOIN review_round r ON r.id = m."roundId"
       GROUP BY r.id, m."workId" HAVING max(m.total) - min(m.total) > max(r."differenceLimit") ORDER BY 1`,
    )
    expect(rows.map(({ position }) => position)).toEqual([0, 1])
  })

  it('[DEMO-6] gives its expert, who can sign in, works to review', async () => {
    const { rounds } = await ask('several hats', 'review/desk')
    expect(rounds).toMatchObject([
      { phase: 'open', total: 4, submitted: 2, abstained: 1 },
      { phase: 'frozen', total: 7, submitted: 7 },
    ])
    expect(rounds[0].next).not.toBeNull()
  })

  it('[DEMO-6] has a ranking computed from the frozen round, without the review of an expert who recused later', async () => {
    const { list } = await ask('organiser', 'competition/ranking/manage', { competitionId })
    const computed = list.find(({ source }: { source: string }) => source === 'computed')
    expect(computed).toMatchObject({ state: 'draft', version: 1 })
    const { list: lines } = await ask('organiser', 'competition/ranking/awards', { listId: computed.id })
    expect(lines).toHaveLength(12)
    expect(lines.filter(({ prizeName }: { prizeName: string | null }) => prizeName === '入围复评')).toHaveLength(8)
    expect(await ask('organiser', 'competition/ranking/checks', { id: computed.id })).toMatchObject({
      errors: 0,
      list: [{ code: 'missingReviews', count: 1 }],
    })
  })
})
