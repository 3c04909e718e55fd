/** Rounds of judging: their rules, their windows, what a change of them means. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callDocument } from '../../harness/callDocument.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const RULE = 'api/web/review/rule'
const DAY = 86_400_000
let world: World
let organiser: string
let other: string
let competitionId: string
let overlay: string
let now = new Date('2027-05-01T08:00:00.000Z')
beforeAll(async () => {
  overlay = unlockedOverlay()
  world = await createWorld({ template: 'seeded', overlays: [overlay], clock: () => now })
  ;[organiser, other] = await Promise.all([world.signIn('organiser'), world.signIn('organiser 2')])
  competitionId = await world.competition(DESIGN)
})
afterAll(async () => {
  await world?.close()
  rmSync(overlay, { recursive: true, force: true })
})
beforeEach(async () => {
  now = new Date('2027-05-01T08:00:00.000Z')
  await world.rows('DELETE FROM review_round')
})

/** The same call by a handler whose locks let everyone through. */
function unlockedOverlay(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agon-rounds-'))
  const call = callDocument('review.saveRound')
  mkdirSync(join(folder, 'schemas/fixture'), { recursive: true })
  mkdirSync(join(folder, 'plugins/fixture'), { recursive: true })
  const document = { ...call, path: 'POST api/web/fixture/saveRoundUnlocked', handler: 'fixture.saveRoundUnlocked' }
  writeFileSync(join(folder, 'schemas/fixture/saveRoundUnlocked.call.json'), JSON.stringify(document))
  writeFileSync(
    join(folder, 'plugins/fixture/saveRoundUnlocked.handler.ts'),
    `import save from '${PROJECT_DIRECTORY}/plugins/review/saveRound.handler.ts'
     export default { ...save, name: 'fixture.saveRoundUnlocked', run: (input, context) => save.run(input, { ...context, lock: async () => {} }) }`,
  )
  return folder
}

const day = (number: number) => new Date(Date.parse('2027-05-01T00:00:00.000Z') + number * DAY).toISOString()
const RULES = {
  title: { zh: '初评', en: 'First round' },
  opensAt: day(1),
  closesAt: day(5),
  graceMinutes: 60,
  takes: 'all',
  hideAuthor: true,
  seeOthers: 'never',
  reviewsPerWork: 3,
  aggregate: 'mean',
  normalisation: 'none',
  dropHighest: 0,
  dropLowest: 0,
  missing: 'hold',
}
const save = (change: object = {}, input: object = {}, token = organiser, path = `${RULE}/save`) =>
  world.call(path, { competitionId, answers: { ...RULES, ...change }, ...input }, token)
const saved = async (change: object = {}) => {
  const reply = await save(change)
  expect(reply.message ?? '').not.toMatch(/error/i)
  expect(reply.code).toBe(0)
  return String(reply.data.id)
}
const list = async (token = organiser) =>
  (await world.call(`${RULE}/get`, { competitionId, pageNum: 1, pageSize: 100 }, token, 'GET')).data.list
const one = (id: string, token = organiser) => world.call(`${RULE}/get/${id}`, {}, token, 'GET')
const error = async (reply: Promise<{ error?: string }>) => (await reply).error
const eventsOf = async () =>
  (await world.rows('SELECT id FROM competition_event WHERE "competitionId" = $1 ORDER BY id', [competitionId])).map(({ id }) => String(id))

async function submitted(roundId: string, count: number): Promise<void> {
  await world.rows(
    `INSERT INTO review_assignment ("roundId", "competitionId", "organisationId", "workId", "userId", number, state, source, total, "submittedAt")
     SELECT $1, w."competitionId", w."organisationId", w.id, (SELECT min(id) FROM account_user), row_number() OVER (ORDER BY w.id), 'submitted', 'hand', 80, $3
     FROM work_work w JOIN signup_registration r ON r.id = w."registrationId"
     WHERE w."competitionId" = $2 AND w.state = 'submitted' AND w."removedAt" IS NULL AND r.status = 4 ORDER BY w.id LIMIT $4`,
    [roundId, competitionId, day(2), count],
  )
}

