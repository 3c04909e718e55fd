/** The areas of docs/examples, as a newcomer uses them: their documents stand beside the product's, are used over HTTP and on the screen. */
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import { madeFiles } from '../../runtime/core/documents/readDocuments.ts'
import type { MenuDocument } from '../../runtime/core/documents.ts'
import { closeWindows, openWindow } from '../harness/browserWindows.ts'
import { settled } from '../harness/openPage.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { readDemoAccount } from '../harness/readDemoAccount.ts'
import { readWorkbook } from '../harness/readWorkbook.ts'
import { startTestServer, type TestServer } from '../harness/startTestServer.ts'

const EXAMPLE = join(PROJECT_DIRECTORY, 'docs/examples/equipment')
const AREA = 'schemas/equipment'
const MENTORING = join(PROJECT_DIRECTORY, 'docs/examples/mentoring')
/** Of the lines that the documents have in the long form. */
const LARGEST_PART = 0.5

let server: TestServer
let origin: string
let tokens: { access_token: string; refresh_token: string }

beforeAll(async () => {
  const entry = JSON.parse(readFileSync(join(EXAMPLE, 'menuEntry.json'), 'utf8'))
  const withEntry = (menu: MenuDocument) => {
    menu.items.push(entry)
    return menu
  }
  server = await startTestServer({
    template: 'seeded',
    overlays: [EXAMPLE, MENTORING],
    edits: {
      'schemas/shell/admin.menu.json': withEntry,
      'schemas/account/grants/platformAdmin.role.json': (role) => ({ ...role, permissions: [...role.permissions, 'manageMentoring'] }),
    },
  })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  tokens = await signIn('administrator')
})
afterAll(async () => {
  await closeWindows()
  await server?.close()
})

async function signIn(role: string): Promise<typeof tokens> {
  const { userName, password } = readDemoAccount(role)
  const body = new URLSearchParams({ account: userName, password })
  const reply = await fetch(`${origin}/api/usercenter/authentication/form`, { method: 'POST', body })
  return ((await reply.json()) as { data: typeof tokens }).data
}

interface Reply {
  code: number
  error?: string
  // biome-ignore lint/suspicious/noExplicitAny: what any call answers
  data: any
  details?: { errors: { path: string }[] }
}

