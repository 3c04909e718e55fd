/** What the studio is told that a condition may read, at each place of a document. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operand } from '../../../runtime/core/studio/ruleOperands.ts'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
})
afterAll(() => world.close())

const call = (path: string, input: Record<string, unknown>, token: string | null = admin) => world.call(path, input, token, 'GET')
const at = async (document: string, place: string) => (await call(`api/platform/scope/${document}`, { place })).data
const operandsAt = async (document: string, place: string): Promise<Operand[]> => (await at(document, place)).operands
const named = (operands: readonly Operand[], field: string) => operands.find((operand) => operand.field === field)

const PAGE = 'support.message'
const content = {
  version: 1,
  title: { zh: '一条留言', en: 'One enquiry' },
  routes: ['/admin/enquiries/:id'],
  access: 'signedIn',
  state: { step: 1, shown: false },
  sources: {
    piece: { call: 'news.managed', params: { id: { cel: 'route.id' } } },
    all: { call: 'support.list', params: { pageNum: 1, pageSize: 10 } },
  },
  body: [
    { node: 'text', text: { zh: '您好', en: 'Hello' }, visibleWhen: { cel: 'query.tab == "open"' } },
    { node: 'repeat', items: { cel: 'all.list' }, children: [{ node: 'text', text: { zh: '一行', en: 'A row' } }] },
  ],
}

describe('[COND-1] what a condition may read', () => {
  it('is told of a draft at its place: sources, their rows, the address, the state and the person, in both languages', async () => {
    const path = `api/platform/document/page/${PAGE}`
    expect((await world.call(path, { content: { ...content, $schema: '../kinds/page.schema.json', id: PAGE } }, admin)).code).toBe(0)
    const outside = await operandsAt(`page/${PAGE}`, '/body/0')
    expect(named(outside, 'piece.status')).toMatchObject({ type: 'choice', from: 'source' })
    expect(named(outside, 'piece.status')?.options?.map(({ value }) => value)).toContain(2)
    expect(named(outside, 'piece.status')?.title).toMatchObject({
      zh: expect.stringMatching(/ › 状态$/),
      en: expect.stringMatching(/ › Status$/),
    })
    expect(named(outside, 'all.list')).toMatchObject({ type: 'rows' })
    expect(named(outside, 'all.total')).toMatchObject({ type: 'number' })
    expect(named(outside, 'route.id')).toMatchObject({ from: 'address' })
    expect(named(outside, 'query.tab')).toMatchObject({ from: 'address', type: 'text' })
    expect(named(outside, 'state.step')).toMatchObject({ from: 'state', type: 'number' })
    expect(named(outside, 'state.shown')).toMatchObject({ type: 'boolean' })
    expect(named(outside, 'session.signedIn')).toMatchObject({ from: 'person', type: 'boolean', title: { zh: '已登录', en: 'Signed in' } })
    expect(named(outside, 'session.permissions')?.options?.length).toBeGreaterThan(10)
    expect(named(outside, 'item.state')).toBeUndefined()
    const inside = await operandsAt(`page/${PAGE}`, '/body/1/children/0')
    expect(named(inside, 'item.state')).toMatchObject({ from: 'here', type: 'choice' })
  })

  it('is the same for a part that is not stored yet: what is around it is known', async () => {
    expect(named(await operandsAt(`page/${PAGE}`, '/body/9/children/3'), 'piece.status')).toBeDefined()
  })

  it('is told of tables, menus and fragments where they are shown, and of no document whose conditions run elsewhere', async () => {
    const inTable = await operandsAt('table/support.messages', '/rowActions/0')
    expect(named(inTable, 'row.state')).toMatchObject({ from: 'here', type: 'choice' })
    expect(named(await operandsAt('menu/shell.admin', '/items/0'), 'session.permissions')).toBeDefined()
    expect(await at('call/support.list', '/access')).toEqual({ scope: null, operands: [] })
    expect(await at('page/no.such', '/body/0')).toEqual({ scope: null, operands: [] })
  })

  it('is for staff of the platform', async () => {
    const organiser = await world.signIn('organiser')
    expect((await call(`api/platform/scope/page/${PAGE}`, { place: '' }, organiser)).error).toBe('PERMISSION_DENIED')
    expect((await call(`api/platform/scope/page/${PAGE}`, { place: '' }, null)).error).toBe('SESSION_REQUIRED')
  })
})
