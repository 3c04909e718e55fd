/** Things that staff make while the platform runs: their tables, what happens to rows when fields change, the way back, and the way into a release. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { createWorld, type World } from './roadWorld.ts'

/** Of what a busy machine refuses. */
const ATTEMPTS = 20
const PAUSE_MS = 500

const REQUEST = {
  name: 'sponsors',
  titleZh: '赞助商',
  titleEn: 'Sponsors',
  permission: 'managePlatform',
  menu: 'shell.admin',
  fields: [
    { title: { zh: '名称', en: 'Name' }, kind: 'string', required: true },
    { title: { zh: '级别', en: 'Level' }, kind: 'enum', required: true, options: '金牌 | Gold\n银牌 | Silver' },
    { title: { zh: '竞赛', en: 'Competition' }, kind: 'ref', of: 'competition.competition' },
    { title: { zh: '金额', en: 'Amount' }, kind: 'money' },
    { title: { zh: '签约日期', en: 'Signed on' }, kind: 'date' },
    { title: { zh: '已到账', en: 'Paid' }, kind: 'boolean' },
    { title: { zh: '备注', en: 'Note' }, kind: 'text' },
  ],
}
const DOCUMENTS = [
  'entity:sponsors.item',
  'enum:sponsors.level',
  'resource:sponsors.item',
  'form:sponsors.item',
  'table:sponsors.list',
  'page:sponsors.list',
  'page:sponsors.one',
  'menu:sponsors.menu',
]

let world: World
let admin: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
  competitionId = (await world.rows('SELECT id FROM competition_competition WHERE published LIMIT 1'))[0].id
})
afterAll(() => world?.close())

/** As a client does: what a busy machine refuses is asked again. */
async function call(...asked: Parameters<World['call']>): ReturnType<World['call']> {
  for (let attempt = 1; ; attempt++) {
    const reply = await world.call(...asked)
    if (reply.error !== 'BUSY' || attempt === ATTEMPTS) return reply
    await setTimeout(PAUSE_MS)
  }
}

const content = (kind: 'entity' | 'enum', id: string) => structuredClone(world.server.deps.platform().documents[kind].get(id)!)
const save = (name: string, document: object) => call(`api/platform/document/${name.replace(':', '/')}`, { content: document }, admin)
const discard = (name: string) => call(`api/platform/document/${name.replace(':', '/')}/discard`, {}, admin)
const takeBack = (documents: readonly string[]) => thenServed(() => call('api/platform/document/takeBack', { documents }, admin))
const list = (input = {}, token: string | null = admin) => call('api/sponsors', input, token, 'GET')
const tables = async () => (await world.rows(`SELECT name FROM platform_table WHERE name = 'sponsors_item'`)).length

/** Publishes, saying yes to the rights that are opened, and waits until it is served. */
const publish = (documents: readonly string[]) =>
  thenServed(async () => {
    const first = await call('api/platform/document/publish', { documents }, admin)
    if (first.error !== 'CONFIRM_FIRST') return first
    return call('api/platform/document/publish', { documents, confirmed: first.details!.confirmed }, admin)
  })

async function thenServed(act: () => ReturnType<World['call']>) {
  const served = () => world.server.deps.platform().hash
  const before = served()
  const reply = await act()
  if (reply.code === 0) await expect.poll(served, { timeout: 30_000 }).not.toBe(before)
  return reply
}

async function change(name: 'entity:sponsors.item' | 'enum:sponsors.level', edit: (document: Record<string, never>) => void) {
  const [kind, id] = name.split(':') as ['entity', string]
  const document = content(kind, id)
  edit(document as unknown as Record<string, never>)
  await save(name, document)
  const reply = await publish([name])
  if (reply.error) await discard(name)
  const failures = (reply.details?.failures ?? []) as DocumentFailure[]
  return reply.error ? failures.map(({ code, path }) => `${code} ${path}`) : 'published'
}

