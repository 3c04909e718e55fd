import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRenames } from '../../../runtime/server/documents/loadRenames.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { type Person, type RunningServices, startServices, until } from './startServices.ts'

let run: RunningServices
let admin: Person
beforeAll(async () => {
  run = await startServices()
  admin = await run.person('account.platformAdmin')
})
afterAll(() => run?.close())

const form = (
  title: string,
  properties: Record<string, unknown> = { name: { type: 'string', title: { zh: '名称', en: 'Name' }, 'x-widget': 'text' } },
) => ({
  $schema: '../kinds/form.schema.json',
  version: 1,
  title: { zh: title, en: title },
  schema: { type: 'object', properties },
})
const path = (id: string, rest = '') => `/api/platform/document/form/${id}${rest}`
const save = (id: string, content: unknown, token = admin.access_token) => run.send('POST', path(id), { token, body: { content } })
const publish = (id: string, token = admin.access_token) => run.send('POST', path(id, '/publish'), { token, body: { note: 'go' } })
const states = async (id: string) =>
  (await run.db.query('select revision, state from platform_document where "documentId" = $1 order by revision', [id])).rows.map(
    ({ revision, state }) => `${revision} ${state}`,
  )

describe('stored documents', () => {
  it('have one draft that is edited in place until it is published', async () => {
    await save('stored.one', form('First'))
    const second = await save('stored.one', form('Second'))
    expect(second.body.data).toMatchObject({
      revision: 1,
      state: 'draft',
      authorId: admin.id,
      content: { id: 'stored.one', title: { en: 'Second' } },
    })
    expect((await publish('stored.one')).body.data).toMatchObject({ revision: 1, state: 'published', note: 'go' })
    expect(await states('stored.one')).toEqual(['1 published'])
  })

  it('archive the published revision when the next one is published, and roll back by publishing it again', async () => {
    await save('stored.two', form('First'))
    const first = (await publish('stored.two')).body.data
    await save('stored.two', form('Second'))
    await publish('stored.two')
    expect(await states('stored.two')).toEqual(['1 archived', '2 published'])
    const restored = await run.send('POST', path('stored.two', '/1/restore'), { token: admin.access_token, body: {} })
    expect(restored.body.data).toMatchObject({ revision: 3, state: 'published', hash: first.hash, content: { title: { en: 'First' } } })
    expect(await states('stored.two')).toEqual(['1 archived', '2 archived', '3 published'])
  })

  it('are named by a hash that changes with the order of fields', async () => {
    const field = (title: string) => ({ type: 'string', title: { zh: title, en: title }, 'x-widget': 'text' })
    const one = await save('stored.order', form('Order', { a: field('A'), b: field('B') }))
    const other = await save('stored.order', form('Order', { b: field('B'), a: field('A') }))
    expect(one.body.data.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(other.body.data.hash).not.toBe(one.body.data.hash)
    expect(Object.keys(other.body.data.content.schema.properties)).toEqual(['b', 'a'])
  })

  it('are not published while anything in them is wrong; all mistakes are told and the published revision stays', async () => {
    await save('stored.bad', form('Good'))
    await publish('stored.bad')
    await save(
      'stored.bad',
      form('Bad', {
        a: { type: 'string', title: { zh: '甲', en: 'A' }, 'x-widget': 'txet' },
        b: { type: 'string', title: { zh: '乙', en: 'B' }, 'x-visibleWhen': { cel: 'nobody == 1' } },
      }),
    )
    const refused = await publish('stored.bad')
    expect(refused.body.error).toBe('DOCUMENT_INVALID')
    const paths = refused.body.details.failures.map((failure: { path: string }) => failure.path)
    expect(paths).toContain('/schema/properties/a/x-widget')
    expect(paths.some((at: string) => at.startsWith('/schema/properties/b/x-visibleWhen'))).toBe(true)
    expect(await states('stored.bad')).toEqual(['1 published', '2 draft'])
  })

  it('never change once published, not even by SQL', async () => {
    await save('stored.fixed', form('Fixed'))
    await publish('stored.fixed')
    const change = (sql: string) => run.db.query(`${sql} where "documentId" = 'stored.fixed'`)
    await expect(change(`update platform_document set content = '{}'`)).rejects.toMatchObject({ code: 'AG001' })
    await expect(change(`update platform_document set state = 'draft'`)).rejects.toMatchObject({ code: 'AG001' })
    await expect(change('delete from platform_document')).rejects.toMatchObject({ code: 'AG001' })
    expect(await states('stored.fixed')).toEqual(['1 published'])
  })

  it('are for those who manage the platform', async () => {
    const member = await run.person()
    expect((await save('stored.none', form('None'), member.access_token)).body.error).toBe('PERMISSION_DENIED')
    expect((await run.send('GET', path('stored.one'), {})).body.error).toBe('SESSION_REQUIRED')
    expect(await states('stored.none')).toEqual([])
  })

  it('are drafted at once by two people without a second draft', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map((number) => save('stored.race', form(`Draft ${number}`))))
    expect(replies.map(({ body }) => body.code)).toEqual([0, 0, 0, 0])
    expect(await states('stored.race')).toEqual(['1 draft'])
  })

  it('take the place of shipped ones in every process, and say so to open pages', async () => {
    const other = await run.second()
    const enumeration = {
      $schema: '../kinds/enum.schema.json',
      version: 1,
      title: { zh: '颜色', en: 'Colour' },
      type: 'string',
      values: [
        { code: 'red', label: { zh: '绯红', en: 'Crimson' } },
        { code: 'blue', label: { zh: '蓝色', en: 'Blue colour' } },
      ],
    }
    const address = '/api/platform/document/enum/fixture.color'
    expect((await run.send('POST', address, { token: admin.access_token, body: { content: enumeration } })).body.code).toBe(0)
    expect((await run.send('POST', `${address}/publish`, { token: admin.access_token, body: {} })).body.code).toBe(0)
    const label = (server: typeof other) => server.deps.platform().get('enum', 'fixture.color').values[0]?.label
    await until(async () => (label(run.server) as { en: string }).en === 'Crimson')
    await until(async () => (label(other) as { en: string }).en === 'Crimson')
  })
})