describe('rules of a round', () => {
  it('[REVIEW-91] that opens before works close is named by the overview and when the competition is published', async () => {
    const reported = async () => (await world.call('api/web/competition/competitionInfos', { competitionId }, organiser, 'GET')).data
    const [{ worksEnd }] = await world.rows('SELECT "worksEnd" FROM competition_competition WHERE id = $1', [competitionId])
    const closes = (at: unknown) => world.rows('UPDATE competition_competition SET "worksEnd" = $2 WHERE id = $1', [competitionId, at])
    await saved()
    await closes(day(3))
    const { completeness, contradictions } = await reported()
    expect(completeness.missing).toContainEqual(
      expect.objectContaining({
        code: 'rounds',
        must: false,
        contradicts: true,
        address: `/admin/judging?competitionId=${competitionId}#rounds`,
      }),
    )
    expect(contradictions).toContain('有评审轮次在作品提交截止前开始')
    await closes(day(1))
    expect((await reported()).contradictions).not.toContain('评审轮次')
    await closes(worksEnd)
  })

  it('[REVIEW-97] are kept as they were filled in, in the order of the competition, for its organisers alone', async () => {
    const id = await saved({ note: { zh: '请独立评分' }, differenceLimit: 15 })
    await saved({ title: { zh: '终评' }, opensAt: day(6), closesAt: day(8), takes: 'top', fromRoundId: id, topCount: 3 })
    expect((await one(id)).data).toMatchObject({
      phase: 'planned',
      revision: 1,
      answers: {
        title: { zh: '初评', en: 'First round' },
        note: { zh: '请独立评分' },
        hideAuthor: true,
        hideTeam: true,
        differenceLimit: 15,
      },
    })
    expect((await list()).map(({ title }: { title: { zh: string } }) => title.zh)).toEqual(['初评', '终评'])
    expect((await list())[0].works).toBeGreaterThan(3)
    expect(await error(one(id, other))).toBe('NOT_FOUND')
    expect(['NOT_FOUND', 'PERMISSION_DENIED']).toContain(await error(save({}, { id }, other)))
    expect(['NOT_FOUND', 'PERMISSION_DENIED']).toContain(await error(save({ title: { zh: 'x' } }, {}, other)))
    expect(await error(world.call(`${RULE}/remove`, { id }, other))).toBe('NOT_FOUND')
  })

  it('[REVIEW-97] move by the clock alone: planned, open, in their grace period, closed', async () => {
    const id = await saved()
    const phaseAt = async (moment: string) => {
      now = new Date(moment)
      return (await one(id)).data.phase
    }
    const opens = Date.parse(day(1))
    const closes = Date.parse(day(5))
    const at = (moment: number) => new Date(moment).toISOString()
    expect([await phaseAt(at(opens - 1)), await phaseAt(at(opens)), await phaseAt(at(closes - 1))]).toEqual(['planned', 'open', 'open'])
    expect([await phaseAt(at(closes)), await phaseAt(at(closes + 3_600_000)), await phaseAt(at(closes + 3_600_001))]).toEqual([
      'grace',
      'grace',
      'closed',
    ])
  })

  it('[REVIEW-97] refuse a close before the opening, drops that leave no review, and what the form does not offer', async () => {
    expect(await error(save({ closesAt: day(1) }))).toBe('REVIEW_WINDOW')
    expect(await error(save({ dropHighest: 1, dropLowest: 1, reviewsPerWork: 2 }))).toBe('REVIEW_DROPS')
    expect(await error(save({ takes: 'label' }))).toBe('FORM_INVALID')
    expect(await error(save({ takes: 'top', topCount: 3 }))).toBe('FORM_INVALID')
    expect(await error(save({ eventIds: ['999999'] }))).toBe('FORM_INVALID')
    expect(await list()).toEqual([])
  })

  it('[REVIEW-97] saved over a newer revision are refused, and a frozen round takes none', async () => {
    const id = await saved()
    expect((await save({ title: { zh: '复评' } }, { id, revision: 1 })).data.revision).toBe(2)
    expect(await error(save({ title: { zh: '三评' } }, { id, revision: 1 }))).toBe('REVIEW_CHANGED')
    await world.rows('UPDATE review_round SET "frozenAt" = now() WHERE id = $1', [id])
    expect(await error(save({ title: { zh: '三评' } }, { id }))).toBe('REVIEW_FROZEN')
    expect((await one(id)).data).toMatchObject({ phase: 'frozen', title: { zh: '复评' } })
  })

  it('[REVIEW-97] go up and down, and come back after a removal', async () => {
    const first = await saved()
    const second = await saved({ title: { zh: '终评' }, opensAt: day(6), closesAt: day(8) })
    expect((await world.call(`${RULE}/move`, { id: second, by: -1 }, organiser)).data.moved).toBe(true)
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect((await world.call(`${RULE}/remove`, { id: first }, organiser)).code).toBe(0)
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([second])
    expect((await world.call(`${RULE}/restore`, { id: first }, organiser)).code).toBe(0)
    expect(await list()).toHaveLength(2)
  })
})

