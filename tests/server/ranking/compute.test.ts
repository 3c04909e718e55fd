/** Rankings computed from judged rounds and votes, over HTTP: the rule, the preview, what is stored, the file, the checks. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RankingFile } from '../../../plugins/ranking/compute/RankingFile.ts'
import { verifyRanking } from '../../../plugins/ranking/compute/verifyRanking.ts'
import { readSheet, readSheets } from '../readSheet.ts'
import { CLOSES, createReviewWorld, type Expert, type ReviewWorld, SHEET, type Work } from '../review/reviewWorld.ts'

const AFTER = '2027-06-01T00:00:00.000Z'
let world: ReviewWorld
let organiser: string
let works: Work[]
let experts: Expert[]
let roundId: string
let listId: string
let event: string

beforeAll(async () => {
  world = await createReviewWorld()
  organiser = await world.signIn('organiser')
  works = []
  for (const title of ['琴', '棋', '书', '画']) works.push(await world.work({ title, files: [] }))
  for (const [at, { id, registrationId }] of works.entries()) {
    await world.rows(`UPDATE work_work SET label = 'ranked', "submittedAt" = $2 WHERE id = $1`, [id, `2027-04-0${4 - at}T00:00:00.000Z`])
    await world.rows('UPDATE signup_registration SET "displayName" = $2, school = $3 WHERE id = $1', [
      ...[registrationId, `队${at + 1}`, `学校${at + 1}`],
    ])
  }
  ;[{ eventId: event }] = await world.rows('SELECT "eventId"::text FROM work_work WHERE id = $1', [works[0]!.id])
  experts = [await world.expert(), await world.expert(), await world.expert()]
  world.at(AFTER)
})
afterAll(() => world?.close())

/** 90, 80, 80 and 60 by two experts each; frozen. */
beforeEach(async () => {
  for (const table of ['ranking_list', 'review_mark', 'review_assignment', 'review_conflict', 'review_round', 'vote_tally'])
    await world.rows(`DELETE FROM ${table}`)
  await world.rows('UPDATE signup_registration SET status = 4 WHERE id = ANY($1)', [works.map(({ registrationId }) => registrationId)])
  await world.rows('UPDATE work_work SET "poolState" = 0, "removedAt" = NULL WHERE id = ANY($1)', [works.map(({ id }) => id)])
  roundId = await world.round({ takes: 'label', label: 'ranked', reviewsPerWork: 2, missing: 'hold', frozenAt: CLOSES })
  for (const [at, totals] of [
    [90, 90],
    [70, 90],
    [80, 80],
    [60, 60],
  ].entries())
    for (const [by, total] of totals.entries()) await mark(at, by, total)
  listId = (await post('save', { competitionId: world.competitionId, answers: { title: { zh: '总榜' } } })).data.id
})