async function call(address: string, input?: object, who: typeof tokens | null = tokens): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${who.access_token}` }) }
  const how = input === undefined ? {} : { method: 'POST', body: JSON.stringify(input) }
  return (await (await fetch(`${origin}/api/${address}`, { headers, ...how })).json()) as Reply
}

const camera = { name: 'Camera A', kind: 'camera', quantity: 2, boughtOn: '2026-03-01' }

describe('[LANG-20] the first area of docs/language.md', () => {
  it('is written in fewer lines than its long form', () => {
    const files = readdirSync(join(EXAMPLE, AREA))
    const made = files.flatMap((file) => madeFiles({ file: `${AREA}/${file}`, text: readFileSync(join(EXAMPLE, AREA, file), 'utf8') }))
    const count = (text: string) => text.trim().split('\n').length
    const short = files.map((file) => count(readFileSync(join(EXAMPLE, AREA, file), 'utf8')))
    const long = made.map(({ file }) => {
      const name = readFileName(file)
      if ('finding' in name) throw new Error(`${file} is no document`)
      return count(printDocument(name.kind, server.server.deps.platform().get(name.kind, name.id), { asWritten: true }))
    })
    const sum = (lines: number[]) => lines.reduce((one, other) => one + other, 0)
    expect(files).toHaveLength(3)
    expect(sum(short) / sum(long), `${sum(short)} lines for ${sum(long)}`).toBeLessThanOrEqual(LARGEST_PART)
  })

  it('lists, adds and deletes over HTTP, for those who hold the permission alone', async () => {
    const { data: added, code } = await call('equipment', camera)
    expect(code).toBe(0)
    await call('equipment', { name: 'Laptop', kind: 'computer', quantity: 10 })
    expect((await call('equipment?kind=camera')).data.list).toEqual([{ id: added.id, ...camera }])
    expect((await call('equipment?search=lap')).data.list).toMatchObject([{ name: 'Laptop', boughtOn: null }])
    expect((await call('equipment?sort=-quantity')).data.list.map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Camera A'])
    expect(await call('equipment', { ...camera, quantity: 0 })).toMatchObject({
      error: 'CALL_INPUT',
      details: { errors: [{ path: '/quantity' }] },
    })
    expect(await call('equipment', { ...camera, kind: 'boat' })).toMatchObject({
      error: 'CALL_INPUT',
      details: { errors: [{ path: '/kind' }] },
    })
    expect(await call('equipment', camera, null)).toMatchObject({ error: 'SESSION_REQUIRED' })
    expect(await call('equipment', camera, await signIn('participant'))).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect((await call('equipment/remove', { id: added.id })).code).toBe(0)
    expect((await call('equipment/remove', { id: added.id })).error).toBe('NOT_FOUND')
    const { rows } = await server.db.query('select id, name from equipment_item')
    expect(rows).toMatchObject([{ name: 'Laptop' }])
    await call('equipment/remove', { id: String(rows[0].id) })
    const { rows: log } = await server.db.query("select title from platform_log where entity = 'equipment.item'")
    expect(log).toHaveLength(4)
  })

  it.each([
    {
      lang: 'zh',
      entry: '器材',
      add: '添加器材',
      name: '名称',
      kind: '类别',
      quantity: '数量',
      camera: '相机',
      remove: '删除',
      empty: '还没有器材',
    },
    {
      lang: 'en',
      entry: 'Equipment',
      add: 'Add equipment',
      name: 'Name',
      kind: 'Kind',
      quantity: 'Quantity',
      camera: 'Camera',
      remove: 'Delete',
      empty: 'No equipment yet',
    },
  ] as const)('lists, adds and deletes on the screen that the menu leads to, in $lang', async ({ lang, ...words }) => {
    const window = await openWindow({ origin, lang, width: 1440, storage: { 'agon.tokens': tokens } })
    const { page, problems } = window
    await page.goto('/admin/list')
    await settled(page)
    await page.getByRole('link', { name: words.entry, exact: true }).click()
    await page.getByRole('heading', { name: words.entry, level: 1 }).waitFor()
    await page.getByText(words.empty).waitFor()
    await fillForm(page, words)
    const row = page.getByRole('row').filter({ hasText: 'Tripod' })
    await row.getByText(words.camera, { exact: true }).waitFor()
    await row.getByRole('button', { name: words.remove }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: words.remove }).click()
    await page.getByText(words.empty).waitFor()
    expect(problems).toEqual([])
    await window.leave()
  })
})

async function fillForm(page: Page, words: { add: string; name: string; kind: string; quantity: string; camera: string }): Promise<void> {
  await page.getByRole('button', { name: words.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.name).fill('Tripod')
  await dialog.getByLabel(words.kind).selectOption({ label: words.camera })
  await dialog.getByLabel(words.quantity).fill('3')
  await dialog.getByRole('button', { name: words.add }).click()
}

describe('docs/examples/mentoring, an area of documents alone', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const mentor = { name: 'Grace Hopper', about: { zh: '编译器', en: 'Compilers' }, skills: ['programming', 'writing'], shown: true }
  const slot = { minutes: 30, seats: 2, place: 'Library 201' }
  let mentorId: string
  let soon: string
  let later: string

  const addSlot = async (startsAt: string, seats = slot.seats): Promise<string> =>
    (await call('mentoring/slots', { answers: { ...slot, mentorId, startsAt, seats } })).data.id

  beforeAll(async () => {
    mentorId = (await call('mentoring/mentors', { answers: mentor })).data.id
    soon = await addSlot(inHours(3))
    later = await addSlot(inHours(72))
  })

  it('[MENTOR-1] is found by skill, and by those alone who hold its permission', async () => {
    expect((await call('mentoring/mentors?skill=writing')).data.list).toMatchObject([{ ...mentor, slots: 2 }])
    expect((await call('mentoring/mentors?skill=design')).data.list).toEqual([])
    expect((await call('mentoring/openSlots?skill=programming', undefined, null)).data.list).toMatchObject([
      { id: soon, mentor: mentor.name, left: 2 },
      { id: later, left: 2 },
    ])
    expect(await call('mentoring/mentors', { answers: mentor }, await signIn('participant'))).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect(await call('mentoring/mentors', { answers: { ...mentor, skills: ['cooking'] } })).toMatchObject({ error: 'FORM_INVALID' })
  })

  it('[MENTOR-2] gives the last place once, leaves no row of who came too late, and tells who booked', async () => {
    const roles = ['participant', 'organiser', 'organiser 2', 'school administrator', 'provincial auditor']
    const people = await Promise.all(roles.map(signIn))
    const full = await addSlot(inHours(96), 1)
    const replies = await Promise.all(people.map((who) => call('mentoring/book', { slotId: full, answers: { topic: 'Advice' } }, who)))
    expect(replies.map(({ error }) => error ?? 'booked').toSorted()).toEqual([...Array(4).fill('SLOT_FULL'), 'booked'])
    const { rows } = await server.db.query('select state from mentoring_booking where "slotId" = $1', [full])
    expect(rows).toEqual([{ state: 'booked' }])
    const winner = people[replies.findIndex(({ code }) => code === 0)]!
    const reported = await call('web/messageLabelOld/getUserMessage', undefined, winner)
    expect(JSON.stringify(reported.data)).toContain('Library 201')
  })

  it('[MENTOR-3] is cancelled until 24 hours before, not after', async () => {
    const who = await signIn('participant')
    const near = (await call('mentoring/book', { slotId: soon, answers: { topic: 'Now' } }, who)).data
    const far = (await call('mentoring/book', { slotId: later, answers: { topic: 'Later' } }, who)).data
    expect(await call('mentoring/book', { slotId: later, answers: { topic: 'Again' } }, who)).toMatchObject({ error: 'BOOKED_ALREADY' })
    expect(await call('mentoring/cancel', { id: near.id }, who)).toMatchObject({ error: 'CANCEL_LATE' })
    expect(await call('mentoring/cancel', { id: far.id }, await signIn('organiser'))).toMatchObject({ error: 'NOT_FOUND' })
    expect((await call('mentoring/cancel', { id: far.id }, who)).data).toMatchObject({ state: 'cancelled' })
    expect((await call('mentoring/openSlots', undefined, null)).data.list).toMatchObject([
      { id: soon, left: 1 },
      { id: later, left: 2 },
      {},
    ])
  })

  it.each([
    { lang: 'zh', width: 1440, mark: '登记到场', attended: '已参加', book: '预约', topic: '想聊什么', done: '已预约' },
    { lang: 'en', width: 360, mark: 'Mark as attended', attended: 'Attended', book: 'Book', topic: 'Topic', done: 'Booked' },
  ] as const)('[MENTOR-4] is booked and noted on its screens, in $lang at $width', async ({ lang, width, ...words }) => {
    await addSlot(inHours(lang === 'zh' ? 48 : 50))
    const visitor = await openWindow({ origin, lang, width, storage: { 'agon.tokens': await signIn('organiser 2') } })
    await visitor.page.goto('/mentoring?skill=programming')
    await settled(visitor.page)
    await visitor.page.getByRole('button', { name: words.book, exact: true, disabled: false }).first().click()
    await visitor.page.getByRole('dialog').getByLabel(words.topic).fill('How to write the abstract')
    await visitor.page.getByRole('dialog').getByRole('button', { name: words.book }).click()
    await visitor.page.getByText('How to write the abstract').first().waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.leave()
    const staff = await openWindow({ origin, lang, width: 1440, storage: { 'agon.tokens': tokens } })
    await staff.page.goto('/admin/mentoring')
    await settled(staff.page)
    const row = staff.page.getByRole('row').filter({ hasText: 'How to write the abstract' }).first()
    await row.getByRole('checkbox').check()
    await staff.page.getByRole('button', { name: words.mark }).click()
    await row.getByText(words.attended).waitFor()
    expect(staff.problems).toEqual([])
    await staff.leave()
  })

  it('[MENTOR-5] is exported with the filters of the table', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.access_token}` }
    const ask = (input: object) => fetch(`${origin}/api/mentoring/export`, { method: 'POST', headers, body: JSON.stringify(input) })
    const rowsOf = async (input: object) => {
      const [sheet] = await readWorkbook(new Uint8Array(await (await ask(input)).arrayBuffer()))
      return sheet!.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : []))
    }
    const [head, ...rows] = await rowsOf({ skill: 'programming', state: 'cancelled' })
    expect(head).toEqual(['时间（中国标准时间）', '导师', '预约人', '想聊什么', '状态'])
    expect(rows).toMatchObject([[expect.anything(), mentor.name, expect.any(String), 'Later', '已取消']])
    expect(await rowsOf({ skill: 'design' })).toHaveLength(1)
  })
})