describe('one open round for a work', () => {
  it('[REVIEW-98] refuses a window that overlaps with works in common, and names the other round and its time', async () => {
    await saved()
    const reply = await save({ title: { zh: '复评' }, opensAt: day(4), closesAt: day(9) })
    expect(reply).toMatchObject({ error: 'REVIEW_OVERLAP', details: { title: '初评' } })
    expect(reply.message).toContain('初评')
    expect(reply.message).toContain('2027-05-06 09:00')
  })

  it('[REVIEW-98] counts the grace period, up to its very end', async () => {
    await saved()
    const fromClose = (ms: number) => new Date(Date.parse(day(5)) + ms).toISOString()
    expect(await error(save({ opensAt: fromClose(3_599_999), closesAt: day(9) }))).toBe('REVIEW_OVERLAP')
    expect((await save({ opensAt: fromClose(3_600_000), closesAt: day(9) })).code).toBe(0)
  })

  it('[REVIEW-98] lets rounds of different events, and of different labels, run together', async () => {
    const [one, two] = await eventsOf()
    await saved({ eventIds: [one] })
    expect((await save({ eventIds: [two] })).code).toBe(0)
    expect(await error(save({ eventIds: [one, two] }))).toBe('REVIEW_OVERLAP')
    await world.rows('DELETE FROM review_round')
    await saved({ takes: 'label', label: 'A' })
    expect((await save({ takes: 'label', label: 'B' })).code).toBe(0)
    expect(await error(save({ takes: 'label', label: 'A' }))).toBe('REVIEW_OVERLAP')
  })

  it('[REVIEW-98] refuses a round of the best before the earlier round is over, also by a change of that one', async () => {
    const id = await saved()
    const best = { title: { zh: '终评' }, takes: 'top', fromRoundId: id, topCount: 3, closesAt: day(9) }
    const [one, two] = await eventsOf()
    expect(await error(save({ ...best, opensAt: day(5) }))).toMatch(/REVIEW_OVERLAP|REVIEW_TOO_EARLY/)
    expect((await save({ ...best, opensAt: day(6) })).code).toBe(0)
    expect(await error(save({ closesAt: day(7), eventIds: [one] }, { id }))).toBe('REVIEW_OVERLAP')
    expect(await error(world.call(`${RULE}/remove`, { id }, organiser))).toBe('REVIEW_ROUND_NEEDED')
    expect(two).toBeDefined()
  })

  it('[REVIEW-98] does not bring a removed round back over one that took its time', async () => {
    const id = await saved()
    await world.call(`${RULE}/remove`, { id }, organiser)
    await saved({ title: { zh: '新的初评' } })
    expect(await error(world.call(`${RULE}/restore`, { id }, organiser))).toBe('REVIEW_OVERLAP')
  })

  it('[REVIEW-98] keeps one of many rounds that are saved at the same moment; without the lock several pass', async () => {
    const many = (path: string) =>
      Promise.all(Array.from({ length: 8 }, (_, at) => save({ title: { zh: `轮次 ${at}` } }, {}, organiser, path)))
    const passed = (replies: { code: number }[]) => replies.filter(({ code }) => code === 0).length
    expect(passed(await many(`${RULE}/save`))).toBe(1)
    await world.rows('DELETE FROM review_round')
    expect(passed(await many('api/web/fixture/saveRoundUnlocked'))).toBeGreaterThan(1)
  })
})

