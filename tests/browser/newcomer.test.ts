/** The area that docs/language.md begins with, as a newcomer uses it: its documents stand beside the product's, are used over HTTP and on the screen. */
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import type { MenuDocument } from '../../runtime/core/documents.ts'
import { closeWindows, openWindow } from '../harness/browserWindows.ts'
import { settled } from '../harness/openPage.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { readDemoAccount } from '../harness/readDemoAccount.ts'
import { startTestServer, type TestServer } from '../harness/startTestServer.ts'

const EXAMPLE = join(PROJECT_DIRECTORY, 'docs/examples/equipment')
const AREA = 'schemas/equipment'
/** Of the lines that the documents have in the long form. */
const LARGEST_PART = 0.5

let server: TestServer
let origin: string
let tokens: { access_token: string; refresh_token: string }

beforeAll(async () => {
  const entry = JSON.parse(readFileSync(join(EXAMPLE, 'menuEntry.json'), 'utf8'))
  const withEntry = (menu: MenuDocument) => {
    menu.items.find(({ id }) => id === 'competitions')?.children?.push(entry)
    return menu
  }
  server = await startTestServer({ template: 'seeded', overlays: [EXAMPLE], edits: { 'schemas/shell/admin.menu.json': withEntry } })
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
  data: { id: string; list: Record<string, unknown>[]; total: number }
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
    const count = (text: string) => text.trim().split('\n').length
    const short = files.map((file) => count(readFileSync(join(EXAMPLE, AREA, file), 'utf8')))
    const long = files.map((file) => {
      const name = readFileName(`${AREA}/${file}`)
      if ('finding' in name) throw new Error(`${file} is no document`)
      return count(printDocument(name.kind, server.server.deps.platform().get(name.kind, name.id), { asWritten: true }))
    })
    const sum = (lines: number[]) => lines.reduce((one, other) => one + other, 0)
    expect(files).toHaveLength(8)
    expect(sum(short) / sum(long), `${sum(short)} lines for ${sum(long)}`).toBeLessThanOrEqual(LARGEST_PART)
  })

  it('lists, adds and deletes over HTTP, for those who hold the permission alone', async () => {
    const { data: added, code } = await call('equipment', camera)
    expect(code).toBe(0)
    await call('equipment', { name: 'Laptop', kind: 'computer', quantity: 10 })
    expect((await call('equipment?kind=camera')).data.list).toEqual([{ id: added.id, ...camera }])
    expect((await call('equipment?search=lap')).data.list).toMatchObject([{ name: 'Laptop', boughtOn: null }])
    expect((await call('equipment?sort=-quantity')).data.list.map(({ name }) => name)).toEqual(['Laptop', 'Camera A'])
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
