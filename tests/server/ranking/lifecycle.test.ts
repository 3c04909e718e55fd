/** A ranking from a draft to what visitors read: provisional results, objections, finalising, publishing, versions, and races between them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callDocument } from '../../harness/callDocument.ts'
import { createReviewWorld, type ReviewWorld, storeFile } from '../review/reviewWorld.ts'
import { telltaleDocx, telltalePdf } from '../review/telltaleFiles.ts'

/** Publishing without its lock, for the controls. */
function unlockedCall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agon-ranking-'))
  const call = callDocument('ranking.publish')
  const { locks: _, ...rest } = call
  mkdirSync(join(folder, 'schemas/fixture'), { recursive: true })
  const document = { ...rest, id: 'fixture.publishUnlocked', path: 'POST api/web/competition/ranking/publishUnlocked' }
  writeFileSync(join(folder, 'schemas/fixture/publishUnlocked.call.json'), JSON.stringify(document))
  return folder
}

const AREA = 'api/web/competition'
const BEFORE_END = '2027-05-09T00:00:00.000Z'
const UNTIL = '2027-05-10T00:00:00.000Z'
const AFTER_END = '2027-05-11T00:00:00.000Z'
interface Author {
  token: string
  userId: string
  registrationId: string
  name: string
}
// biome-ignore lint/suspicious/noExplicitAny: rows of lists
type Row = any
let overlay: string
let world: ReviewWorld
let organiser: string
let authors: Author[]
let left: Author
let competitionId: string
let listId: string

beforeAll(async () => {
  overlay = unlockedCall()
  world = await createReviewWorld({ overlays: [overlay] })
  organiser = await world.signIn('organiser')
  competitionId = world.competitionId
  authors = [await author('晨星队'), await author('拾光队'), await author('远山队')]
  left = await author('落榜队')
})
afterAll(async () => {
  await world?.close()
  rmSync(overlay, { recursive: true, force: true })
})

beforeEach(async () => {
  world.at(BEFORE_END)
  for (const table of ['ranking_list', 'platform_outbox']) await world.rows(`DELETE FROM ${table}`)
  listId = (await post('ranking/save', { competitionId, answers: { title: { zh: '总决赛', en: 'Final' } } })).data.id
  const entries = authors.map(({ name }, at) => ({ name, rank: at + 1, prize: ['first', 'second', 'third'][at], score: String(98 - at) }))
  expect((await post('saveAwards', { listId, entries })).data.saved).toBe(3)
})

/** Somebody with an accepted registration of this name. */
async function author(name: string): Promise<Author> {
  const { registrationId, userId } = await world.work({ files: [] })
  await world.rows('UPDATE signup_registration SET "displayName" = $2 WHERE id = $1', [registrationId, name])
  return { token: await tokenOf(userId), userId, registrationId, name }
}
async function tokenOf(userId: string): Promise<string> {
  const { deps } = world.server
  const session = deps.services.sessions.visitor()
  const scope = {
    ...deps.services,
    db: deps.db,
    session,
    lang: 'zh',
    now: new Date(),
    request: { id: 't', ip: '127.0.0.1', network: '127.0.0.1', headers: {} },
  }
  const bound = deps.services.sessions.bind(scope as unknown as Parameters<typeof deps.services.sessions.bind>[0])
  return ((await bound.open(userId, { secondFactor: true })) as { access_token: string }).access_token
}

const post = (path: string, input: Record<string, unknown>, token: string | null = organiser) => world.call(`${AREA}/${path}`, input, token)
const get = (path: string, input: Record<string, unknown> = {}, token: string | null = null) =>
  world.call(`${AREA}/${path}`, input, token, 'GET')
const move = (step: string, input: object = {}, token: string | null = organiser) =>
  post(`ranking/${step}`, { id: listId, ...input }, token)
const provide = () => move('provide', { answers: { objectionsUntil: UNTIL, answerDays: 3 } })
const publish = (input: object = {}) => move('publish', { published: true, ...input })
const managed = async () => (await get(`ranking/manage/${listId}`, {}, organiser)).data
const publicLines = async (input: object = {}): Promise<Row[]> => (await get('listTagRank', { competitionId, listId, ...input })).data.list
const workingLines = async (): Promise<Row[]> => (await get('ranking/awards', { listId }, organiser)).data.list
const own = async (who: Author): Promise<Row[]> =>
  (await get('ranking/own', {}, who.token)).data.list.filter((row: Row) => row.listId === listId)
