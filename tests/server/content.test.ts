/** Content pages, help centre and what people write to support, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from './roadWorld.ts'

let world: World
let staff: string
let student: string
beforeAll(async () => {
  world = await createWorld()
  ;[staff, student] = await Promise.all([world.signIn('administrator'), world.signIn('participant')])
})
afterAll(() => world?.close())

const get = (path: string, input: Record<string, unknown> = {}, token: string | null = null) => world.call(path, input, token, 'GET')
const save = (input: Record<string, unknown>, token = staff) => world.call('api/web/content/save', input, token)
/** A file of staff, as it is stored. */
async function upload(name: string, bytes: Buffer) {
  const head = `--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nform\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  const headers = { authorization: `Bearer ${staff}`, 'content-type': 'multipart/form-data; boundary=b' }
  return (await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload })).json().data as {
    id: string
    size: number
  }
}
const question = {
  type: 2,
  category: 'signup',
  position: 5,
  title: { zh: '如何退费', en: 'How are fees paid back?' },
  body: { zh: '<p>联系主办方。</p>' },
}

describe('content', () => {
  it('is there in both languages on every page that staff write', async () => {
    for (const slug of ['introductionPlatform', 'introductionProduct', 'expendingServices', 'experience']) {
      const { data } = await get(`api/web/content/page/${slug}`)
      expect(data).toMatchObject({ exists: true })
      for (const text of [data.title, data.summary, data.body]) {
        expect(text.zh).toMatch(/[\u4e00-\u9fff]/)
        expect(text.en).not.toMatch(/[\u4e00-\u9fff]/)
      }
    }
  })

  it('is seen by visitors from publishing until it is withdrawn, and changes only when it is published again', async () => {
    const { id } = (await save({ answers: question })).data
    const seen = async () => (await get(`api/web/content/help/${id}`)).data?.title?.zh
    expect(await seen()).toBeUndefined()
    await world.call('api/web/content/publish', { id }, staff)
    expect(await seen()).toBe('如何退费')
    const changed = await save({ id, base: 1, answers: { ...question, title: { zh: '退费说明' } } })
    expect(changed.data).toMatchObject({ latest: 2, state: 'changed' })
    expect(await seen()).toBe('如何退费')
    await world.call('api/web/content/publish', { id }, staff)
    expect(await seen()).toBe('退费说明')
    expect((await world.call('api/web/content/restore', { id, number: 1 }, staff)).data).toMatchObject({ latest: 3, state: 'changed' })
    await world.call('api/web/content/publish', { id }, staff)
    expect(await seen()).toBe('如何退费')
    await world.call('api/web/content/withdraw', { id }, staff)
    expect((await get(`api/web/content/help/${id}`)).error).toBe('NOT_FOUND')
    const { list } = (await get('api/web/content/versions', { articleId: id }, staff)).data
    expect(list.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
    expect(list[0].author).toBe('周明远')
  })

  it('keeps nothing that is not on the allow-list, and shows the other language where one is missing', async () => {
    const { id } = (
      await save({
        answers: { ...question, title: { zh: '如何退费', en: '' }, body: { zh: '<p onclick="x()">好</p><script>x()</script>' } },
      })
    ).data
    const { content, answers } = (await get(`api/web/content/edit/${id}`, {}, staff)).data
    expect(content.body).toEqual({ zh: '<p>好</p>', en: '<p>好</p>' })
    expect(content.title.en).toBe('如何退费')
    expect(answers.title).toEqual(content.title)
  })

  it('that somebody else has changed meanwhile is not overwritten', async () => {
    const { id } = (await save({ answers: question })).data
    const replies = await Promise.all([1, 2, 3].map((n) => save({ id, base: 1, answers: { ...question, title: { zh: `第 ${n} 稿` } } })))
    expect(replies.map(({ error }) => error ?? 'saved').sort()).toEqual(['CONTENT_CHANGED', 'CONTENT_CHANGED', 'saved'])
  })

  it('is written by staff of the platform alone', async () => {
    const organiser = await world.signIn('organiser')
    for (const token of [student, organiser]) {
      expect((await save({ answers: question }, token)).error).toBe('PERMISSION_DENIED')
      expect((await get('api/web/content/manage', {}, token)).error).toBe('PERMISSION_DENIED')
      expect((await get('api/web/content/edit/1', {}, token)).error).toBe('PERMISSION_DENIED')
    }
  })

  it('of a page of the site stands once', async () => {
    const reply = await save({ answers: { type: 1, slug: 'experience', position: 1, title: { zh: '再来一篇' } } })
    expect(reply.error).toBe('PAGE_TAKEN')
  })
})

describe('help centre', () => {
  it('[SEARCH-6] is searched in both languages, by pinyin, and filtered by category; the two types stay apart', async () => {
    const all = (await get('api/web/content/help', { type: 2 })).data
    expect(all.total).toBeGreaterThan(5)
    expect(all.list.every(({ type }: { type: number }) => type === 2)).toBe(true)
    expect((await get('api/web/content/help', { type: 2, search: '发票' })).data.total).toBeGreaterThan(0)
    expect((await get('api/web/content/help', { type: 2, search: 'invoice' })).data.total).toBeGreaterThan(0)
    expect((await get('api/web/content/help', { type: 2, search: 'fapiao' })).data.total).toBeGreaterThan(0)
    expect((await get('api/web/content/help', { type: 2, search: 'fapiaozzz' })).data.total).toBe(0)
    const account = (await get('api/web/content/help', { type: 2, category: 'account' })).data
    expect(account.total).toBeGreaterThan(0)
    expect(account.total).toBeLessThan(all.total)
  })

  it('hands a download to visitors once it is published, with its name and size', async () => {
    const file = await upload('名单.pdf', Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`))
    const answers = { type: 99, category: 'signup', position: 1, title: { zh: '名单' }, file: [file] }
    const { id } = (await save({ answers })).data
    const fetched = () => world.app.inject({ method: 'GET', url: `/api/platform/file/${file.id}` })
    expect((await fetched()).statusCode).toBe(200)
    expect((await fetched()).json().error).toBe('NOT_FOUND')
    await world.call('api/web/content/publish', { id }, staff)
    const reply = await fetched()
    expect(reply.rawPayload.length).toBe(file.size)
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain('名单.pdf')
    const { list } = (await get('api/web/content/help', { type: 99, search: '名单' })).data
    expect(list[0].file).toMatchObject({ name: '名单.pdf', size: file.size })
  })
})

