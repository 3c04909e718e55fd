/** The organiser's board of a round: how far it is, where reviews disagree, reminders, extra reviews, freezing. Numbers are worked out by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReviewWorld, type Expert, type ReviewWorld, WITHIN, type Work } from './reviewWorld.ts'

/** Seven of the nine days of the round have gone. */
const LATE = '2027-05-08T00:00:00.000Z'
const AFTER = '2027-05-11T00:00:00.000Z'
let world: ReviewWorld
let organiser: string
let works: Work[]
let experts: Expert[]
let roundId: string
let idle: string

beforeAll(async () => {
  world = await createReviewWorld()
  organiser = await world.signIn('organiser')
  works = [await world.work({ files: [] }), await world.work({ files: [] }), await world.work({ files: [] })]
  await world.rows(`UPDATE work_work SET label = 'board' WHERE id = ANY($1)`, [works.map(({ id }) => id)])
  experts = [await world.expert(), await world.expert(), await world.expert(), await world.expert()]
  for (const [at, { id }] of experts.entries())
    await world.rows('UPDATE review_expert SET name = $2 WHERE "userId" = $1', [id, ['Ann', 'Ben', 'Cem', 'Dan'][at]])
})
afterAll(() => world?.close())

/** A: 60 and 90; B: 50 and 60; C: 70, one open and one abstained. The fourth expert has nothing to do. */
beforeEach(async () => {
  for (const table of ['review_mark', 'review_assignment', 'review_conflict', 'review_round', 'platform_outbox'])
    await world.rows(`DELETE FROM ${table}`)
  world.at(WITHIN)
  roundId = await world.round({
    ...{ takes: 'label', label: 'board', reviewsPerWork: 2, differenceLimit: 20 },
    ...{ missing: 'ignore', normalisation: 'zscore', aggregate: 'mean' },
  })
  const give = async (work: number, expert: number, quality: number) =>
    submit(await world.assign(roundId, works[work]!.id, experts[expert]!.id, work + 1), expert, quality)
  for (const [work, expert, quality] of [
    [0, 0, 60],
    [1, 0, 50],
    [2, 0, 70],
    [0, 1, 90],
    [1, 1, 60],
  ] as const)
    expect((await give(work, expert, quality)).error).toBeUndefined()
  idle = await world.assign(roundId, works[2]!.id, experts[1]!.id, 3)
  const abstained = await world.assign(roundId, works[2]!.id, experts[2]!.id, 3)
  await world.call('api/web/review/abstain', { id: abstained, reason: '不熟悉' }, experts[2]!.token)
})

async function submit(id: string, expert: number, quality: number) {
  const { token } = experts[expert]!
  const { sheetHash: formHash } = (await world.call(`api/web/review/assignment/${id}`, {}, token, 'GET')).data
  return world.call('api/web/review/submit', { id, formHash, answers: { quality } }, token)
}
const named = () => ({ competitionId: world.competitionId, roundId })
const read = (path = '', input: object = {}, token: string | null = organiser) =>
  world.call(`api/web/review/board${path}`, { ...named(), ...input }, token, 'GET')
const post = (path: string, input: object = {}, token: string | null = organiser) =>
  world.call(`api/web/review/board/${path}`, { ...named(), ...input }, token)
// biome-ignore lint/suspicious/noExplicitAny: rows of lists and tables
type Row = any
const rowOf = async (path: string, id: string): Promise<Row> => (await read(path)).data.list.find((row: Row) => row.id === id)
const staff = async (permissions: string[]) => {
  const { id, token } = await world.newcomer()
  const [role] = await world.rows(`INSERT INTO account_role (name, permissions) VALUES ('{"zh":"评审","en":"Judging"}', $1) RETURNING id`, [
    JSON.stringify(permissions),
  ])
  await world.rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', [
    ...[id, `stored:${role.id}`, 'competition', world.competitionId],
  ])
  return token
}