const object = (who: Author, input: object = {}) =>
  post(
    'ranking/object',
    { listId, registrationId: who.registrationId, answers: { about: 'score', text: '第二轮的一项评分似乎漏计。' }, ...input },
    who.token,
  )
const toldOf = async (template: string): Promise<Row[]> =>
  world.rows('SELECT "userId"::text, variables FROM platform_outbox WHERE template = $1 ORDER BY "userId"', [template])

describe('provisional results', () => {
  it('[RANK-2] every author sees the own line and is told of it; other authors and visitors see nothing', async () => {
    await world.rows(
      `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state)
       SELECT id, "competitionId", "eventId", $2, '导师', 'instructor', 'active' FROM signup_registration WHERE id = $1 ON CONFLICT DO NOTHING`,
      [authors[0]!.registrationId, left.userId],
    )
    expect(await own(authors[0]!)).toEqual([])
    expect((await provide()).data).toEqual({ id: listId, state: 'provisional' })
    expect(await own(authors[0]!)).toMatchObject([{ stage: 'provisional', rank: 1, prize: 'first', score: '98', mayObject: true }])
    expect(await own(authors[1]!)).toMatchObject([{ entrant: '拾光队', rank: 2 }])
    // instructor of one team, and left out with the own registration
    expect((await own(left)).map(({ entrant, listed, rank }) => ({ entrant, listed, rank }))).toEqual(
      expect.arrayContaining([
        { entrant: '晨星队', listed: true, rank: 1 },
        { entrant: '落榜队', listed: false, rank: null },
      ]),
    )
    expect(await publicLines()).toEqual([])
    expect((await get('rankingLists', { competitionId })).data.list).toEqual([])
    expect((await get('ranking/versions', { listId })).data.list).toEqual([])
    expect((await get('ranking/own', {}, null)).code).not.toBe(0)
    await expect.poll(async () => (await toldOf('ranking.provisional')).length).toBe(4)
    const [message] = (await toldOf('ranking.provisional')).filter(({ userId }) => userId === authors[1]!.userId)
    expect(message.variables).toMatchObject({ name: '拾光队', result: '第 2 名 · 二等奖 · 97' })
    await world.rows('DELETE FROM team_member WHERE "userId" = $1', [left.userId])
  })

  it('[RANK-2] asks before lines are shown that belong to no registration, and needs a date that is still to come', async () => {
    expect((await move('provide', { answers: { objectionsUntil: '2027-05-01T00:00:00.000Z', answerDays: 3 } })).error).toBe(
      'RANKING_WINDOW',
    )
    await post('saveAwards', { listId, entries: [{ name: '外来队', rank: 4 }] })
    const asked = await provide()
    expect(asked).toMatchObject({ error: 'CONFIRM_FIRST', details: { confirmed: ['unlinked:1'] } })
    expect((await move('provide', { answers: { objectionsUntil: UNTIL, answerDays: 3 }, confirmed: ['unlinked:1'] })).code).toBe(0)
  })

  it('[RANK-3] lines cannot be edited until the list is a draft again; the refusal says so', async () => {
    await provide()
    const [line] = await workingLines()
    const refused = await post('ranking/changeAward', { id: line.id, answers: { name: '改名队' } })
    expect(refused.error).toBe('RANKING_LOCKED')
    expect(refused.message).toContain('退回草稿')
    expect((await move('reopen')).data.state).toBe('draft')
    expect(await own(authors[0]!)).toEqual([])
    expect((await post('ranking/changeAward', { id: line.id, answers: { name: '晨星队', rank: 2 } })).code).toBe(0)
  })
})