describe('a thing that staff make', () => {
  it('[OWN-1] is planned without being saved, for staff of the platform alone', async () => {
    const planned = await call('api/platform/screen/plan', REQUEST, admin)
    expect(planned.data.list.map(({ kind, id }: { kind: string; id: string }) => `${kind}:${id}`)).toEqual(DOCUMENTS)
    expect((await call('api/platform/screen/plan', REQUEST, await world.signIn('organiser'))).error).toBe('PERMISSION_DENIED')
    expect(await tables()).toBe(0)
    const refused = async (more: object) => (await call('api/platform/screen/plan', { ...REQUEST, ...more }, admin)).error
    expect(await refused({ fields: [{ title: { zh: '级别' }, kind: 'enum', options: '金牌' }] })).toBe('SCREEN_FIELD')
    expect(await refused({ fields: [{ title: { zh: '竞赛' }, kind: 'ref', of: 'none.such' }] })).toBe('SCREEN_FIELD')
    expect(await refused({ fields: undefined })).toBe('SCREEN_EMPTY')
  })

  it('[OWN-2] has no table as a draft, nor when one of its documents has a mistake', async () => {
    expect((await call('api/platform/screen/draft', REQUEST, admin)).data.documents).toEqual(DOCUMENTS)
    const page = (await call('api/platform/screen/plan', REQUEST, admin)).data.list.find(({ id }: { id: string }) => id === 'sponsors.one')
    await save('page:sponsors.one', { ...page.content, body: [{ node: 'table', table: 'none.such' }] })
    expect((await publish(DOCUMENTS)).error).toBe('DOCUMENT_INVALID')
    expect(await tables()).toBe(0)
    const headers = { authorization: `Bearer ${admin}`, 'x-view-as': 'account.platformAdmin' }
    const preview = await world.app.inject({ url: '/api/platform/preview/page/sponsors.list', headers })
    expect(preview.statusCode).toBe(200)
    await save('page:sponsors.one', page.content)
  })

  it('[OWN-3] is added, found, edited, counted, exported and deleted as soon as it is published; the log has each step', async () => {
    expect(await publish(DOCUMENTS)).toMatchObject({ code: 0 })
    const gold = { name: '北辰科技', level: 'gold', competitionId, amount: 500000, signedOn: '2026-03-01', paid: true, note: '首年' }
    const added = await call('api/sponsors', gold, admin)
    expect(added).toMatchObject({ code: 0 })
    const { id } = added.data
    await call('api/sponsors', { name: '南山书店', level: 'silver', paid: false }, admin)
    expect((await list({ search: '北辰', level: 'gold' })).data).toMatchObject({ total: 1, list: [{ id, ...gold }] })
    expect((await list({ competitionId })).data.total).toBe(1)
    expect((await list({}, await world.signIn('participant'))).error).toBe('PERMISSION_DENIED')
    expect((await call('api/sponsors', { ...gold, level: 'bronze' }, admin)).error).toBe('CALL_INPUT')
    await call('api/sponsors/edit', { id, ...gold, amount: undefined, note: undefined }, admin)
    expect((await call('api/sponsors/get', { id }, admin, 'GET')).data).toMatchObject({ name: '北辰科技', amount: null })
    expect((await call('api/sponsors/count', {}, admin, 'GET')).data.groups).toHaveLength(2)
    const choices = await call('api/sponsors/competitionIdChoices', { search: '数学' }, admin, 'GET')
    expect(choices.data[0]).toMatchObject({ value: expect.any(String), label: expect.anything() })
    expect((await call('api/sponsors/export', {}, admin)).error).toBeUndefined()
    const logged = await world.rows(`SELECT "call" FROM platform_log WHERE "call" LIKE 'sponsors.%' ORDER BY id`)
    expect(logged.map((row) => row.call)).toEqual(expect.arrayContaining(['sponsors.add', 'sponsors.edit']))
  })

  it('[OWN-4] gets fields and options later; what rows do not allow is refused at its place, and nothing changes', async () => {
    const field = (title: string, more: object) => ({ type: 'string', title: { zh: title, en: title }, maxLength: 60, ...more })
    const add = (name: string, more: object) => (entity: { fields: Record<string, object> }) => {
      entity.fields[name] = field(name, more)
    }
    expect(await change('entity:sponsors.item', add('contact', {}) as never)).toBe('published')
    // by itself a required field would let nothing be added
    expect(await change('entity:sponsors.item', add('grade', { required: true }) as never)).toEqual([expect.stringMatching(/^KEY_MISSING/)])
    expect(await change('entity:sponsors.item', add('grade', { required: true, default: 'A' }) as never)).toBe('published')
    expect(await change('entity:sponsors.item', add('name', { required: true, maxLength: 2 }) as never)).toEqual([
      'TABLE_ROWS_BREAK /fields/name',
    ])
    const columns = await world.rows(`SELECT attname FROM pg_attribute WHERE attrelid = 'sponsors_item'::regclass AND attnum > 0`)
    expect(columns.map(({ attname }) => attname)).toEqual(expect.arrayContaining(['contact', 'grade']))
    const options = (codes: string[]) => (document: { values: object[] }) => {
      document.values = codes.map((code) => ({ code, label: { zh: code, en: code } }))
    }
    expect(await change('enum:sponsors.level', options(['gold', 'silver', 'bronze']) as never)).toBe('published')
    expect((await call('api/sponsors', { name: '东湖', level: 'bronze', paid: false }, admin)).code).toBe(0)
    expect(await change('enum:sponsors.level', options(['gold', 'silver']) as never)).toEqual([expect.stringMatching(/^TABLE_ROWS_BREAK/)])
  })

  it('[OWN-5] keeps the values of a field that is left out: an older version has them again', async () => {
    const without = (entity: { fields: Record<string, object> }) => {
      entity.fields = Object.fromEntries(Object.entries(entity.fields).filter(([name]) => name !== 'grade'))
    }
    expect(await change('entity:sponsors.item', without as never)).toBe('published')
    expect((await call('api/sponsors', { name: '西门', level: 'gold', paid: false }, admin)).code).toBe(0)
    expect((await world.rows(`SELECT DISTINCT grade FROM sponsors_item ORDER BY grade`)).map(({ grade }) => grade)).toContain('A')
  })

  it('[OWN-6] may not ask for what only a start sets up, and leaves the tables of a release alone', async () => {
    const final = (entity: Record<string, unknown>) => {
      entity.final = true
    }
    expect(await change('entity:sponsors.item', final as never)).toEqual(['DOCUMENT_RESTART /final'])
  })
})