describe('the board', () => {
  it('[BOARD-1] counts reviews, complete works, what is missing and what is too far apart', async () => {
    const counted = { assigned: 7, submitted: 5, abstained: 1, works: 3, complete: 2, missing: 1, flagged: 1, late: 0 }
    expect((await read()).data).toMatchObject({ ...counted, phase: 'open', frozenAt: null, normalisation: 'zscore' })
    world.at(LATE)
    expect((await read()).data.late).toBe(1)
    expect((await rowOf('/experts', experts[1]!.id)).late).toBe(true)
  })

  it('[BOARD-2] tells the spread of each work, and its score by the rules of the round', async () => {
    const spread = { mean: 75, median: 75, deviation: 15, range: 30, flagged: true, agreement: 'apart', submitted: 2, missing: 0 }
    const first = await rowOf('/works', works[0]!.id)
    expect(first).toMatchObject(spread)
    // all: mean 66, deviation √184; the first expert: 60, √(200/3); the second: 75, 15
    const deviation = Math.sqrt(184)
    expect(first.score).toBeCloseTo((66 + 66 + deviation) / 2, 5)
    const second = await rowOf('/works', works[1]!.id)
    expect(second).toMatchObject({ mean: 55, median: 55, deviation: 5, range: 10, flagged: false })
    expect(second.score).toBeCloseTo((66 - (10 * deviation) / Math.sqrt(200 / 3) + 66 - deviation) / 2, 5)
    expect(await rowOf('/works', works[2]!.id)).toMatchObject({ mean: 70, deviation: null, range: null, missing: 1, abstained: 1 })
  })

  it('[BOARD-3] tells how hard experts mark against the others on the works they share', async () => {
    const rowsOf = await Promise.all(experts.map(({ id }) => rowOf('/experts', id)))
    expect(rowsOf).toMatchObject([
      { name: 'Ann', assigned: 3, submitted: 3, mean: 60, shared: 2, difference: -20, severity: 'hard', lastActivity: WITHIN },
      { name: 'Ben', assigned: 3, submitted: 2, open: 1, mean: 75, shared: 2, difference: 20, severity: 'soft' },
      { name: 'Cem', assigned: 1, submitted: 0, abstained: 1, mean: null, difference: null, severity: 'unknown' },
      { name: 'Dan', assigned: 0, lastActivity: null, severity: 'unknown' },
    ])
  })

  it('[BOARD-4] sorts by any column, those without a value last, and pages', async () => {
    const order = async (sort: string, more: object = {}) =>
      (await read('/works', { sort, ...more })).data.list.map(({ id }: Row) => works.findIndex((work) => work.id === id))
    expect(await order('range')).toEqual([1, 0, 2])
    expect(await order('-range')).toEqual([0, 1, 2])
    expect(await order('-range', { pageSize: 1, pageNum: 2 })).toEqual([1])
    expect(await order('-mean', { flagged: true })).toEqual([0])
    expect((await read('/works', { sort: 'userId' })).error).toBe('CALL_INPUT')
    expect((await read('/experts', { sort: '-difference' })).data.list.map(({ name }: Row) => name)).toEqual(['Ben', 'Ann', 'Cem', 'Dan'])
  })

  it('[BOARD-5] opens the single reviews of a work, raw and normalised, at their version of the sheet', async () => {
    const { data } = await read('/work', { workId: works[0]!.id })
    expect(data).toMatchObject({ mean: 75, flagged: true })
    expect(data.reviews).toMatchObject([
      { name: 'Ann', state: 'submitted', total: 60, normalised: 66, answers: { quality: 60 } },
      { name: 'Ben', state: 'submitted', total: 90, normalised: 79.56466, answers: { quality: 90 } },
    ])
    expect(data.reviews[0].formHash).toBeTruthy()
    expect((await read('/work', { workId: '999999' })).error).toBe('NOT_FOUND')
  })

  it('[BOARD-12] leaves the review of an expert whose conflict was found late out of every figure, and says so', async () => {
    await world.rows(
      `INSERT INTO review_conflict ("competitionId", "userId", "workId", kind, detail) VALUES ($1, $2, $3, 'hand', '同事')`,
      [...[world.competitionId, experts[1]!.id, works[0]!.id]],
    )
    const counted = { assigned: 6, submitted: 4, works: 3, complete: 1, missing: 2, flagged: 0, conflicting: 1 }
    expect((await read()).data).toMatchObject(counted)
    const without = { mean: 60, deviation: null, range: null, flagged: false, submitted: 1, assigned: 1, missing: 1, conflicting: 1 }
    expect(await rowOf('/works', works[0]!.id)).toMatchObject(without)
    expect(await rowOf('/experts', experts[1]!.id)).toMatchObject({ submitted: 1, mean: 60, shared: 1, conflicting: 1 })
    const { reviews } = (await read('/work', { workId: works[0]!.id })).data
    expect(reviews).toMatchObject([
      { name: 'Ann', conflict: false, normalised: expect.any(Number) },
      { name: 'Ben', conflict: true, total: 90, normalised: null },
    ])
    const results = (await world.call('api/web/review/results', { ...named(), pageSize: 100 }, organiser, 'GET')).data.list
    expect(results.find((row: Row) => row.workId === works[0]!.id)).toMatchObject({
      rawScore: 60,
      submitted: 1,
      missing: 1,
      conflicting: 1,
    })
    const explained = await world.call('api/web/review/results/work', { ...named(), workId: works[0]!.id }, organiser, 'GET')
    expect(explained.data.reviews.map(({ total }: Row) => total)).toEqual([60])
  })

  it('[BOARD-6] is read by who sets works and handles them in this competition, frozen by who manages rankings, and by nobody else', async () => {
    const [setter, reader, ranker] = [
      await staff(['setWorks']),
      await staff(['mangerWorks', 'setWorks']),
      await staff(['manageRankingList']),
    ]
    for (const path of ['', '/experts', '/works']) {
      expect((await read(path, {}, reader)).error).toBeUndefined()
      for (const token of [setter, ranker, experts[0]!.token, await world.signIn('organiser 2')])
        expect((await read(path, {}, token)).error).toMatch(/PERMISSION_DENIED|NOT_FOUND/)
    }
    expect((await post('freeze', { confirmed: ['missing:1'] }, reader)).error).toBe('PERMISSION_DENIED')
    expect((await post('freeze', { confirmed: ['missing:1'] }, ranker)).error).toBeUndefined()
  })

  it('[BOARD-7] answers a round of another competition as one that does not exist', async () => {
    const [other] = await world.rows(
      `SELECT id, "organisationId" FROM competition_competition WHERE id <> $1 AND "organisationId" <> $2 ORDER BY id LIMIT 1`,
      [world.competitionId, world.organisationId],
    )
    const foreign = await world.round({ competitionId: other.id, organisationId: other.organisationId })
    const absent = '999999999'
    const asked = async (id: string) => {
      const round = { roundId: id }
      const work = { ...round, workId: works[0]!.id }
      const replies = [
        await read('', round),
        await read('/experts', round),
        await read('/works', round),
        await read('/work', work),
        await read('/remind', round),
        await post('order', { ...work, userId: experts[3]!.id }),
        await post('remind', { ...round, total: 1 }),
        await post('freeze', round),
        await post('unfreeze', round),
      ]
      return replies.map(({ error }) => error)
    }
    expect(await asked(foreign)).toEqual(Array.from({ length: 9 }, () => 'NOT_FOUND'))
    expect(await asked(absent)).toEqual(Array.from({ length: 9 }, () => 'NOT_FOUND'))
  })
})