describe('objections', () => {
  it('[RANK-4] authors raise them within the window, organisers answer once, and who raised one is told', async () => {
    await provide()
    const { id } = (await object(authors[1]!)).data
    expect((await object(left, { answers: { about: 'rank', text: '我们的作品没有出现在榜单上。' } })).code).toBe(0)
    const queue = (await get('ranking/objections', { competitionId, listId }, organiser)).data.list
    expect(queue).toMatchObject([
      { entrant: '拾光队', about: 'score', state: 'open', deadline: '2027-05-12T00:00:00.000Z' },
      { entrant: '落榜队', about: 'rank' },
    ])
    expect((await get('ranking/openObjections', { competitionId, listId }, organiser)).data.total).toBe(2)
    expect((await toldOf('ranking.objectionRaised')).length).toBeGreaterThan(0)
    const answer = { id, answers: { state: 'accepted', answer: '经复核，已补计。' } }
    expect((await post('ranking/answerObjection', answer, authors[1]!.token)).code).not.toBe(0)
    expect((await post('ranking/answerObjection', answer)).data.state).toBe('accepted')
    expect((await post('ranking/answerObjection', answer)).error).toBe('RANKING_OBJECTION_SETTLED')
    expect(await toldOf('ranking.objectionAnswered')).toMatchObject([{ userId: authors[1]!.userId, variables: { outcome: '成立' } }])
    const mine = (await get('ranking/ownObjections', {}, authors[1]!.token)).data.list
    expect(mine).toMatchObject([{ id, state: 'accepted', answer: '经复核，已补计。' }])
  })

  it('[RANK-4] have attachments of the types and sizes of the form, which their author and those who answer can download, and nobody else', async () => {
    await provide()
    const raise = (name: string, file: object) =>
      object(authors[1]!, { answers: { about: 'score', text: '评分似乎漏计，见附件。', attachments: [{ ...file, name }] } })
    const [proof, page, foreign] = [
      await storeFile(world, authors[1]!.userId, '依据.pdf', await telltalePdf('甲', '乙')),
      await storeFile(world, authors[1]!.userId, '说明.docx', telltaleDocx('甲', '乙')),
      await storeFile(world, authors[0]!.userId, '别人的.pdf', await telltalePdf('丙', '丁')),
    ]
    expect((await raise('说明.docx', page)).error).toBe('FORM_INVALID')
    expect((await raise('别人的.pdf', foreign)).code).not.toBe(0)
    const { id } = (await raise('依据.pdf', proof)).data
    const download = async (token: string | null) => {
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      const reply = await world.app.inject({ method: 'GET', url: `/api/platform/file/${proof.id}`, headers })
      return reply.headers['content-type']
    }
    expect((await get('ranking/objections', { competitionId, listId }, organiser)).data.list).toMatchObject([
      { id, attachments: [{ name: '依据.pdf' }] },
    ])
    expect((await get(`ranking/ownObjection/${id}`, {}, authors[0]!.token)).error).toBe('NOT_FOUND')
    for (const token of [organiser, authors[1]!.token]) expect(await download(token)).toBe('application/pdf')
    const foreigners = [authors[0]!.token, await world.signIn('organiser 2'), (await world.expert()).token, null]
    for (const token of foreigners) expect(await download(token)).toMatch('application/json')
  })

  it('[RANK-4] of others, after the window, too many at once, and withdrawn ones are refused', async () => {
    const notFound = 'NOT_FOUND'
    expect((await object(authors[0]!)).error).toBe(notFound)
    await provide()
    expect((await object(authors[0]!, { registrationId: authors[1]!.registrationId })).error).toBe(notFound)
    const ids = []
    for (let count = 0; count < 3; count++) ids.push((await object(authors[0]!)).data.id)
    expect((await object(authors[0]!)).error).toBe('RANKING_OBJECTIONS_MANY')
    expect((await post('ranking/withdrawObjection', { id: ids[0] }, authors[1]!.token)).error).toBe(notFound)
    expect((await post('ranking/withdrawObjection', { id: ids[0] }, authors[0]!.token)).code).toBe(0)
    expect((await post('ranking/answerObjection', { id: ids[0], answers: { state: 'declined', answer: '已核对无误。' } })).error).toBe(
      'RANKING_OBJECTION_SETTLED',
    )
    world.at(AFTER_END)
    expect((await object(authors[1]!)).error).toBe('RANKING_OBJECTIONS_CLOSED')
  })

  it('[RANK-5] without an answer they hold up the end until the organiser confirms their number', async () => {
    await provide()
    await object(authors[0]!)
    const asked = await move('finalise', { comment: '评审委员会确认' })
    expect(asked).toMatchObject({ error: 'CONFIRM_FIRST', details: { confirmed: ['objections:1', 'window:1'] } })
    // the checks before publishing say the same, with who objected
    const checks = (await world.call('api/web/competition/ranking/checks', { id: listId }, organiser, 'GET')).data
    expect(checks).toMatchObject({ errors: 0, total: 2 })
    expect(checks.list.map(({ code, count, to }: Record<string, unknown>) => [code, count, String(to).includes('tab=objections')])).toEqual(
      [
        ['objections', 1, true],
        ['window', 1, true],
      ],
    )
    await object(authors[1]!)
    expect((await move('finalise', { confirmed: ['objections:1', 'window:1'] })).error).toBe('CONFIRM_FIRST')
    world.at(AFTER_END)
    expect((await move('finalise', { comment: '评审委员会确认', confirmed: ['objections:2'] })).data.state).toBe('final')
    expect(await managed()).toMatchObject({ state: 'final', finalComment: '评审委员会确认' })
    expect((await own(authors[0]!))[0]).toMatchObject({ stage: 'final', mayObject: false })
  })
})