async function mark(work: number, expert: number, total: number | null, round = roundId) {
  const [{ id }] = [{ id: await world.assign(round, works[work]!.id, experts[expert]!.id, work + 1) }]
  const state = total === null ? 'abstained' : 'submitted'
  await world.rows('UPDATE review_assignment SET state = $2, total = $3 WHERE id = $1', [id, state, total])
  await world.rows(
    `INSERT INTO review_mark ("assignmentId", "roundId", "competitionId", "workId", "userId", state, "formHash", answers, total, "submittedAt")
     VALUES ($1, $2, $3, $4, $5, $6, 'none', '{}', $7, $8)`,
    [id, round, world.competitionId, works[work]!.id, experts[expert]!.id, state, total, CLOSES],
  )
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls
type Answer = Promise<any>
const post = (path: string, input: Record<string, unknown>, token = organiser): Answer =>
  world.call(`api/web/competition/ranking/${path}`, input, token)
const read = (path: string, input: Record<string, unknown> = {}, token = organiser): Answer =>
  world.call(`api/web/competition/ranking/${path}`, input, token, 'GET')
const rule = (change: object = {}) => ({
  ...{ rounds: [{ roundId, weight: 1 }], votes: 0, ties: [], quotas: [], per: 'event', digits: 2 },
  ...{ notTaken: 'leaveOut', oneEach: true, listed: 'all', ...change },
})
const compute = (change: object = {}, more: object = {}) => post('compute', { id: listId, answers: rule(change), ...more })
const preview = async (change: object = {}) => (await post('preview', { id: listId, answers: rule(change) })).data
const lines = async () => (await read('awards', { listId })).data.list
const codes = async () => (await read('checks', { id: listId })).data.list.map(({ code }: { code: string }) => code)
const file = async (): Promise<RankingFile> => {
  const response = await world.server.app.inject({
    ...{ method: 'POST', url: '/api/web/competition/ranking/file', payload: { id: listId } },
    headers: { authorization: `Bearer ${organiser}` },
  })
  expect(response.statusCode).toBe(200)
  return JSON.parse(response.body)
}
const TIES = { ties: [{ by: 'highest' }, { by: 'earlier' }] }
const QUOTAS = {
  quotas: [
    { prize: 'first', how: 'number', amount: 1 },
    { prize: 'other', prizeName: '评审团奖', how: 'percent', amount: 50 },
  ],
}

describe('a ranking from rounds', () => {
  it('[COMPUTE-20] has ranks, prizes, points and the facts of its works, and keeps where each line comes from', async () => {
    const { data } = await compute({ ...TIES, ...QUOTAS })
    expect(data.lines).toBe(4)
    const expected = [
      { rank: 1, name: '队1', school: '学校1', work: '琴', score: '90.00', points: 90, prize: 'first', tied: false, version: 1 },
      { rank: 2, name: '队2', score: '80.00', prize: 'other', prizeName: '评审团奖' },
      { rank: 3, name: '队3', work: '书', prize: 'other' },
      { rank: 4, name: '队4', prize: null },
    ]
    const stored = await lines()
    expect(stored).toMatchObject(expected)
    expect(stored[1]).toMatchObject({ workId: works[1]!.id, registrationId: works[1]!.registrationId, eventId: event })
    expect((await read(`manage/${listId}`)).data).toMatchObject({ source: 'computed', state: 'draft', version: 1 })
    expect((await read('rule', { id: listId })).data).toMatchObject({ answers: rule({ ...TIES, ...QUOTAS }), hash: data.hash, version: 1 })
    const [entry] = await world.rows(`SELECT "rowId", after FROM platform_log WHERE call = 'ranking.compute' ORDER BY id DESC LIMIT 1`)
    expect(entry).toMatchObject({ rowId: listId, after: { lines: 4, hash: data.hash } })
  })

  it('[COMPUTE-21] shares ranks where no rule parts works, and weighs votes', async () => {
    await compute()
    expect((await lines()).map(({ rank, tied }: { rank: number; tied: boolean }) => [rank, tied])).toEqual([
      [1, false],
      [2, true],
      [2, true],
      [4, false],
    ])
    await world.rows('INSERT INTO vote_tally ("competitionId", "workId", votes) VALUES ($1, $2, 8), ($1, $3, 4)', [
      ...[world.competitionId, works[3]!.id, works[0]!.id],
    ])
    await compute({ votes: 1 })
    expect((await lines()).map(({ name, score }: { name: string; score: string }) => [name, score])).toEqual([
      ['队4', '80.00'],
      ['队1', '70.00'],
      ['队2', '40.00'],
      ['队3', '40.00'],
    ])
  })

  it('[COMPUTE-22] is previewed with counts, borders, ties, missing scores and changes, and nothing is stored', async () => {
    await mark(3, 2, 61)
    await world.rows('DELETE FROM review_mark WHERE "workId" = $1 AND "userId" = $2', [works[0]!.id, experts[1]!.id])
    const shown = await preview({ quotas: [{ prize: 'first', how: 'number', amount: 1 }] })
    expect(shown).toMatchObject({ works: 4, reviews: 8, ranked: 3, total: 3, tiedWorks: 2, borderTies: 1, openRounds: 0, conflicts: 0 })
    expect(shown.unranked).toEqual([{ because: 'missing', count: 1, titles: '琴' }])
    expect(shown.borders).toMatchObject([{ prize: 'first', places: 1, awarded: 0, tied: 2 }])
    expect(shown.borders[0].around.map(({ name, has, tied }: Record<string, unknown>) => [name, has, tied])).toEqual([
      ['队2', false, true],
      ['队3', false, true],
    ])
    expect(shown).toMatchObject({ added: 3, removed: 0, changed: 0 })
    expect(await lines()).toEqual([])
    await compute()
    await world.rows('UPDATE review_mark SET total = 100 WHERE "workId" = $1', [works[2]!.id])
    const changes = await preview()
    expect(changes).toMatchObject({ added: 0, removed: 0, changed: 2 })
    // the rank stays: the score is what changed
    expect(changes.changes).toContainEqual({ what: 'changed', name: '队3', before: '第 1 名 · 80.00', after: '第 1 名 · 100.00' })
  })

  it('[COMPUTE-37] parts ties by any round and by a criterion of its sheet, and the preview names what parted each', async () => {
    const medians = await preview({ ties: [{ by: 'highest' }] })
    expect(medians.partedWorks).toBe(2)
    expect(medians.list.map(({ name, parted }: Record<string, unknown>) => [name, parted])).toEqual([
      ['队1', null],
      ['队2', '单份评审的最高分：90 > 80'],
      ['队3', '单份评审的最高分：80 < 90'],
      ['队4', null],
    ])
    // a round that does not count for the score only parts ties
    const other = await world.round({ takes: 'label', label: 'ranked', missing: 'ignore', title: { zh: '复评', en: 'Again' } })
    await mark(2, 0, 40, other)
    const byRound = await preview({ ties: [{ by: 'round', roundId: other }] })
    expect(byRound.list.map(({ name, score, parted }: Record<string, unknown>) => [name, score, parted])).toEqual([
      ['队1', '90.00', null],
      ['队3', '80.00', '某一轮的得分：复评：40 > —'],
      ['队2', '80.00', '某一轮的得分：复评：— < 40'],
      ['队4', '60.00', null],
    ])
    const [{ hash }] = await world.rows(`SELECT hash FROM platform_document WHERE "documentId" = $1 AND state = 'published'`, [SHEET.id])
    await world.rows('UPDATE review_round SET "sheetId" = $2 WHERE id = $1', [roundId, SHEET.id])
    const answered = (at: number, quality: number) =>
      world.rows(
        `UPDATE review_mark SET "formHash" = $2, answers = jsonb_build_object('quality', $3::int) WHERE "workId" = $1 AND "roundId" = $4`,
        [...[works[at]!.id, hash, quality, roundId]],
      )
    await answered(1, 40)
    await answered(2, 70)
    const offered = (await world.call('api/web/competition/ranking/criteria', { competitionId: world.competitionId }, organiser, 'GET'))
      .data
    const criterion = `${roundId}:quality`
    expect(offered.find(({ id }: { id: string }) => id === criterion)?.title).toContain('作品质量')
    const rule = { ties: [{ by: 'criterion', criterion }] }
    expect((await preview(rule)).list.map(({ name }: { name: string }) => name)).toEqual(['队1', '队3', '队2', '队4'])
    expect((await preview(rule)).list[1].parted).toMatch(/作品质量：70 > 40$/)
    await compute(rule)
    const made = await file()
    expect(verifyRanking(JSON.stringify(made)).failures).toEqual([])
    expect(made.formatVersion).toBe(2)
    expect((await compute({ ties: [{ by: 'criterion', criterion: `${roundId}:luck` }] })).error).toBe('FORM_INVALID')
  })

  it('[COMPUTE-23] is stored only as it was previewed', async () => {
    const { result } = await preview()
    await world.rows('UPDATE review_mark SET total = 1 WHERE "workId" = $1', [works[0]!.id])
    expect((await compute({}, { result })).error).toBe('RANKING_CHANGED')
    expect((await compute({}, { result: (await preview()).result })).data.lines).toBe(4)
  })

  it('[COMPUTE-24] refuses rules that make no sense, with what to mend', async () => {
    const refused = async (change: object) => (await compute(change)).message
    expect(await refused({ rounds: [{ roundId, weight: 0 }] })).toContain('大于 0')
    expect(await refused({ rounds: [1, 2].map((weight) => ({ roundId, weight })) })).toContain('只能添加一次')
    expect(await refused({ quotas: [60, 50].map((amount) => ({ prize: 'first', how: 'percent', amount })) })).toContain('100%')
    expect((await compute({ ties: [{ by: 'luck' }] })).error).toBe('FORM_INVALID')
    expect((await compute({ rounds: [{ roundId: '999999', weight: 1 }] })).error).toBe('FORM_INVALID')
    expect(await lines()).toEqual([])
  })

  it('[COMPUTE-25] is for who manages rankings of the competition, and only for drafts', async () => {
    const stranger = await world.signIn('organiser 2')
    for (const answer of [
      post('compute', { id: listId, answers: rule() }, stranger),
      post('preview', { id: listId, answers: rule() }, stranger),
      read('checks', { id: listId }, stranger),
      read('rule', { id: listId }, stranger),
      post('file', { id: listId }, stranger),
      post('compute', { id: listId, answers: rule() }, experts[0]!.token),
    ])
      expect((await answer).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    await compute()
    await world.rows(`UPDATE ranking_list SET state = 'provisional' WHERE id = $1`, [listId])
    expect((await compute()).error).toBe('RANKING_LOCKED')
  })

  it('[COMPUTE-26] becomes one by hand when a pasted table takes its place', async () => {
    await compute()
    await world.call('api/web/competition/saveAwards', { listId, text: '名称\n手工队', replace: true }, organiser)
    expect((await read(`manage/${listId}`)).data.source).toBe('hand')
    expect((await post('file', { id: listId })).error).toBe('RANKING_NO_FILE')
    expect(await codes()).toEqual([])
    expect(await world.rows('SELECT 1 FROM ranking_file')).toEqual([])
  })
})

describe('the ranking file', () => {
  it('[COMPUTE-27] verifies on its own, names nobody, and a changed mark in it is refused', async () => {
    const { data } = await compute(TIES)
    const written = await file()
    expect(written.hash).toBe(data.hash)
    expect(verifyRanking(JSON.stringify(written), data.hash)).toMatchObject({ failures: [], works: 4, reviews: 8 })
    const text = JSON.stringify(written)
    for (const word of ['队1', '学校', '琴', ...experts.map(({ id }) => `"${id}"`)]) expect(text).not.toContain(word)
    expect([...new Set(written.rounds[0]!.reviews.map(({ expert }) => expert))].sort()).toEqual([1, 2])
    written.rounds[0]!.reviews[0]!.total = 12
    expect(verifyRanking(JSON.stringify(written), data.hash).failures).not.toEqual([])
  })
})

describe('the workbook of a ranking', () => {
  it('[COMPUTE-35] has sheets for the result, every review with its calculation, the works and the rule; experts stay numbers', async () => {
    await world.rows(`UPDATE review_round SET normalisation = 'zscore'`)
    const { hash } = (await compute({ ...TIES, ...QUOTAS })).data
    const { jobId } = (await post('file/export', { id: listId })).data
    const sheets = await readSheets(world, jobId, organiser)
    const rowsOf = (at: number) => sheets[at]!.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : []))
    expect(sheets.map(({ name }) => name)).toEqual(['榜单结果', '评审明细', '作品与票数', '规则', '导出说明'])
    expect(rowsOf(0)[1]!.slice(0, 7)).toEqual([1, '否', '一等奖', undefined, '队1', '学校1', '琴'])
    const reviews = rowsOf(1)
    expect(reviews).toHaveLength(9)
    expect(reviews[1]!.slice(0, 5)).toEqual(['初评', works[0]!.id, '琴', expect.any(Number), 90])
    expect(String(reviews[1]!.at(-1))).toContain('该专家评了 4 件')
    expect(rowsOf(2)).toHaveLength(5)
    expect(rowsOf(3)).toContainEqual(['数据文件校验值（SHA-256）', hash])
    expect(rowsOf(3)).toContainEqual(['奖项名额', '评审团奖 × 50%'])
  })

  it('[COMPUTE-36] shows the file of the last computation, and is closed to others', async () => {
    await compute()
    const totalOf = async (workId: string) => {
      const { jobId } = (await post('file/export', { id: listId })).data
      const [, reviews] = await readSheets(world, jobId, organiser)
      const rows = reviews!.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : []))
      return rows.find((row) => row[1] === workId)![4]
    }
    const { id } = works[3]!
    expect(await totalOf(id)).toBe(60)
    await world.rows('UPDATE review_mark SET total = 5 WHERE "workId" = $1', [id])
    expect(await totalOf(id)).toBe(60)
    await compute()
    expect(await totalOf(id)).toBe(5)
    const stranger = await world.signIn('organiser 2')
    const jobs = () => world.rows('SELECT id FROM platform_job ORDER BY id')
    const before = await jobs()
    expect((await post('file/export', { id: listId }, stranger)).error).toBe('NOT_FOUND')
    expect(await jobs()).toEqual(before)
  })
})

