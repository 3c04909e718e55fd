/** `npm run new -- area`: what it writes works, and it writes nothing when something is wrong. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import { areaDocuments } from '../../runtime/server/documents/area/areaDocuments.ts'
import { areaWords } from '../../runtime/server/documents/area/areaWords.ts'
import { readArea } from '../../scripts/new/readArea.ts'
import { writeArea } from '../../scripts/new/writeArea.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { readDemoAccount } from '../harness/readDemoAccount.ts'
import { startTestServer, type TestServer } from '../harness/startTestServer.ts'

const AREA = 'gadget'
const FIELDS = [
  'name: string 60 | 名称 | Name',
  'kind: enum computer camera | 类别 | Kind',
  'quantity?: integer 1..9 | 数量 | Quantity',
  'weight?: number 0.5..99.5',
  'boughtOn?: date',
  'seenAt?: datetime',
  'lent: boolean',
  'note?: text | 备注 | Note',
]

let root: string
let overlay: string
let written: string[]
let server: TestServer
let token: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'agon-new-'))
  overlay = mkdtempSync(join(tmpdir(), 'agon-new-area-'))
  cpSync(join(PROJECT_DIRECTORY, 'schemas'), join(root, 'schemas'), { recursive: true })
  for (const folder of ['plugins', 'runtime', 'renderer']) symlinkSync(join(PROJECT_DIRECTORY, folder), join(root, folder))
  written = writeArea(root, readArea(['area', AREA, '器具|Gadgets', ...FIELDS]))
  cpSync(join(root, 'schemas', AREA), join(overlay, 'schemas', AREA), { recursive: true })
  server = await startTestServer({ template: 'seeded', overlays: [overlay] })
  const { userName, password } = readDemoAccount('administrator')
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/usercenter/authentication/form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ account: userName, password }).toString(),
  })
  token = reply.json().data.access_token
})
afterAll(async () => {
  await server?.close()
  for (const folder of [root, overlay]) rmSync(folder, { recursive: true, force: true })
})

async function call(address: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  return (
    await server.app.inject({ method: payload ? 'POST' : 'GET', url: `/api/${address}`, headers, ...(payload && { payload }) })
  ).json()
}

describe('npm run new -- area', () => {
  it('[NEW-4] with a name alone writes Chinese words that the wording rules accept: a space before Latin letters', () => {
    const words = JSON.stringify(
      areaDocuments({ ...readArea(['area', 'inventory']), words: areaWords(server.server.deps.platform().texts) }),
    )
    expect(words).toContain('Inventory')
    expect(words.match(/[\u4e00-\u9fff][A-Za-z]/g)).toBeNull()
  })

  it('[NEW-1] writes documents in the one form, a menu entry and a test', () => {
    expect(written).toContain(`tests/server/${AREA}/${AREA}.test.ts`)
    for (const file of written.filter((name) => name.endsWith('.json'))) {
      const text = readFileSync(join(root, file), 'utf8')
      const kind = /\.(\w+)\.json$/.exec(file)?.[1] as 'call'
      expect(`${printDocument(kind, JSON.parse(text))}\n`, file).toBe(text)
    }
    expect(readFileSync(join(root, 'schemas/shell/admin.menu.json'), 'utf8')).toContain(`"to": "/admin/${AREA}"`)
  })

  it('[NEW-2] makes an area that adds, finds, edits and deletes, with a field of every type', async () => {
    const item = {
      name: 'Camera A',
      kind: 'camera',
      quantity: 2,
      weight: 1.5,
      boughtOn: '2026-03-01',
      seenAt: '2026-03-01T08:00:00.000Z',
      lent: true,
      note: 'At the desk',
    }
    const { id } = (await call(AREA, item)).data
    const lean = { name: 'Laptop', kind: 'computer', lent: false }
    await call(AREA, lean)
    expect((await call(`${AREA}?search=cam&kind=camera`)).data.list).toMatchObject([{ id, ...item }])
    expect((await call(`${AREA}?search=lap`)).data.list).toMatchObject([{ ...lean, quantity: null, note: null }])
    expect(await call(AREA, { ...item, quantity: 10 })).toMatchObject({ error: 'CALL_INPUT', details: { errors: [{ path: '/quantity' }] } })
    expect(await call(AREA, { kind: 'camera', lent: true })).toMatchObject({ error: 'CALL_INPUT' })
    await call(`${AREA}/edit`, { id, ...lean })
    expect((await call(`${AREA}?kind=computer`)).data.list).toMatchObject([{ name: 'Laptop' }, { id, ...lean, boughtOn: null }])
    await call(`${AREA}/remove`, { id })
    expect((await call(AREA)).data.total).toBe(1)
  })

  it.each([
    { says: 'an area that is there', args: ['area', AREA], words: /is there already/ },
    { says: 'a type that does not exist', args: ['area', 'other', 'name: words'], words: /there is no type "words".*string/ },
    { says: 'limits that are none', args: ['area', 'other', 'count: integer 9..1'], words: /9 is more than 1/ },
    { says: 'a column that every entity has', args: ['area', 'other', 'id: string'], words: /has "id" already/ },
    { says: 'a field that stands twice', args: ['area', 'other', 'name: string', 'name: text'], words: /stands twice/ },
    { says: 'an enum of one code', args: ['area', 'other', 'kind: enum camera'], words: /at least two codes/ },
    { says: 'no name', args: ['area'], words: /^Usage: npm run new/ },
    { says: 'a permission that does not exist', args: ['area', 'other'], permission: 'mayDoAll', words: /mayDoAll/ },
  ])('[NEW-3] refuses $says in words, and writes nothing', ({ args, permission, words }) => {
    const before = readFileSync(join(root, 'schemas/shell/admin.menu.json'), 'utf8')
    expect(() => writeArea(root, readArea(args, permission))).toThrow(words)
    expect(existsSync(join(root, 'schemas/other'))).toBe(false)
    expect(readFileSync(join(root, 'schemas/shell/admin.menu.json'), 'utf8')).toBe(before)
  })
})