describe('a published ranking', () => {
  it('[RANK-6] is public, tells its authors, and no line of it changes by hand, by paste or by removal', async () => {
    expect((await publish()).data).toMatchObject({ state: 'published', published: true })
    expect(await publicLines()).toHaveLength(3)
    await expect.poll(async () => (await toldOf('ranking.published')).length).toBe(3)
    const [line] = await workingLines()
    // the public page of an entrant shows its places
    const places = await publicLines({ registrationId: authors[0]!.registrationId })
    expect(places.map(({ name }) => name)).toEqual([authors[0]!.name])
    for (const reply of [
      await post('ranking/changeAward', { id: line.id, answers: { name: '改名队' } }),
      await post('ranking/removeAward', { id: line.id }),
      await post('saveAwards', { listId, text: '名称\n新队', replace: true }),
    ]) {
      expect(reply.error).toBe('RANKING_LOCKED')
      expect(reply.message).toContain('新建版本')
    }
    await move('publish', { published: false })
    expect(await publicLines()).toEqual([])
    expect((await move('reopen')).error).toBe('RANKING_LOCKED')
    expect((await post('ranking/removeAward', { id: line.id })).message).toContain('新建版本')
    expect((await publish()).data.published).toBe(true)
    expect(await publicLines()).toHaveLength(3)
  })

  it('[RANK-7] changes by a new version with a reason; the old one stays public until then, and readable afterwards', async () => {
    await publish()
    expect((await move('revise', { reason: '' })).code).not.toBe(0)
    expect((await move('revise', { reason: '补计第二轮一项评分' })).data).toEqual({ id: listId, version: 2 })
    expect((await move('revise', { reason: '再来一次' })).error).toBe('RANKING_NOT_PUBLISHED')
    const lines = await workingLines()
    expect(lines).toHaveLength(3)
    await post('ranking/changeAward', { id: lines[1].id, answers: { name: '拾光队', rank: 1, prize: 'first', score: '99' } })
    await post('ranking/removeAward', { id: lines[2].id })
    await post('saveAwards', { listId, entries: [{ name: '落榜队', rank: 3, prize: 'third' }] })
    expect((await publicLines()).map(({ rank }) => rank)).toEqual([1, 2, 3])
    expect((await publicLines({ version: 2 })).length).toBe(0)
    expect((await get('ranking/difference', { listId, version: 2 })).error).toBe('NOT_FOUND')
    const moved = [
      { kind: 'up', name: '拾光队', rankBefore: 2, rank: 1, prizeBefore: 'second', prize: 'first' },
      { kind: 'added', name: '落榜队', rankBefore: null, rank: 3 },
      { kind: 'removed', name: '远山队', rankBefore: 3, rank: null },
    ]
    expect((await get('ranking/managedDifference', { id: listId }, organiser)).data).toMatchObject({
      from: 1,
      to: 2,
      list: moved,
      total: 3,
    })
    expect((await publish()).data.state).toBe('published')
    expect((await publicLines()).map(({ name }) => name)).toEqual(['晨星队', '拾光队', '落榜队'])
    expect((await publicLines({ version: 1 })).map(({ name }) => name)).toEqual(['晨星队', '拾光队', '远山队'])
    expect((await get('ranking/versions', { listId })).data.list).toMatchObject([
      { version: 2, reason: '补计第二轮一项评分' },
      { version: 1, reason: null },
    ])
    expect((await get('ranking/difference', { listId, version: 2 })).data).toMatchObject({ from: 1, to: 2, list: moved })
    expect((await get('recentResults')).data.list.find((row: Row) => row.id === listId).awards.map(({ name }: Row) => name)).toEqual([
      ...['晨星队', '拾光队', '落榜队'],
    ])
  })

  it('[RANK-7] a new version can be given up: its lines go, and nothing public changes', async () => {
    expect((await move('discard')).error).toBe('RANKING_NO_NEW_VERSION')
    await publish()
    await move('revise', { reason: '更正' })
    await post('saveAwards', { listId, text: '名称\n甲队', replace: true })
    expect((await move('discard')).data.version).toBe(1)
    expect(await managed()).toMatchObject({ state: 'published', version: 1, publishedVersion: 1 })
    expect(await publicLines()).toHaveLength(3)
    expect(await world.rows('SELECT FROM ranking_award WHERE "listId" = $1', [listId])).toHaveLength(3)
    await move('revise', { reason: '更正' })
    expect(await workingLines()).toHaveLength(3)
  })

  it('[RANK-8] of a rule cannot skip the authors: publishing and finalising a draft are refused', async () => {
    await world.rows(`UPDATE ranking_list SET source = 'computed' WHERE id = $1`, [listId])
    expect((await publish()).error).toBe('RANKING_STATE')
    expect((await move('finalise')).error).toBe('RANKING_STATE')
    await world.rows('DELETE FROM ranking_award')
    expect((await provide()).error).toBe('RANKING_EMPTY')
  })
})

