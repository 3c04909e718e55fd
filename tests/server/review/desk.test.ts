/** The expert's desk: works of rounds that have opened, marks within the window, others by the rule. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLOSES, createReviewWorld, type Expert, OPENS, type ReviewWorld, storeFile, WITHIN, type Work } from './reviewWorld.ts'

let world: ReviewWorld
let expert: Expert
let work: Work
let sheet: string
beforeAll(async () => {
  world = await createReviewWorld()
  work = await world.work()
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.at(WITHIN)
  expert = await world.expert()
})

const open = (id: string, by = expert) => world.call(`api/web/review/assignment/${id}`, {}, by.token, 'GET')
const desk = async (by = expert) => (await world.call('api/web/review/desk', {}, by.token, 'GET')).data
const submit = (id: string, change: Record<string, unknown> = {}, by = expert) =>
  world.call('api/web/review/submit', { id, formHash: sheet, answers: { quality: 80 }, ...change }, by.token)
const given = async (round: Record<string, unknown> = {}) => {
  const roundId = await world.round(round)
  const id = await world.assign(roundId, work.id, expert.id)
  sheet ??= (await open(id)).data?.sheetHash
  return { roundId, id }
}

describe('the window of a round', () => {
  it('[REVIEW-20] shows works from its opening on, takes marks until the grace period is over, by the clock of the server', async () => {
    const { id } = await given()
    const tried = async (moment: number) => {
      world.at(new Date(moment).toISOString())
      return (await submit(id, { revision: (await open(id)).data?.mark?.revision })).error ?? 'taken'
    }
    expect(await tried(Date.parse(OPENS) - 1)).toBe('REVIEW_NOT_OPEN')
    expect((await open(id)).error).toBe('REVIEW_NOT_OPEN')
    expect((await world.call('api/web/review/desk/works', { roundId: '1' }, expert.token, 'GET')).data.total).toBe(0)
    expect(await tried(Date.parse(OPENS))).toBe('taken')
    const end = Date.parse(CLOSES) + 30 * 60_000
    expect([await tried(Date.parse(CLOSES)), await tried(end), await tried(end + 1)]).toEqual(['taken', 'taken', 'REVIEW_CLOSED'])
    expect((await open(id)).data).toMatchObject({ phase: 'closed', mayMark: false, mark: { revision: 3 } })
  })

  it('[REVIEW-21] refuses every change once the round is frozen', async () => {
    const { id, roundId } = await given()
    await submit(id)
    await world.rows('UPDATE review_round SET "frozenAt" = now() WHERE id = $1', [roundId])
    expect((await submit(id, { revision: 1 })).error).toBe('REVIEW_MARKS_FROZEN')
    expect((await world.call('api/web/review/abstain', { id, revision: 1 }, expert.token)).error).toBe('REVIEW_MARKS_FROZEN')
    expect((await world.call('api/web/review/recuse', { id, reason: '学生' }, expert.token)).error).toBe('REVIEW_MARKS_FROZEN')
  })
})

describe('a review', () => {
  it('[REVIEW-22] is stored at its version of the sheet and changed over the revision that was seen', async () => {
    const { id } = await given()
    expect((await submit(id, { formHash: 'x' })).error).toBe('FORM_CHANGED')
    expect((await submit(id, { answers: { quality: 101 } })).error).toBe('FORM_INVALID')
    expect((await submit(id)).data).toMatchObject({ state: 'submitted', total: 80, revision: 1, nextOpen: null })
    expect((await submit(id)).error).toBe('REVIEW_MARK_CHANGED')
    expect((await submit(id, { revision: 1, answers: { quality: 70 } })).data).toMatchObject({ total: 70, revision: 2 })
    expect((await open(id)).data.criteria).toEqual([
      { name: 'quality', title: { zh: '作品质量', en: 'Quality' }, min: 0, max: 100, share: 1 },
    ])
    const [mark] = await world.rows('SELECT "formHash", answers, total FROM review_mark WHERE "assignmentId" = $1', [id])
    expect(mark).toMatchObject({ formHash: sheet, answers: { quality: 70 }, total: 70 })
    expect((await desk()).rounds[0]).toMatchObject({ total: 1, done: 1, submitted: 1, next: null })
  })

  it('[REVIEW-23] is final where the round says so', async () => {
    const { id } = await given({ changeable: false })
    await submit(id)
    expect((await submit(id, { revision: 1 })).error).toBe('REVIEW_FINAL')
    expect((await open(id)).data.mayMark).toBe(false)
  })

  it('[REVIEW-24] can be abstained from, which keeps the place and gives no score', async () => {
    const { id } = await given()
    await submit(id)
    expect((await world.call('api/web/review/abstain', { id, reason: '不熟悉', revision: 1 }, expert.token)).data.state).toBe('abstained')
    expect((await open(id)).data.mark).toMatchObject({ state: 'abstained', total: null, answers: {}, note: '不熟悉' })
    expect((await desk()).rounds[0]).toMatchObject({ total: 1, done: 1, abstained: 1 })
  })

  it('[REVIEW-25] ends when its expert recuses: the mark goes, the conflict is kept, the organiser is told, the work is seen no more', async () => {
    const { id } = await given()
    await submit(id)
    world.at('2027-06-01T00:00:00.000Z')
    expect((await world.call('api/web/review/recuse', { id, reason: '作者是我的学生' }, expert.token)).data.state).toBe('recused')
    expect(await world.rows('SELECT kind, detail FROM review_conflict WHERE "userId" = $1', [expert.id])).toEqual([
      { kind: 'declared', detail: '作者是我的学生' },
    ])
    expect(await world.rows('SELECT id FROM review_mark WHERE "assignmentId" = $1', [id])).toEqual([])
    const reported = await world.rows(`SELECT count(*)::int AS count FROM platform_outbox WHERE template = 'review.recused'`)
    expect(reported[0].count).toBeGreaterThan(0)
    expect((await open(id)).data).toMatchObject({ state: 'recused', title: '', answers: {}, mayMark: false })
    expect((await world.call(`api/web/review/assignment/${id}/files`, {}, expert.token, 'GET')).data.files).toEqual([])
    world.at(WITHIN)
    expect((await submit(id)).error).toBe('REVIEW_ENDED')
  })

  it('[REVIEW-26] exists for its expert alone, and not for one who was removed from the panel', async () => {
    const { id } = await given()
    const other = await world.expert()
    expect((await open(id, other)).error).toBe('NOT_FOUND')
    expect((await submit(id, {}, other)).error).toBe('NOT_FOUND')
    await world.rows(`UPDATE review_expert SET state = 'removed' WHERE "userId" = $1`, [expert.id])
    expect((await open(id)).error).toBe('NOT_FOUND')
    expect((await desk()).rounds).toEqual([])
  })
})

describe('an invitation', () => {
  it('[REVIEW-27] is accepted or declined with a reason, by whom it is for alone', async () => {
    await world.rows(`UPDATE review_expert SET state = 'invited' WHERE "userId" = $1`, [expert.id])
    const { list } = (await world.call('api/web/review/invitations', {}, expert.token, 'GET')).data
    expect(list).toHaveLength(1)
    expect((await desk()).invitations).toBe(1)
    const other = await world.expert()
    const answer = (input: object, by = expert) => world.call('api/web/review/invitation', { id: list[0].id, ...input }, by.token)
    expect((await answer({ accept: true }, other)).error).toBe('NOT_FOUND')
    expect((await answer({ accept: false, reason: '时间冲突' })).data.state).toBe('declined')
    expect((await answer({ accept: true })).data.state).toBe('accepted')
    expect((await answer({ accept: false })).error).toBe('REVIEW_ANSWERED')
  })
})

describe('the way to the desk', () => {
  it('[REVIEW-35] is told by invitations, panels and works to judge now', async () => {
    const mine = async () => (await world.call('api/web/review/mine', {}, expert.token, 'GET')).data
    expect(await mine()).toEqual({ invitations: 0, panels: 1, works: 0, open: 0 })
    const { id } = await given()
    expect(await mine()).toEqual({ invitations: 0, panels: 1, works: 1, open: 1 })
    await submit(id)
    await world.rows(`UPDATE review_expert SET state = 'invited' WHERE "userId" = $1`, [expert.id])
    expect(await mine()).toEqual({ invitations: 1, panels: 0, works: 1, open: 0 })
  })
})

describe('others’ reviews', () => {
  const rule = async (seeOthers: string, showExperts = false) => {
    const { id, roundId } = await given({ seeOthers, showExperts, discussion: true })
    const other = await world.expert()
    await submit(await world.assign(roundId, work.id, other.id), { answers: { quality: 55 } }, other)
    return { id, other }
  }
  const look = (id: string) => world.call('api/web/review/lookAtOthers', { id }, expert.token)
  it('[REVIEW-28] are shown never, after the own one, or always, to experts who ask for them', async () => {
    const never = await rule('never')
    await submit(never.id)
    expect((await look(never.id)).error).toBe('REVIEW_OTHERS_HIDDEN')
    expert = await world.expert()
    const after = await rule('afterOwn')
    expect((await look(after.id)).error).toBe('REVIEW_OTHERS_HIDDEN')
    await submit(after.id)
    expect((await open(after.id)).data).toMatchObject({ others: null, mayLook: true })
    expect((await look(after.id)).code).toBe(0)
    expect((await open(after.id)).data).toMatchObject({ others: [{ expert: 2, name: null, total: 55 }], mayLook: false })
    expert = await world.expert()
    const always = await rule('always', true)
    await look(always.id)
    expect((await open(always.id)).data.others).toMatchObject([{ name: '何新人', answers: { quality: 55 } }])
  })

  it('[REVIEW-36] end changes of the own review once they were read, and stay closed to who abstained', async () => {
    const { id } = await rule('afterOwn')
    await submit(id)
    expect((await submit(id, { revision: 1, answers: { quality: 70 } })).code).toBe(0)
    await look(id)
    expect((await open(id)).data).toMatchObject({ mayMark: false, mark: { total: 70 } })
    expect((await submit(id, { revision: 2, answers: { quality: 55 } })).error).toBe('REVIEW_FINAL')
    expect((await world.call('api/web/review/abstain', { id, revision: 2 }, expert.token)).error).toBe('REVIEW_FINAL')
    expert = await world.expert()
    const abstained = await rule('afterOwn')
    await world.call('api/web/review/abstain', { id: abstained.id }, expert.token)
    expect((await look(abstained.id)).error).toBe('REVIEW_OTHERS_HIDDEN')
    expect((await open(abstained.id)).data).toMatchObject({ others: null, mayLook: false, discussion: false })
  })

  it('[REVIEW-29] are discussed by those who have given their own, under numbers; the organiser reads names', async () => {
    const { id, other } = await rule('afterOwn')
    const say = (by = expert) => world.call('api/web/review/say', { id, text: '我觉得材料更好' }, by.token)
    expect((await say()).error).toBe('REVIEW_NO_DISCUSSION')
    await submit(id)
    expect((await say()).code).toBe(0)
    expect((await say(other)).error).toBe('NOT_FOUND')
    const { list } = (await world.call(`api/web/review/assignment/${id}/comments`, {}, expert.token, 'GET')).data
    expect(list).toMatchObject([{ expert: 1, name: null, own: true, organiser: false, text: '我觉得材料更好' }])
    const organiser = await world.signIn('organiser')
    const [{ roundId }] = await world.rows('SELECT "roundId"::text FROM review_assignment WHERE id = $1', [id])
    const place = { roundId, workId: work.id, competitionId: world.competitionId }
    expect((await world.call('api/web/review/thread/say', { ...place, text: '请复核' }, organiser)).code).toBe(0)
    const foreign = await world.signIn('organiser 2')
    expect((await world.call('api/web/review/thread/say', { ...place, workId: '999999', text: '请复核' }, organiser)).error).toBe(
      'NOT_FOUND',
    )
    expect((await world.call('api/web/review/thread', { ...place, workId: '999999' }, organiser, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/review/thread/say', { ...place, text: '请复核' }, foreign)).error).toBeTruthy()
    const thread = await world.call('api/web/review/thread', place, organiser, 'GET')
    expect(thread.data.list).toMatchObject([{ name: '何新人' }, { organiser: true, own: true }])
    expect((await world.call('api/web/review/thread', place, foreign, 'GET')).error).toBeTruthy()
  })
})

describe('the confidentiality agreement', () => {
  it('[REVIEW-34] is accepted before an expert reads a work, its files or its discussion', async () => {
    const { id } = await given({ seeOthers: 'always', discussion: true })
    const [{ id: versionId }] = await world.rows(
      `INSERT INTO agreement_version (place, purpose, number, title, text, "competitionId", "organisationId", "publishedAt")
       VALUES ($1, 'expert', 1, '{"zh":"保密协议","en":"Confidentiality"}', '{"zh":"保密。","en":"Keep it secret."}', $2, $3, now()) RETURNING id::text`,
      [`competition:${world.competitionId}`, world.competitionId, world.organisationId],
    )
    const reads = ['', '/files', '/comments']
    const read = (path: string) => world.call(`api/web/review/assignment/${id}${path}`, {}, expert.token, 'GET')
    const [{ roundId }] = await world.rows('SELECT "roundId"::text FROM review_assignment WHERE id = $1', [id])
    const listed = async () => {
      const [own] = (await world.call('api/web/review/desk/works', { roundId }, expert.token, 'GET')).data.list
      return { ...own, withheld: (await desk()).rounds.find((round: { id: string }) => round.id === roundId).withheld }
    }
    expect(await listed()).toMatchObject({ id, number: expect.any(Number), title: null, event: null, withheld: true })
    for (const path of reads) expect(await read(path)).toMatchObject({ error: 'AGREEMENT_MISSING', details: { versionId, number: 1 } })
    expect((await desk()).rounds).not.toEqual([])
    expect((await world.call('api/web/user/agreement', { versionId }, expert.token)).data.versionId).toBe(versionId)
    for (const path of reads) expect((await read(path)).code).toBe(0)
    expect(await listed()).toMatchObject({ id, title: expect.any(String), event: expect.any(Object), withheld: false })
    await world.rows('DELETE FROM agreement_acceptance WHERE "versionId" = $1', [versionId])
    await world.rows('DELETE FROM agreement_version WHERE id = $1', [versionId])
  })
})

describe('a judged work', () => {
  const POOL = 'api/web/resource/pool'
  const BEFORE = '2027-04-30T00:00:00.000Z'
  const ORIGINAL = { title: '晒谷场', introduction: '第一稿', link: null }
  let organiser: string
  beforeAll(async () => {
    organiser = await world.signIn('organiser')
    await world.rows(`UPDATE competition_competition SET "worksStart" = '2027-01-01', "worksEnd" = '2027-06-01' WHERE id = $1`, [
      world.competitionId,
    ])
  })
  beforeEach(() => world.rows('UPDATE review_round SET "removedAt" = now()'))

  const made = async () => {
    const files = [await storeFile(world, expert.id, 'first.png', await picture())]
    const own = await world.work({ ...ORIGINAL, files })
    const roundId = await world.round()
    return { own, roundId, id: await world.assign(roundId, own.id, expert.id) }
  }
  const picture = () =>
    sharp({ create: { width: 480, height: 270, channels: 3, background: '#357' } })
      .png()
      .toBuffer()
  const change = async (own: Work, title = '改过的名字') => {
    const file = async (name: string) => [await storeFile(world, own.userId, name, await picture())]
    const answers = { title, introduction: '第二稿', keywords: '家具', cover: await file('c.png'), attachments: await file('second.png') }
    return world.call(`${POOL}/saveMaterial`, { id: own.id, answers }, own.token)
  }
  const withdraw = (own: Work) => world.call(`${POOL}/withdraw`, { id: own.id }, own.token)
  const release = (own: Work, released = true, token = organiser) =>
    world.call('api/web/work/release', { workIds: [own.id], released }, token)
  const versions = async (own: Work, token = own.token) => (await world.call(`api/web/work/versions/${own.id}`, {}, token, 'GET')).data
  const files = async (id: string) => (await world.call(`api/web/review/assignment/${id}/files`, {}, expert.token, 'GET')).data.files

  it('[JUDGED-1] is changed and withdrawn freely until its round begins, then only when the organiser allows it', async () => {
    const { own } = await made()
    world.at(BEFORE)
    expect((await change(own, '开始前的修改')).data.revision).toBe(2)
    world.at(OPENS)
    expect(await change(own)).toMatchObject({ error: 'WORK_JUDGED', details: { round: '初评' } })
    expect((await withdraw(own)).error).toBe('WORK_JUDGED')
    expect(await versions(own)).toMatchObject({ judged: true, released: false, changed: false })
    expect((await release(own, true, own.token)).error).toMatch(/PERMISSION_DENIED|NOT_FOUND/)
    expect((await release(own)).data).toEqual({ changed: 1 })
    expect((await change(own)).data.revision).toBe(3)
    await release(own, false)
    expect((await change(own)).error).toBe('WORK_JUDGED')
    await release(own)
    expect((await withdraw(own)).data.state).toBe('withdrawn')
  })

  it('[JUDGED-2] stays for experts, board, results and rankings what it was when the round began, and says that it changed', async () => {
    const { own, roundId, id } = await made()
    const before = { work: (await open(id)).data, files: await files(id) }
    await release(own)
    expect((await change(own)).code).toBe(0)
    const after = (await open(id)).data
    expect(after).toMatchObject({ title: '晒谷场', answers: { introduction: '第一稿' } })
    expect({ ...after, now: 0 }).toEqual({ ...before.work, now: 0 })
    expect((await files(id)).map(({ name, size }: { name: string; size: number }) => ({ name, size }))).toEqual(
      before.files.map(({ name, size }: { name: string; size: number }) => ({ name, size })),
    )
    await submit(id)
    const of = { competitionId: world.competitionId, roundId, pageSize: 100 }
    const row = async (path: string) =>
      (await world.call(path, of, organiser, 'GET')).data.list.find((each: { workId: string }) => each.workId === own.id)
    expect(await row('api/web/review/board/works')).toMatchObject({ title: '晒谷场', changed: true })
    expect(await row('api/web/review/results')).toMatchObject({ title: '晒谷场', changed: true, score: null })
    expect((await world.call('api/web/review/desk/works', { roundId }, expert.token, 'GET')).data.list[0].title).toBe('晒谷场')
    const { list, changed } = await versions(own, organiser)
    expect(changed).toBe(true)
    expect(list).toMatchObject([
      { revision: 2, title: '改过的名字', versionId: null, rounds: [] },
      { revision: 1, title: '晒谷场', rounds: [{ id: roundId }] },
    ])
    const version = await world.call(`api/web/work/version/${list[1].versionId}`, {}, own.token, 'GET')
    expect(version.data).toMatchObject({ workId: own.id, revision: 1, answers: { introduction: '第一稿' } })
    expect((await world.call(`api/web/work/version/${list[1].versionId}`, {}, expert.token, 'GET')).error).toBe('NOT_FOUND')
    // its file is kept, and its readers are those of the version
    const [file] = own.files
    expect(await world.rows('SELECT entity, "rowId" FROM platform_file WHERE key = $1', [file!.id])).toEqual([
      { entity: 'work.version', rowId: list[1].versionId },
    ])
  })

  it('[JUDGED-3] is judged by a later round as it is when that one begins; a work sent back by the pool check is mended without leave', async () => {
    const { own, id } = await made()
    await release(own)
    await change(own)
    world.at('2027-05-21T00:00:00.000Z')
    const later = await world.round({ opensAt: '2027-05-20T00:00:00.000Z', closesAt: '2027-05-25T00:00:00.000Z' })
    const next = await world.assign(later, own.id, expert.id)
    expect([(await open(id)).data.title, (await open(next)).data.title]).toEqual(['晒谷场', '改过的名字'])
    await release(own, false)
    await world.call('api/web/competition/pool/check', { workIds: [own.id], status: 2, reason: '附件打不开' }, organiser)
    expect((await change(own, '补正')).code).toBe(0)
    await world.call('api/web/competition/pool/check', { workIds: [own.id], status: 1 }, organiser)
    expect((await open(next)).data.title).toBe('补正')
  })

  it('[JUDGED-4] a round that begins before works close is created once that was read', async () => {
    const answers = {
      title: { zh: '早轮' },
      opensAt: '2027-05-30T00:00:00.000Z',
      closesAt: '2027-06-10T00:00:00.000Z',
      graceMinutes: 0,
      takes: 'all',
    }
    const rest = {
      seeOthers: 'never',
      reviewsPerWork: 1,
      aggregate: 'mean',
      normalisation: 'none',
      dropHighest: 0,
      dropLowest: 0,
      missing: 'hold',
    }
    const save = (more: object = {}) =>
      world.call('api/web/review/rule/save', { competitionId: world.competitionId, answers: { ...answers, ...rest }, ...more }, organiser)
    const asked = await save()
    expect(asked).toMatchObject({ error: 'CONFIRM_FIRST', details: { confirmed: ['early:2027-06-01T00:00:00.000Z'] } })
    expect((await save({ confirmed: asked.details!.confirmed })).code).toBe(0)
  })
})