describe('an additional review', () => {
  it('[BOARD-8] goes to an expert without a conflict, is marked as extra, and is waited for', async () => {
    const workId = works[0]!.id
    const order = (expert: number) => post('order', { workId, userId: experts[expert]!.id })
    expect((await order(0)).error).toBe('REVIEW_ASSIGNED')
    await world.rows(`INSERT INTO review_conflict ("competitionId", "userId", "workId", kind) VALUES ($1, $2, $3, 'declared')`, [
      ...[world.competitionId, experts[2]!.id, workId],
    ])
    expect((await order(2)).error).toBe('REVIEW_IN_CONFLICT')
    expect((await order(3)).data).toEqual({ expert: 'Dan' })
    const [row] = await world.rows('SELECT * FROM review_assignment WHERE "workId" = $1 AND "userId" = $2', [workId, experts[3]!.id])
    expect(row).toMatchObject({ source: 'extra', state: 'assigned', number: 1 })
    expect((await rowOf('/works', workId)).missing).toBe(1)
    await submit(String(row.id), 3, 75)
    // 60, 75, 90 with a limit of 20: the new review is close to either side
    expect(await rowOf('/works', workId)).toMatchObject({ missing: 0, submitted: 3, mean: 75, median: 75, range: 30 })
    expect(await rowOf('/works', workId)).toMatchObject({ flagged: false, agreement: 'settled' })
    expect((await read()).data.flagged).toBe(0)
    world.at(AFTER)
    expect((await order(2)).error).toBe('REVIEW_EXTRA_CLOSED')
  })
})