describe('who reads what', () => {
  it('[RANK-9] published awards are honours of all members and instructors, and marked as own places; drafts are not', async () => {
    await world.rows(
      `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state)
       SELECT id, "competitionId", "eventId", $2, '导师', 'instructor', 'active' FROM signup_registration WHERE id = $1`,
      [authors[0]!.registrationId, left.userId],
    )
    const honours = async (who: Author) =>
      (await world.call('api/web/user/horbers/list', {}, who.token)).data.list.filter((row: Row) => row.listId === listId)
    const places = async (token: string | null) => (await get('ranking/ownPlaces', { competitionId }, token)).data.list
    await provide()
    expect([await honours(authors[0]!), await places(authors[0]!.token)]).toEqual([[], []])
    await move('finalise', { confirmed: ['window:1'] })
    await publish()
    expect(await honours(authors[0]!)).toMatchObject([{ name: '晨星队', rank: 1, prize: 'first', part: 'contestant' }])
    expect(await honours(left)).toMatchObject([{ name: '晨星队', part: 'instructor' }])
    expect(await places(authors[1]!.token)).toMatchObject([{ listId, rank: 2, name: '拾光队' }])
    expect(await places(null)).toEqual([])
    await move('publish', { published: false })
    expect([await honours(authors[0]!), await places(authors[0]!.token)]).toEqual([[], []])
    await world.rows('DELETE FROM team_member WHERE "userId" = $1', [left.userId])
  })

  it('[GROW-1] a published award brings points of its prize to contestants and instructors; the registration to contestants alone', async () => {
    const [author] = authors
    await world.rows(
      `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state)
       SELECT id, "competitionId", "eventId", $2, '导师', 'instructor', 'active' FROM signup_registration WHERE id = $1`,
      [author!.registrationId, left.userId],
    )
    const acts = async (token: string) => (await world.call('api/web/user/growth/acts', {}, token, 'GET')).data
    const standing = async (token: string) => (await world.call('api/web/user/growth/standing', {}, token, 'GET')).data
    const before = await standing(author!.token)
    const guide = await standing(left.token)
    await provide()
    await move('finalise', { confirmed: ['window:1'] })
    expect(await standing(author!.token)).toMatchObject({ points: before.points, awards: 0 })
    await publish()
    expect((await acts(author!.token)).list[0]).toMatchObject({ act: 'award', prize: 'first', points: 80, competitionId })
    expect(await standing(author!.token)).toMatchObject({ points: before.points + 80, awards: 1, prizes: [{ prize: 'first', count: 1 }] })
    expect((await acts(left.token)).list[0]).toMatchObject({ act: 'award', points: 80 })
    expect(await standing(left.token)).toMatchObject({
      points: guide.points + 80,
      level: 2,
      from: 50,
      next: 150,
      registered: guide.registered,
    })
    expect((await world.call('api/web/user/growth/acts', { act: 'course' }, author!.token, 'GET')).data.total).toBe(0)
    expect((await world.call('api/web/user/growth/acts', {}, null, 'GET')).error).toBe('SESSION_REQUIRED')
    await world.rows('DELETE FROM team_member WHERE "userId" = $1', [left.userId])
  })

  it('[RANK-10] organisers search rankings of the competitions where they manage them', async () => {
    const search = (input: object, token: string | null) => world.call('api/admin/rankingNews/search', { ...input }, token)
    const titles = async (input: object) => (await search(input, organiser)).data.list.map((row: Row) => row.id)
    expect(await titles({ search: '总决赛', published: false })).toContain(listId)
    expect(await titles({ published: true })).not.toContain(listId)
    await publish()
    expect(await titles({ published: true, state: 'published' })).toContain(listId)
    expect((await search({}, authors[0]!.token)).error).toBe('PERMISSION_DENIED')
    const elsewhere = await world.signIn('organiser 2')
    expect((await search({}, elsewhere)).data.list.map((row: Row) => row.id)).not.toContain(listId)
  })
})

