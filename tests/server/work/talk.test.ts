/** Thumbs and comments of public works: limits, moderation, reports, the message to authors. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, serverScope, type World } from '../roadWorld.ts'

let world: World
let organiser: string
let design: string
let work: { id: string; userId: string }
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  design = await world.competition(DESIGN)
  const [row] = await world.rows(
    `SELECT id, "userId" FROM work_work WHERE "competitionId" = $1 AND shown AND state = 'submitted' ORDER BY id LIMIT 1`,
    [design],
  )
  work = { id: String(row.id), userId: String(row.userId) }
})
afterAll(() => world?.close())
beforeEach(async () => {
  for (const table of ['work_commentReport', 'work_comment', 'work_thumb', 'platform_rate']) await world.rows(`DELETE FROM "${table}"`)
  await rule('after')
})

const rule = (commentRule: string) =>
  world.rows('UPDATE competition_competition SET "commentRule" = $2 WHERE id = $1', [design, commentRule])
const pool = 'api/web/resource/pool'
const thumb = (token: string | null, on = true) => world.call(`${pool}/thumb/${work.id}`, { on }, token)
const comment = (text: string, token: string | null) => world.call(`${pool}/${work.id}/comment`, { text }, token)
const comments = async (token: string | null = null) => (await world.call(`${pool}/${work.id}/comment`, {}, token, 'GET')).data.list
const talk = async () => (await world.call(`${pool}/${work.id}/talk`, {}, null, 'GET')).data

describe('thumbs', () => {
  it('[TALK-1] one of each person, however often and at the same time it is given; it can be taken back', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => world.newcomer()))
    await Promise.all(people.flatMap(({ token }) => [thumb(token), thumb(token), thumb(token)]))
    expect(await talk()).toMatchObject({ thumbs: 5, mine: false })
    expect((await thumb(people[0]!.token, false)).data).toEqual({ thumbs: 4, mine: false })
    expect((await thumb(null)).error).toBe('SESSION_REQUIRED')
    const [hidden] = await world.rows('SELECT id FROM work_work WHERE "competitionId" = $1 AND NOT shown LIMIT 1', [design])
    expect((await world.call(`${pool}/thumb/${hidden.id}`, {}, people[0]!.token)).error).toBe('NOT_FOUND')
  })
})

describe('comments', () => {
  it('[TALK-7] name the writer by the nickname, and hide a name that nobody chose to show', async () => {
    const [named, plain] = [await world.newcomer(), await world.newcomer()]
    await world.rows(`UPDATE account_user SET name = '欧阳若兰' WHERE id = ANY($1)`, [[named.id, plain.id]])
    await world.rows(`UPDATE account_user SET nickname = '海边的椅子' WHERE id = $1`, [named.id])
    await comment('很喜欢', named.token)
    await comment('同意', plain.token)
    expect((await comments()).map(({ name }: { name: string }) => name)).toEqual(['欧***', '海边的椅子'])
  })

  it('[TALK-2] are shown immediately, after a review, or not taken, as the organiser chose; the writer sees an own one that waits', async () => {
    const who = await world.newcomer()
    expect((await comment('很喜欢', who.token)).data.state).toBe('shown')
    await rule('before')
    expect((await comment('再说一句', who.token)).data.state).toBe('waiting')
    expect((await comments()).map(({ text }: { text: string }) => text)).toEqual(['很喜欢'])
    expect(await comments(who.token)).toHaveLength(2)
    await rule('off')
    expect((await comment('不行', who.token)).error).toBe('COMMENT_OFF')
    expect((await comment('没登录', null)).error).toBe('SESSION_REQUIRED')
  })

  it('[TALK-3] so many a day of each person, also at the same time', async () => {
    const who = await world.newcomer()
    await world.rows(
      `INSERT INTO work_comment ("workId", "competitionId", "organisationId", "userId", name, text, state, "writtenAt")
       SELECT id, "competitionId", "organisationId", $2, 'x', 'x', 'shown', now() FROM work_work, generate_series(1, 27) WHERE id = $1`,
      [work.id, who.id],
    )
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => comment(`第 ${at}`, who.token)))
    expect(outcomes.filter(({ error }) => error === undefined)).toHaveLength(3)
    expect(outcomes.filter(({ error }) => error === 'COMMENT_LIMIT')).toHaveLength(5)
  })

  it('[TALK-4] a hidden one is gone for all but its writer, who reads why; readers’ reports make one wait', async () => {
    const writer = await world.newcomer()
    const { id } = (await comment('广告', writer.token)).data
    const readers = await Promise.all(Array.from({ length: 3 }, () => world.newcomer()))
    const report = (token: string) => world.call(`${pool}/comment/report`, { id, reason: '广告' }, token)
    await report(readers[0]!.token)
    expect((await report(readers[0]!.token)).error).toBe('COMMENT_REPORTED')
    await report(readers[1]!.token)
    expect(await comments()).toHaveLength(1)
    await report(readers[2]!.token)
    expect(await comments()).toEqual([])
    expect((await report((await world.newcomer()).token)).error).toBe('NOT_FOUND')
    expect(
      (await world.call('api/web/work/comments', { competitionId: design, state: 'waiting' }, organiser, 'GET')).data.list[0],
    ).toMatchObject({ id, reports: 3 })
    expect((await world.call('api/web/work/comments/hide', { id }, organiser)).error).toBe('CALL_INPUT')
    await world.call('api/web/work/comments/hide', { id, reason: '广告内容' }, organiser)
    expect(await comments(writer.token)).toMatchObject([{ state: 'hidden', reason: '广告内容', mine: true }])
    const foreigner = await world.signIn('organiser 2')
    expect((await world.call('api/web/work/comments/show', { id }, foreigner)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
  })

  it('[TALK-5] people delete their own ones and no others', async () => {
    const [writer, other] = [await world.newcomer(), await world.newcomer()]
    const { id } = (await comment('写错了', writer.token)).data
    const remove = async (token: string) =>
      (await world.app.inject({ method: 'DELETE', url: `/${pool}/${id}/comment`, headers: { authorization: `Bearer ${token}` } })).json()
    expect((await remove(other.token)).error).toBe('NOT_FOUND')
    expect((await remove(writer.token)).error).toBeUndefined()
    expect(await comments()).toEqual([])
  })

  it('[TALK-6] the author hears of new comments in one message, and of none twice', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, () => world.newcomer()))
    for (const { token } of readers) await comment('好', token)
    const tell = () =>
      world.server.deps.calls.runHandler('work.tellComments', {}, { session: serverScope(world, world.server.deps.db).session, lang: 'zh' })
    expect(await tell()).toEqual({ told: 1 })
    expect(await tell()).toEqual({ told: 0 })
    const messages = await world.rows(
      `SELECT variables FROM platform_outbox WHERE channel = 'message' AND template = 'work.newComments' AND "userId" = $1`,
      [work.userId],
    )
    expect(messages.map(({ variables }) => variables.comments)).toEqual([3])
  })
})

describe('works', () => {
  it('[TALK-8] are reported by readers, each once; the organiser reads why, stops showing the work and settles the report', async () => {
    await world.rows('DELETE FROM work_report')
    const reader = await world.newcomer()
    const report = (id: string, token: string | null) => world.call(`${pool}/${id}/report`, { reason: '抄袭' }, token)
    expect((await report(work.id, null)).error).toBe('SESSION_REQUIRED')
    expect((await report(work.id, reader.token)).error).toBeUndefined()
    expect((await report(work.id, reader.token)).error).toBe('WORK_REPORTED')
    const [hidden] = await world.rows('SELECT id FROM work_work WHERE "competitionId" = $1 AND NOT shown LIMIT 1', [design])
    expect((await report(String(hidden.id), reader.token)).error).toBe('NOT_FOUND')
    const open = async (token = organiser) =>
      (await world.call('api/web/work/reports', { competitionId: design, settled: false }, token, 'GET')).data
    const { list } = await open()
    expect(list).toMatchObject([{ workId: work.id, reason: '抄袭', shown: true, settled: false }])
    expect(Object.keys(list[0])).not.toContain('userId')
    const foreigner = await world.signIn('organiser 2')
    expect((await world.call('api/web/work/reports/settle', { id: list[0].id }, foreigner)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    const desk = async () => (await world.call('api/web/competition/desk', {}, organiser, 'GET')).data.list
    const reports = async () => (await desk()).find(({ id }: { id: string }) => id === design)?.reports ?? 0
    expect(await reports()).toBe(1)
    await world.call('api/web/work/reports/settle', { id: list[0].id }, organiser)
    expect((await open()).total).toBe(0)
    expect(await reports()).toBe(0)
  })

  it('[WORK-90] lead to the next and the previous one in the order of the gallery, pinned ones first, without a gap', async () => {
    const shown = (await world.call(`api/web/competition/works/${design}`, { pageSize: 100 }, null, 'GET')).data.list as Beside[]
    expect(shown.length).toBeGreaterThan(5)
    expect(shown[0]!.pinned).toBe(true)
    const beside = async ({ id, competitionId, pinned, submittedAt }: Beside, way: string) =>
      (await world.call(`api/web/competition/work/${id}/${way}`, { competitionId, pinned, submittedAt }, null, 'GET')).data.list[0]?.id
    const after = await Promise.all(shown.map((one) => beside(one, 'after')))
    const before = await Promise.all(shown.map((one) => beside(one, 'before')))
    expect(after).toEqual([...shown.slice(1).map(({ id }) => id), undefined])
    expect(before).toEqual([undefined, ...shown.slice(0, -1).map(({ id }) => id)])
  })
})

interface Beside {
  id: string
  competitionId: string
  pinned: boolean
  submittedAt: string
}