describe('a release that differs from the one that published a document', () => {
  const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    run.send(method, `/api/platform/${path}`, { token: admin.access_token, ...(body ? { body } : {}) })
  const listed = async (mark: string) =>
    (await ask('GET', `document?mark=${mark}&pageSize=50`)).body.data.list.map(({ key }: { key: string }) => key)
  const put = (kind: string, id: string, content: object) =>
    run.db.query(
      `INSERT INTO platform_document (kind, "documentId", revision, state, hash, "formatVersion", content)
       VALUES ($1, $2, 1, 'published', md5($3), 1, $3)`,
      [kind, id, JSON.stringify({ $schema: `../kinds/${kind}.schema.json`, id, version: 1, ...content })],
    )
  const title = { zh: '旧', en: 'Old' }

  it('[SQL-1] a call that links, and that the database cannot answer, is not published, and is told where', async () => {
    const where = { cel: "row.slug.lowerAscii() == 'a'" }
    const list = { method: 'GET', path: 'api/added/draft', access: 'public', operation: { kind: 'list', entity: 'content.article', where } }
    const content = { $schema: '../kinds/call.schema.json', version: 1, title, ...list, output: ['id'] }
    expect((await ask('POST', 'document/call/added.draft', { content })).body.code).toBe(0)
    const { body } = await ask('POST', 'document/call/added.draft/publish', {})
    expect(body).toMatchObject({ error: 'DOCUMENT_INVALID', details: { failures: [{ code: 'CEL_SQL', path: '/operation/where/cel' }] } })
  })

  it('[UPGRADE-6] starts without those that do not fit, serves the built-in ones, marks them for staff, and lets the others be', async () => {
    const page = { title, access: 'public', body: { node: 'table', table: 'gone.table' } }
    await put('page', 'platform.screens', { ...page, routes: ['/admin/screens'] })
    await put('page', 'added.old', { ...page, routes: ['/added/old'] })
    const other = await run.second()
    const { documents } = other.deps.platform()
    expect([documents.page.get('platform.screens')!.title, documents.page.has('added.old')]).toMatchObject([{ en: 'Page studio' }, false])
    expect(documents.enum.get('fixture.color')!.values[0]!.label).toMatchObject({ en: 'Crimson' })
    await run.server.deps.reloadPlatform()
    expect((await listed('leftOut')).sort()).toEqual(['page:added.old', 'page:platform.screens'])
    const { misfit } = (await ask('GET', 'opened/page/platform.screens')).body.data
    expect(misfit[0]).toMatchObject({ found: expect.stringContaining('gone.table') })
    await save('stored.beside', form('Beside'))
    expect((await publish('stored.beside')).body.code).toBe(0)
    for (const id of ['added.old', 'platform.screens'])
      expect((await ask('POST', `document/page/${id}/takeBack`, {})).body.error ?? 'done').toBe('done')
    expect(await listed('leftOut')).toEqual([])
  })

  it('[UPGRADE-7] says of a customised document that the built-in one has changed since, what, and lays one over the other', async () => {
    const color = 'document/enum/fixture.color'
    const before = (await ask('GET', 'opened/enum/fixture.color')).body.data
    const [first, ...rest] = before.shipped.values
    await ask('POST', color, { content: before.published })
    // the release before had another word and lacked the last value
    const base = { ...before.shipped, values: [{ ...first, color: 'error' }, ...rest.slice(0, -1)] }
    await run.db.query(`UPDATE platform_document SET base = $1 WHERE "documentId" = 'fixture.color' AND state = 'draft'`, [
      JSON.stringify(base),
    ])
    await ask('POST', `${color}/publish`, {})
    expect(await listed('builtInChanged')).toEqual(['enum:fixture.color'])
    const { builtInChanges } = (await ask('GET', 'opened/enum/fixture.color')).body.data
    expect(builtInChanges.map(({ path }: { path: string }) => path)).toContain(`/values/${rest.at(-1).code}`)
    expect((await ask('POST', `${color}/merge`, {})).body.data).toEqual({ conflicts: [] })
    await ask('POST', `${color}/publish`, {})
    const { published } = (await ask('GET', 'opened/enum/fixture.color')).body.data
    expect(published.values.map(({ code }: { code: string }) => code)).toEqual(
      before.shipped.values.map(({ code }: { code: string }) => code),
    )
    expect(published.values[0].label.en).toBe('Crimson')
    expect(await listed('builtInChanged')).toEqual([])
  })

  it('[UPGRADE-8] brings what names documents by ids of earlier releases to the ids of this one, and leaves the stored versions as they are', async () => {
    const [old, today] = ['event.manage', 'competition.manageEvents']
    const shipped = async (kind: string, id: string) => (await ask('GET', `opened/${kind}/${id}`)).body.data.shipped
    const pairs = Object.values(loadRenames([PROJECT_DIRECTORY])).flatMap((ids) => Object.entries(ids))
    const asBefore = (content: object) =>
      JSON.parse(pairs.reduce((text, [from, to]) => text.replaceAll(`"${to}"`, `"${from}"`), JSON.stringify(content)))
    const page = asBefore(await shipped('page', 'competition.wizard.points'))
    expect(JSON.stringify(page)).toContain(`"${old}"`)
    await put('page', 'competition.wizard.points', { ...page, title })
    const refund = 'pay.payrRefund'
    const call = asBefore(await shipped('call', refund)) as { handler: string }
    expect(call.handler).toBe(refund)
    await put('call', refund, { ...call, title })
    await put('table', old, { ...asBefore(await shipped('table', today)), id: old, title })
    await run.db.query(
      `INSERT INTO platform_view ("ownerId", "table", name, settings) VALUES ($1, $2, 'mine', '{}'), ($1, $2, 'both', '{}'), ($1, $3, 'both', '{}')`,
      [admin.id, old, today],
    )
    await run.db.query(
      `WITH organisation AS (INSERT INTO organisation_organisation (name, kind) VALUES ('{"zh":"甲","en":"A"}', 'school') RETURNING id)
       INSERT INTO "account_apiKey" ("organisationId", "userId", name, prefix, hash, scopes, scope, "objectId", "expiresAt")
       SELECT id, $1, 'old', 'p', 'h', $2, 'organisation', id, now() FROM organisation`,
      [admin.id, JSON.stringify(['read:event', old])],
    )
    const other = await run.second()
    const { documents } = other.deps.platform()
    expect(documents.page.get('competition.wizard.points')!.title).toEqual(title)
    expect(documents.table.get(today)!.title).toEqual(title)
    expect(documents.call.get(refund)).toMatchObject({ title, handler: 'pay.refundOrder' })
    expect(documents.table.has(old)).toBe(false)
    expect(JSON.stringify(documents.page.get('competition.wizard.points'))).not.toContain(`"${old}"`)
    expect(await listed('leftOut')).toEqual([])
    const views = (await ask('GET', `view?table=${today}`)).body.data.list
    expect(views.map(({ name }: { name: string }) => name)).toEqual(['both', 'mine'])
    expect((await run.db.query(`SELECT scopes FROM "account_apiKey"`)).rows).toEqual([{ scopes: ['read:event', today] }])
    const stored = await run.db.query(`SELECT content, hash = md5(content) AS "sameHash" FROM platform_document WHERE "documentId" = $1`, [
      today,
    ])
    expect(stored.rows).toEqual([{ content: expect.stringContaining(`"${old}"`), sameHash: true }])
    await expect(run.db.query(`UPDATE platform_document SET content = '{}' WHERE "documentId" = $1`, [today])).rejects.toMatchObject({
      code: 'AG001',
    })
    const again = (await ask('GET', `opened/table/${today}`)).body.data.published
    expect([again.id, again.title]).toEqual([today, title])
  })
})