describe('at the same moment', () => {
  /** Edits and publishes at once; answers whether the published version changed after it was published. */
  async function editWhilePublishing(call = 'publish'): Promise<boolean> {
    const [line] = await workingLines()
    await world.rows(
      `CREATE OR REPLACE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END'`,
    )
    await world.rows('CREATE OR REPLACE TRIGGER slowly BEFORE UPDATE ON ranking_award FOR EACH ROW EXECUTE FUNCTION slowly()')
    const edit = post('ranking/changeAward', { id: line.id, answers: { name: '改名队', rank: 1 } })
    await expect
      .poll(
        async () =>
          (await world.rows(`SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'WITH old%UPDATE "ranking_award"%'`))
            .length,
      )
      .toBeGreaterThan(0)
    await move(call, { published: true })
    const seen = (await publicLines())[0].name
    await edit
    await world.rows('DROP TRIGGER slowly ON ranking_award')
    return (await publicLines())[0].name !== seen
  }

  it('[RANK-11] a line is never edited under a version that is being published', async () => {
    expect(await editWhilePublishing()).toBe(false)
  })
  it('[RANK-11] control: without the lock of the list it is', async () => {
    expect(await editWhilePublishing('publishUnlocked')).toBe(true)
  })

  /** Replies of publishing many times at once. */
  async function publishAtOnce(call = 'publish'): Promise<string[]> {
    const replies = await Promise.all(Array.from({ length: 6 }, () => move(call, { published: true })))
    return replies.map(({ error }) => error ?? 'published')
  }
  const publications = async () =>
    (
      await world.rows(`SELECT FROM platform_log WHERE entity = 'ranking.list' AND "rowId" = $1 AND after ->> 'state' = 'published'`, [
        listId,
      ])
    ).length

  it('[RANK-12] of several publishes one publishes, and the others find it done', async () => {
    expect(await publishAtOnce()).toEqual(Array.from({ length: 6 }, () => 'published'))
    expect(await publications()).toBe(1)
  })
  it('[RANK-12] control: without the lock some run into each other', async () => {
    expect((await publishAtOnce('publishUnlocked')).filter((outcome) => outcome !== 'published').length).toBeGreaterThan(0)
  })

  it('[RANK-12] of several new versions one is made, with its lines once', async () => {
    await publish()
    const replies = await Promise.all(Array.from({ length: 5 }, () => move('revise', { reason: '更正' })))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(await world.rows('SELECT FROM ranking_award WHERE "listId" = $1 AND version = 2', [listId])).toHaveLength(3)
  })
})