describe('a reminder', () => {
  it('[BOARD-9] goes to late experts alone, exactly as many as were shown, and once a day', async () => {
    expect((await read('/remind')).data.total).toBe(0)
    expect((await post('remind', { total: 1 })).error).toBe('NOBODY_TO_SEND')
    world.at(LATE)
    const { total, text } = (await read('/remind')).data
    expect(total).toBe(1)
    expect(text.zh).toContain('1 件作品')
    expect((await post('remind', { total: 2 })).error).toBe('REVIEW_LATE_CHANGED')
    expect((await post('remind', { total })).data).toEqual({ total: 1 })
    const sent = await world.rows(`SELECT "userId"::text FROM platform_outbox WHERE template = 'review.late'`)
    expect(sent).toEqual([{ userId: experts[1]!.id }])
    expect((await post('remind', { total })).error).toBe('NOBODY_TO_SEND')
    world.at('2027-05-09T00:00:00.000Z')
    expect((await post('remind', { total })).data).toEqual({ total: 1 })
    world.at(AFTER)
    expect((await read('/remind')).data.total).toBe(0)
  })
})

describe('freezing', () => {
  it('[BOARD-10] is refused while reviews are missing until their number is confirmed; marks then stay until it is undone', async () => {
    const refused = await post('freeze')
    expect(refused).toMatchObject({ error: 'CONFIRM_FIRST', details: { confirmed: ['missing:1'] } })
    expect((await post('freeze', { confirmed: ['missing:2'] })).error).toBe('CONFIRM_FIRST')
    expect((await post('freeze', { confirmed: ['missing:1'] })).data).toEqual({ frozenAt: WITHIN })
    expect((await read()).data).toMatchObject({ phase: 'frozen', frozenAt: WITHIN, late: 0 })
    expect((await submit(idle, 1, 40)).error).toBe('REVIEW_MARKS_FROZEN')
    expect((await post('order', { workId: works[0]!.id, userId: experts[3]!.id })).error).toBe('REVIEW_FROZEN')
    expect((await post('freeze')).error).toBe('REVIEW_MARKS_FROZEN')
    expect((await post('unfreeze')).data).toEqual({ phase: 'open' })
    expect((await post('unfreeze')).error).toBe('REVIEW_NOT_FROZEN')
    expect((await submit(idle, 1, 40)).data.total).toBe(40)
    const log = await world.rows(`SELECT "call" FROM platform_log WHERE entity = 'review.round' AND "rowId" = $1 ORDER BY id`, [roundId])
    expect(log.map(({ call }) => call)).toEqual(['review.freezeRound', 'review.unfreezeRound'])
  })

  it('[BOARD-13] ends the round: the next one begins before the old deadline, and keeps its works when the first is unfrozen', async () => {
    const next = (opensAt: string) =>
      world.call(
        'api/web/review/rule/save',
        {
          competitionId: world.competitionId,
          answers: {
            ...{ title: { zh: '终评' }, opensAt, closesAt: AFTER, graceMinutes: 0, takes: 'top', fromRoundId: roundId, topCount: 2 },
            ...{
              hideAuthor: true,
              seeOthers: 'never',
              reviewsPerWork: 2,
              aggregate: 'mean',
              normalisation: 'none',
              dropHighest: 0,
              dropLowest: 0,
              missing: 'hold',
            },
          },
        },
        organiser,
      )
    expect((await next(LATE)).error).toBe('REVIEW_OVERLAP')
    await post('freeze', { confirmed: ['missing:1'] })
    expect((await next('2027-05-01T23:59:59.000Z')).error).toBe('REVIEW_OVERLAP')
    expect((await next(LATE)).error).toBeUndefined()
    expect((await post('unfreeze')).error).toBe('REVIEW_OVERLAP')
    expect((await read()).data.phase).toBe('frozen')
  })

  it('[BOARD-11] waits for a review that is being submitted, and counts it', async () => {
    // without waiting it would miss this review, and ask for a confirmation
    const client = await world.db.connect()
    let frozen: Promise<Row> | undefined
    try {
      await client.query('BEGIN')
      await client.query('SELECT id FROM review_round WHERE id = $1 FOR SHARE', [roundId])
      frozen = post('freeze')
      const waiting = async () =>
        (
          await world.rows(
            `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          )
        )[0].count
      await expect.poll(waiting).toBe(1)
      await client.query(`UPDATE review_assignment SET state = 'submitted' WHERE id = $1`, [idle])
      await client.query(
        `INSERT INTO review_mark ("assignmentId", "roundId", "competitionId", "workId", "userId", state, "formHash", answers, total, "submittedAt")
         SELECT id, "roundId", "competitionId", "workId", "userId", 'submitted', 'x', '{}', 30, now() FROM review_assignment WHERE id = $1`,
        [idle],
      )
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    expect((await frozen!).error).toBeUndefined()
    expect((await read()).data).toMatchObject({ phase: 'frozen', missing: 0, submitted: 6 })
  })
})