describe('its table', () => {
  const start = (more: object = {}): Promise<Server> => {
    const { config } = world.server.deps
    const { databaseUrl, dataDirectory } = config
    return createServer({ databaseUrl, projectDirectory: PROJECT_DIRECTORY, dataDirectory, logLevel: 'silent', ...more })
  }

  it('[OWN-7] is left alone by a start, also by one with the shipped documents alone', async () => {
    const rescue = await start({ shippedOnly: true })
    expect(rescue.deps.platform().documents.entity.has('sponsors.item')).toBe(false)
    await rescue.close()
    const again = await start()
    const headers = { authorization: `Bearer ${admin}` }
    const total = async () => (await again.app.inject({ url: '/api/sponsors', headers })).json().data?.total
    await expect.poll(total, { timeout: 20_000 }).toBe(4)
    await again.close()
  })

  it('[OWN-8] stays with its rows when the thing is taken back, and is theirs again when it is published again', async () => {
    expect(await takeBack(DOCUMENTS)).toMatchObject({ code: 0 })
    expect((await list()).error).toBe('PATH_UNKNOWN')
    expect(await tables()).toBe(1)
    await call(
      'api/platform/screen/draft',
      { ...REQUEST, fields: REQUEST.fields.map((field) => ({ ...field, options: '金牌|Gold\n银牌|Silver\n铜牌|Bronze' })) },
      admin,
    )
    expect(await publish(DOCUMENTS)).toMatchObject({ code: 0 })
    expect(await list()).toMatchObject({ code: 0, data: { total: 4 } })
  })

  it('[OWN-9] becomes that of a release which has the thing as files', async () => {
    const root = mkdtempSync(join(tmpdir(), 'agon-own-'))
    const published = await world.rows(
      `SELECT kind, "documentId" AS id, content FROM platform_document WHERE state = 'published' AND "documentId" LIKE 'sponsors.%' AND kind IN ('entity', 'enum')`,
    )
    for (const { kind, id, content: text } of published) {
      const file = join(root, 'schemas', `${id.replaceAll('.', '/')}.${kind}.json`)
      mkdirSync(dirname(file), { recursive: true })
      const document = JSON.parse(text)
      // left out since: the release says so in a migration, or keeps them
      if (kind === 'entity')
        Object.assign(document.fields, {
          contact: { type: 'string', maxLength: 60, title: { zh: '联系', en: 'Contact' } },
          grade: { type: 'string', maxLength: 60, title: { zh: '等级', en: 'Grade' } },
        })
      writeFileSync(file, JSON.stringify(document))
    }
    const release = await start({ overlays: [root] })
    expect(await world.rows(`SELECT "atRuntime" FROM platform_table WHERE name = 'sponsors_item'`)).toEqual([{ atRuntime: false }])
    await release.close()
    rmSync(root, { recursive: true, force: true })
    await world.rows(`UPDATE platform_table SET "atRuntime" = true WHERE name = 'sponsors_item'`)
  })

  it('[OWN-10] goes with the thing when it has no rows', async () => {
    const { data } = await list({ pageSize: 100 })
    const ids = data.list.map(({ id }: { id: string }) => id)
    expect((await call('api/sponsors/removeMany', { ids }, admin)).data).toEqual({ removed: ids.length, skipped: 0 })
    expect(await takeBack(DOCUMENTS)).toMatchObject({ code: 0 })
    expect(await tables()).toBe(0)
  })
})
