/** News of a competition, over HTTP: written by staff, reviewed by the organiser, read by everybody once published. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, HACKATHON, MODELLING, type World } from '../roadWorld.ts'

const AREA = 'api/web/competition/news'
let world: World
let organiser: string
let other: string
let writer: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  competitionId = await world.competition(MODELLING)
  ;[organiser, other] = await Promise.all([world.signIn('organiser'), world.signIn('organiser 2')])
  const person = await world.newcomer()
  writer = person.token
  await world.rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', [
    person.id,
    'account.competitionStaff',
    'competition',
    competitionId,
  ])
})
afterAll(() => world?.close())

const words = { type: 'notify', title: { zh: '赛题发布时间调整', en: 'Problems are published later' }, body: { zh: '<p>改为九点。</p>' } }
const write = async (answers: object = {}) =>
  (await world.call(`${AREA}/save`, { competitionId, answers: { ...words, ...answers } }, writer)).data.id as string
const move = (id: string, transition: string, token = writer) =>
  world.app
    .inject({ method: 'PUT', url: `/${AREA}/changeNewsStatus`, headers: { authorization: `Bearer ${token}` }, payload: { id, transition } })
    .then((reply) => reply.json())
const audit = (id: string, check: 1 | 2, reason?: string, token = organiser) => world.call(`${AREA}/audit`, { id, check, reason }, token)
const read = (id: string) => world.call(`${AREA}/detail`, { id }, null, 'GET')
const publish = async (id: string) => {
  await move(id, 'submit')
  return audit(id, 1)
}
const listed = async () =>
  (await world.call(`${AREA}/list`, { competitionId, pageSize: 100 }, null, 'GET')).data.list.map((item: { id: string }) => item.id)

describe('news', () => {
  it('is public only once it is approved, and no longer once it is withdrawn', async () => {
    const id = await write()
    const seen = async () => [(await read(id)).code === 0, (await listed()).includes(id)]
    expect(await seen()).toEqual([false, false])
    expect((await move(id, 'submit')).data.status).toBe(1)
    expect(await seen()).toEqual([false, false])
    expect((await audit(id, 1)).data).toMatchObject({ status: 2, publishedAt: expect.any(String) })
    expect(await seen()).toEqual([true, true])
    expect((await read(id)).data).toMatchObject({
      title: words.title,
      body: { zh: words.body.zh, en: words.body.zh },
    })
    expect((await move(id, 'withdraw', organiser)).data.status).toBe(3)
    expect(await seen()).toEqual([false, false])
  })

  it('is sent back with a reason only, which its author is told', async () => {
    const id = await write()
    await move(id, 'submit')
    expect((await audit(id, 2)).error).toBe('NEWS_REASON_NEEDED')
    expect((await audit(id, 2, '请补充咨询电话。')).data).toMatchObject({ status: 0, reason: '请补充咨询电话。' })
    const stored = await world.rows(`SELECT variables FROM platform_outbox WHERE template = 'news.sentBack'`)
    expect(stored.at(-1).variables).toMatchObject({ title: words.title.zh, reason: '请补充咨询电话。' })
  })

  it('is not changed while it is under review or public', async () => {
    const id = await write()
    const change = () => world.call(`${AREA}/save`, { id, answers: { ...words, title: { zh: '另一标题' } } }, writer)
    await move(id, 'submit')
    expect((await change()).error).toBe('NEWS_LOCKED')
    await move(id, 'recall')
    expect((await change()).code).toBe(0)
    await publish(id)
    expect((await change()).error).toBe('NEWS_LOCKED')
    expect((await read(id)).data.title.zh).toBe('另一标题')
  })

  it('is published by those who may publish, and touched by nobody of another competition', async () => {
    const id = await write()
    await move(id, 'submit')
    expect((await audit(id, 1, undefined, writer)).error).toBe('PERMISSION_DENIED')
    for (const reply of [await audit(id, 1, undefined, other), await move(id, 'recall', other)]) expect(reply.error).toBe('NOT_FOUND')
    const foreign = await world.competition(HACKATHON)
    expect((await world.call(`${AREA}/save`, { competitionId: foreign, answers: words }, writer)).error).toBe('PERMISSION_DENIED')
    expect((await world.call(`${AREA}/save`, { id, answers: words }, other)).error).toBe('NOT_FOUND')
    expect((await world.call(`${AREA}/save`, { answers: words }, writer)).code).not.toBe(0)
  })

  it('keeps what the allow-list knows of its text, and nothing else', async () => {
    const id = await write({ body: { zh: '<p onclick="x()">好<script>alert(1)</script></p>' } })
    const [{ body }] = await world.rows('SELECT body FROM competition_news WHERE id = $1', [id])
    expect(body.zh).toBe('<p>好</p>')
  })

  it('can be brought back after it was deleted; what is public cannot be deleted', async () => {
    const id = await write()
    const remove = () => world.call(`${AREA}/remove`, { id }, organiser)
    await publish(id)
    expect((await remove()).error).toBe('NOT_FOUND')
    await move(id, 'withdraw', organiser)
    expect((await remove()).code).toBe(0)
    expect((await world.call(`${AREA}/manage/${id}`, {}, organiser, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call(`${AREA}/restore`, { id }, organiser)).code).toBe(0)
    expect((await world.call(`${AREA}/manage/${id}`, {}, organiser, 'GET')).data.status).toBe(3)
  })
})