describe('a round with submitted reviews', () => {
  it('[REVIEW-99] says what a change means before it is saved, with numbers, and goes on when that was read', async () => {
    const id = await saved()
    await submitted(id, 2)
    const [event] = await eventsOf()
    const change = { aggregate: 'median', closesAt: day(6) }
    const asked = await save(change, { id })
    expect(asked).toMatchObject({ error: 'CONFIRM_FIRST', details: { confirmed: ['scores:2'] } })
    expect(asked.message).toContain('2')
    expect((await one(id)).data.answers.aggregate).toBe('mean')
    expect((await save(change, { id, confirmed: asked.details!.confirmed })).code).toBe(0)
    expect(event).toBeDefined()
    expect((await save({ ...change, takes: 'label', label: '没有' }, { id })).details).toMatchObject({ confirmed: ['leaving:2'] })
    expect((await save({ ...change, title: { zh: '改名' } }, { id })).code).toBe(0)
  })

  it('[REVIEW-99] is not removed: the refusal tells how many reviews there are', async () => {
    const id = await saved()
    await submitted(id, 1)
    await world.rows(
      `INSERT INTO review_mark ("assignmentId", "roundId", "competitionId", "workId", "userId", state, "formHash", answers, total, "submittedAt")
       SELECT id, "roundId", "competitionId", "workId", "userId", 'submitted', 'h', '{}', 80, now() FROM review_assignment WHERE "roundId" = $1`,
      [id],
    )
    const reply = await world.call(`${RULE}/remove`, { id }, organiser)
    expect(reply).toMatchObject({ error: 'REVIEW_HAS_MARKS', details: { count: 1 } })
    expect(reply.message).toContain('1')
  })
})

describe('what follows from rounds elsewhere', () => {
  const isOpen = async (moment: string) => {
    now = new Date(moment)
    return (await world.call(`api/web/competition/btn/${competitionId}`, {}, null, 'GET')).data.review.isOpen
  }

  it('[REVIEW-100] the competition is being judged while a round is open, whatever its schedule says', async () => {
    await world.rows('UPDATE competition_competition SET "reviewStart" = $2, "reviewEnd" = $3 WHERE id = $1', [
      competitionId,
      day(0),
      day(20),
    ])
    expect([await isOpen(day(3)), await isOpen(day(7))]).toEqual([true, true])
    now = new Date(day(0))
    await saved()
    expect([await isOpen(day(0)), await isOpen(day(3)), await isOpen(day(7))]).toEqual([false, true, false])
  })

  it('[REVIEW-100] works are labelled one by one and together, found by label, and taken by the round of the label', async () => {
    const works = 'api/web/work'
    const found = async (label: string) => (await world.call(`${works}/list`, { competitionId, label }, organiser)).data.list
    const { list } = (await world.call(`${works}/list`, { competitionId, state: 'submitted', pageSize: 5 }, organiser)).data
    const ids = list.map(({ id }: { id: string }) => id)
    expect((await world.call(`${works}/changeLabel`, { workIds: ids, label: '入围' }, organiser)).data).toEqual({ changed: 5 })
    expect((await world.call(`${works}/label`, { id: ids[0], label: null }, organiser)).code).toBe(0)
    expect((await found('入围')).map(({ id }: { id: string }) => id).sort()).toEqual(ids.slice(1).sort())
    expect((await world.call(`${works}/label`, { id: ids[0], label: '入围' }, other)).error).toBe('NOT_FOUND')
    const id = await saved({ takes: 'label', label: '入围' })
    expect((await one(id)).data.works).toBe(4)
  })
})