const application = {
  kind: 'trial',
  organisation: '启明市数学学会',
  name: '何知远',
  phone: '19900000088',
  email: 'he@agon.example',
  need: '面向中学生的数学建模竞赛。',
}

describe('what people write to support', () => {
  it('[INPUT-10] is refused with the title of the field and the number of the row, not with their keys', async () => {
    const message = async (change: object, path = 'api/web/support/application') =>
      (await world.call(path, { ...application, ...change }, null)).message
    expect(await message({ name: ' ' })).toContain('联系人')
    expect(await message({ email: 'nobody' })).toContain('邮箱')
    const read = await world.call('api/web/message/read', { ids: ['1', 'x'] }, student)
    expect(read).toMatchObject({ error: 'CALL_INPUT', message: expect.stringContaining('第 2 行') })
  })

  it('is refused with the field that is wrong', async () => {
    const reply = await world.call('api/web/support/application', { ...application, phone: '12', email: 'nobody' }, student)
    expect(JSON.stringify(reply)).toMatch(/phone/)
  })

  it('gets a number, is seen by staff of the platform alone, and is refused when it comes too often', async () => {
    const left = await world.call('api/web/support/message', { name: '访客', contact: '19900000077', content: '怎么报名？' })
    expect(left.data.number).toMatch(/^M\d+$/)
    const applied = await world.call('api/web/support/application', application)
    expect(applied.data.number).toMatch(/^A\d+$/)
    for (const path of ['api/web/support/messages', 'api/web/support/applications']) {
      expect((await get(path, {}, student)).error).toBe('PERMISSION_DENIED')
      expect((await get(path, { state: 'new' }, staff)).data.total).toBeGreaterThan(0)
    }
    const replies = await Promise.all(Array.from({ length: 12 }, () => world.call('api/web/support/application', application)))
    expect(replies.filter(({ error }) => error === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(3)
  })

  it('is answered in the inbox of an account and by mail to an address; who left a phone number only has to be called', async () => {
    const leave = (contact: string, token: string | null) =>
      world.call('api/web/support/message', { name: '林晓舟', contact, content: '怎么改报名表？' }, token)
    const answer = (id: string) =>
      world.call('api/web/support/reply', { id, target: 'message', reply: '在“我的竞赛”里修改。', done: true }, staff)
    const own = (await leave('student@agon.example', student)).data.id
    expect((await answer(own)).data).toMatchObject({ state: 'done', told: ['message', 'mail'] })
    const inbox = (await get('api/web/messageLabelOld/getUserMessage', { pageSize: 5, pageNum: 1 }, student)).data
    expect(inbox.list[0].text).toContain('在“我的竞赛”里修改。')
    const visitor = (await leave('19900000066', null)).data.id
    expect((await answer(visitor)).data.told).toEqual([])
    expect((await world.call('api/web/support/answer', { id: visitor, state: 'working', note: '已致电' }, staff)).data.state).toBe(
      'working',
    )
  })
})