describe('scores of a round', () => {
  const results = (path = '', input: Record<string, unknown> = {}, token = organiser): Answer =>
    world.call(`api/web/review/results${path}`, { competitionId: world.competitionId, roundId, ...input }, token, 'GET')

  it('[COMPUTE-34] stand raw and normalised side by side, with the rank in the event', async () => {
    await world.rows(`UPDATE review_round SET normalisation = 'zscore'`)
    const { list } = (await results()).data
    expect(list.map(({ title, rank, rawScore }: Record<string, unknown>) => [title, rank, rawScore])).toEqual([
      ['琴', 1, 90],
      ['书', 2, 80],
      ['棋', 3, 80],
      ['画', 4, 60],
    ])
    for (const { score, rawScore, moved } of list) expect(moved).toBeCloseTo(score - rawScore, 6)
    expect((await results('', { sort: 'title', pageSize: 1, search: '画' })).data).toMatchObject({ total: 1, list: [{ title: '画' }] })
  })

  it('[COMPUTE-34] explain each review in words with its numbers', async () => {
    const of = async (normalisation: string, work: number) => {
      await world.rows('UPDATE review_round SET normalisation = $1', [normalisation])
      return (await results('/work', { workId: works[work]!.id })).data.reviews
    }
    expect(await of('none', 1)).toMatchObject([{ name: '评审甲', total: 70, normalised: 70 }, { total: 90 }])
    // the first expert gave 90, 70, 80 and 60: mean 75, deviation 11.18; all reviews: mean 77.5
    const [first] = await of('zscore', 1)
    expect(first.explanation.zh).toContain('该专家评了 4 件，平均 75，标准差 11.18')
    expect(first.explanation.en).toContain(`gives ${Number(first.normalised.toFixed(2))}.`)
    const [ranked] = await of('rank', 1)
    expect(ranked).toMatchObject({ normalised: 33.333333 })
    expect(ranked.explanation.en).toContain('other reviews (3), lower: 1, equal: 0')
  })

  it('[COMPUTE-34] are read and exported by who handles works and judging of the competition', async () => {
    for (const token of [await world.signIn('organiser 2'), experts[0]!.token])
      for (const path of ['', '/work'])
        expect((await results(path, path === '' ? {} : { workId: works[0]!.id }, token)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    const { jobId } = (await world.call('api/web/review/results/export', { competitionId: world.competitionId, roundId }, organiser)).data
    const [head, first] = await readSheet(world, jobId, organiser)
    expect(head).toContain('原始得分')
    expect(first!.slice(0, 3)).toEqual([1, 1, '琴'])
  })
})

describe('checks before publishing', () => {
  it('[COMPUTE-28] find nothing wrong with a sound list, computed or by hand', async () => {
    expect(await codes()).toEqual([])
    await compute({ ...TIES, ...QUOTAS })
    expect((await read('checks', { id: listId })).data).toEqual({ list: [], total: 0, errors: 0 })
  })

  it('[COMPUTE-29] name suspended registrations, works that no longer count, and entries without a name', async () => {
    await compute()
    await world.rows('UPDATE signup_registration SET status = 5 WHERE id = $1', [works[0]!.registrationId])
    await world.rows('UPDATE work_work SET "poolState" = 2 WHERE id = $1', [works[1]!.id])
    await world.rows(`UPDATE ranking_award SET name = ' ' WHERE "workId" = $1`, [works[2]!.id])
    const { data } = await read('checks', { id: listId })
    expect(data).toMatchObject({ errors: 3 })
    expect(data.list).toMatchObject([
      { code: 'registration', severity: 'error', count: 1, names: '队1', to: `/admin/regManagement?competitionId=${world.competitionId}` },
      { code: 'work', severity: 'error', names: '队2' },
      { code: 'noName', names: '#2' },
      { code: 'outdated', severity: 'warning' },
    ])
    expect(data.list[0].title.zh).toContain('中止')
  })

  it('[COMPUTE-30] find ties across the border of a prize, until a rule or a hand settles them', async () => {
    const quotas = [{ prize: 'first', how: 'number', amount: 2 }]
    await compute({ quotas })
    expect((await read('checks', { id: listId })).data.list).toMatchObject([{ code: 'tieAtBorder', count: 2, names: '队2、队3' }])
    const [, second] = await lines()
    const answers = { rank: 2, prize: 'first', name: second.name, score: second.score }
    await post('changeAward', { id: second.id, answers })
    expect(await codes()).toEqual(['edited'])
    await compute({ quotas, ...TIES })
    expect(await codes()).toEqual([])
  })

  it('[COMPUTE-31] find rounds that are not frozen, missing reviews, and data that changed since', async () => {
    await world.rows('DELETE FROM review_mark WHERE "workId" = $1 AND "userId" = $2', [works[0]!.id, experts[1]!.id])
    await compute()
    expect((await read('checks', { id: listId })).data.list).toMatchObject([{ code: 'missingScores', names: '琴' }])
    await world.rows(`UPDATE review_round SET missing = 'ignore', "frozenAt" = NULL`)
    expect(await codes()).toEqual(['roundOpen', 'missingScores', 'outdated'])
    await compute()
    expect(await codes()).toEqual(['roundOpen', 'missingReviews'])
    await world.rows('UPDATE review_round SET "removedAt" = now()')
    expect(await codes()).toEqual(['roundGone', 'missingReviews'])
  })

  it('[COMPUTE-32] find conflicts known since; computing again leaves these reviews out', async () => {
    await world.rows('UPDATE review_round SET missing = $1', ['ignore'])
    await compute()
    await world.rows(`INSERT INTO review_conflict ("competitionId", "userId", "workId", kind) VALUES ($1, $2, $3, 'hand')`, [
      ...[world.competitionId, experts[1]!.id, works[1]!.id],
    ])
    expect((await read('checks', { id: listId })).data.list).toMatchObject([
      { code: 'conflict', count: 1, names: '队2' },
      { code: 'outdated' },
    ])
    expect(await preview()).toMatchObject({ conflicts: 1 })
    await compute()
    expect((await lines()).find(({ name }: { name: string }) => name === '队2').score).toBe('70.00')
    expect(await codes()).toEqual(['missingReviews'])
  })

  it('[COMPUTE-33] find registrations with several entries, unless the rule ranks each work', async () => {
    await world.rows('UPDATE work_work SET "registrationId" = $2 WHERE id = $1', [works[1]!.id, works[0]!.registrationId])
    try {
      await compute()
      expect((await lines()).map(({ work }: { work: string }) => work)).toEqual(['琴', '书', '画'])
      const { registrationId } = works[0]!
      await world.rows('UPDATE ranking_award SET "registrationId" = $1 WHERE "workId" = $2', [registrationId, works[2]!.id])
      expect(await codes()).toContain('double')
      await compute({ oneEach: false })
      expect(await codes()).toEqual([])
    } finally {
      await world.rows('UPDATE work_work SET "registrationId" = $2 WHERE id = $1', [works[1]!.id, works[1]!.registrationId])
    }
  })
})
