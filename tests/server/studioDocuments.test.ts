/** Skins and documents made in the studio, behind HTTP: who may, what is refused, what is published together, and the way back. */
import { dirname } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { createServer } from '../../runtime/server/createServer.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { createWorld, MODELLING, type World } from './roadWorld.ts'

let world: World
let admin: string
let organiser: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
  organiser = await world.signIn('organiser')
})
afterAll(() => world.close())

const get = (path: string, token: string | null, input = {}) => world.call(path, input, token, 'GET')

describe('a skin', () => {
  let competitionId: string
  let id: string
  const save = (content: object, token = organiser) => world.call('api/web/skin/save', { id, content }, token)
  const shown = async (token: string | null = null) => (await get('api/web/index/setting', token, { competitionId })).data.objectSkin
  const content = (tokens: object, more = {}) => ({ extends: 'skins.light', tokens, images: {}, layout: {}, ...more })

  it('is made for what the person manages, and does not exist for anybody else', async () => {
    competitionId = await world.competition(MODELLING)
    const made = await world.call(
      'api/web/skin/create',
      { name: '建模蓝', for: `competition:${competitionId}`, start: 'skins.light' },
      organiser,
    )
    expect(made).toMatchObject({ code: 0 })
    id = made.data.id
    const stranger = await world.signIn('organiser 2')
    const participant = await world.signIn('participant')
    for (const call of ['save', 'publish', 'wear', 'remove']) {
      const input = { id, ...(call === 'save' ? { content: content({}) } : {}) }
      expect((await world.call(`api/web/skin/${call}`, input, stranger)).error).toBe('NOT_FOUND')
      expect((await world.call(`api/web/skin/${call}`, input, participant)).error).toBe('PERMISSION_DENIED')
    }
    expect((await get('api/web/skin/list', stranger)).data.list.map((skin: { id: string }) => skin.id)).not.toContain(id)
    expect((await get('api/web/skin/list', organiser)).data.list).toContainEqual(
      expect.objectContaining({ id, scope: 'competition', state: 'draft' }),
    )
    const offered = (await get('api/web/skin/objects', organiser)).data.map(({ value }: { value: string }) => value)
    expect(offered).toContain(`competition:${competitionId}`)
    expect(offered).not.toContain('platform')
    expect((await world.call('api/web/skin/create', { name: '平台', for: 'platform' }, organiser)).error).toBe('NOT_FOUND')
  })

  it('[SAFE-2] cannot be published with a value that would leave its place in a style, a token that nobody declared, or a picture of elsewhere', async () => {
    await save(content({ fontFamily: 'x;} body{display:none}', colorNobody: '#fff' }))
    const refused = await world.call('api/web/skin/publish', { id }, organiser)
    expect(refused.error).toBe('DOCUMENT_INVALID')
    const places = (refused.details!.failures as { code: string; path: string }[]).map(({ code, path }) => `${code} ${path}`)
    expect(places).toEqual(['SKIN_TOKEN /tokens/colorNobody', 'SKIN_TOKEN /tokens/fontFamily'])
    const foreign = { ...content({}), images: { logo: 'https://elsewhere.example/x.png' } }
    const imported = await world.call(
      'api/web/skin/create',
      { name: '外来', for: `competition:${competitionId}`, content: JSON.stringify(foreign) },
      organiser,
    )
    expect((await world.call('api/web/skin/publish', { id: imported.data.id }, organiser)).details!.failures).toMatchObject([
      { code: 'SKIN_TOKEN', path: '/images/logo' },
    ])
    await world.call('api/web/skin/remove', { id: imported.data.id }, organiser)
  })

  it('cannot be worn before it is published, nor published while a pair lacks contrast on either side', async () => {
    expect((await world.call('api/web/skin/wear', { id }, organiser)).error).toBe('SKIN_UNPUBLISHED')
    await save(content({ colorPrimary: '#7fb2ff' }, { other: { extends: 'skins.dark', tokens: { colorText: '#333333' } } }))
    const refused = await world.call('api/web/skin/publish', { id }, organiser)
    expect(refused.error).toBe('DOCUMENT_INVALID')
    const paths = (refused.details!.failures as { code: string; path: string; suggestion: string }[]).map(
      ({ code, path }) => `${code} ${path}`,
    )
    expect(paths).toEqual(expect.arrayContaining(['SKIN_CONTRAST /tokens/colorPrimary', 'SKIN_CONTRAST /other/tokens/colorText']))
    expect((refused.details!.failures as { suggestion: string }[])[0]!.suggestion).toMatch(/^write "#[0-9a-f]{6}"$/)
  })

  it('shows on the public pages of its competition and in what the server sends first, once it is worn', async () => {
    const tokens = { colorPrimary: '#0b4f8a', colorLink: '#0b4f8a', colorPrimaryHover: '#0a4478', colorPrimaryActive: '#083862' }
    await save(content(tokens, { other: { extends: 'skins.dark', tokens: {} } }))
    expect(await world.call('api/web/skin/publish', { id }, organiser)).toMatchObject({ code: 0 })
    expect(await shown()).toBe(false)
    expect(await world.call('nodeapi/website/setSkin', { id }, organiser)).toMatchObject({ code: 20000 })
    expect(await shown()).toMatchObject({ dark: false, tokens: { colorPrimary: '#0b4f8a', space4: 16 }, other: { dark: true } })
    const page = await world.app.inject({ url: `/details?competitionId=${competitionId}` })
    expect(page.body).toMatch(/<meta name="agon-skin" content="[^"]*#0b4f8a/)
    expect((await world.app.inject({ url: '/' })).body).not.toContain('agon-skin')
    expect((await world.app.inject({ url: '/details?competitionId=999999999' })).body).not.toContain('agon-skin')
  })

  it("of an organisation shows on its competitions that have none of their own, not on other organisations'", async () => {
    const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [competitionId])
    const made = await world.call(
      'api/web/skin/create',
      { name: '机构绿', for: `organisation:${organisationId}`, start: 'skins.spring' },
      admin,
    )
    await world.call('api/web/skin/publish', { id: made.data.id }, admin)
    await world.call('api/web/skin/wear', { id: made.data.id }, admin)
    expect((await shown()).tokens.colorPrimary).toBe('#0b4f8a')
    await world.call('api/web/skin/unwear', { id }, organiser)
    expect((await shown()).tokens.colorPrimary).toBe('#0b6e4f')
    const [other] = await world.rows('SELECT id FROM competition_competition WHERE published AND "organisationId" <> $1 LIMIT 1', [
      organisationId,
    ])
    expect((await get('api/web/index/setting', null, { competitionId: other.id })).data.objectSkin).toBe(false)
    await world.call('api/web/skin/wear', { id }, organiser)
  })

  it('goes back to an earlier version by a draft of it, and leaves as JSON that makes the same skin again', async () => {
    await save(content({ colorPrimary: '#7a1fa2' }))
    await world.call('api/web/skin/publish', { id, note: '紫色' }, organiser)
    const { revisions } = (await get(`api/web/skin/get/${id}`, organiser)).data
    const first = revisions.at(-1)
    await world.call('api/web/skin/restore', { id, revision: first.revision }, organiser)
    expect((await shown()).tokens.colorPrimary).toBe('#7a1fa2')
    await world.call('api/web/skin/publish', { id }, organiser)
    expect((await shown()).tokens.colorPrimary).toBe('#0b4f8a')
    const file = await world.app.inject({ url: `/api/web/skin/export?id=${id}`, headers: { authorization: `Bearer ${organiser}` } })
    const copy = await world.call(
      'api/web/skin/create',
      { name: '副本', for: `competition:${competitionId}`, content: file.body },
      organiser,
    )
    expect((await get(`api/web/skin/get/${copy.data.id}`, organiser)).data.content.tokens.colorPrimary).toBe('#0b4f8a')
    expect(
      (await world.call('api/web/skin/create', { name: '坏', for: `competition:${competitionId}`, content: '{' }, organiser)).error,
    ).toBe('SKIN_IMPORT')
    expect((await world.call('api/web/skin/remove', { id }, organiser)).error).toBe('SKIN_WORN')
    expect((await world.call('api/web/skin/remove', { id: copy.data.id }, organiser)).code).toBe(0)
  })

  it('is saved and published in one step for programs', async () => {
    const reply = await world.call(
      'api/skin/structureCompetitionSkin/updateContribute',
      { id, content: content({ colorPrimary: '#124c7c' }) },
      organiser,
    )
    expect(reply).toMatchObject({ code: 0, data: { hash: expect.any(String), revision: expect.any(Number) } })
    const opened = (await get(`api/web/skin/get/${id}`, organiser)).data
    expect(opened).toMatchObject({ changed: false, content: { tokens: { colorPrimary: '#124c7c' } } })
    expect(opened.revisions[0]).toMatchObject({ revision: reply.data.revision, state: 'published' })
  })

  it('shows pictures to everybody, and none of other people', async () => {
    const head = `--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nskin\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), await picture(), Buffer.from('\r\n--b--\r\n')])
    const headers = { authorization: `Bearer ${organiser}`, 'content-type': 'multipart/form-data; boundary=b' }
    const upload = await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload })
    expect(upload.json()).toMatchObject({ code: 0 })
    const address = `/api/platform/file/${upload.json().data.id}`
    expect((await save(content({}, { images: { logo: address } }), admin)).error).toBe('SKIN_PICTURE')
    expect((await save(content({}, { images: { logo: address } }))).error).toBeUndefined()
    expect((await world.app.inject({ url: address })).statusCode).toBe(200)
  })
})

const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#0b4f8a' } })
    .png()
    .toBuffer()

const SCREEN = {
  'call:studioTest.list': {
    $schema: '../kinds/call.schema.json',
    version: 1,
    title: { zh: '赛事清单', en: 'Contests' },
    method: 'GET',
    path: 'api/web/studioTest/list',
    access: { permission: 'managePlatform' },
    input: { type: 'object', additionalProperties: false, properties: { pageNum: { type: 'integer' }, pageSize: { type: 'integer' } } },
    operation: { kind: 'list', entity: 'competition.competition', sort: { fields: ['id'], default: ['-id'] } },
    output: ['id', 'title'],
  },
  'table:studioTest.list': {
    $schema: '../kinds/table.schema.json',
    version: 1,
    title: { zh: '赛事清单', en: 'Contests' },
    source: { call: 'studioTest.list' },
    columns: [{ field: 'title', title: { zh: '名称', en: 'Title' } }],
  },
  'page:studioTest.list': {
    $schema: '../kinds/page.schema.json',
    version: 1,
    title: { zh: '赛事清单', en: 'Contests' },
    routes: ['/admin/studioTest'],
    access: { permission: 'managePlatform' },
    meta: { chrome: 'admin' },
    body: [{ node: 'table', table: 'studioTest.list' }],
  },
} as const

describe('documents', () => {
  const names = Object.keys(SCREEN)
  const save = (name: string, content: object, token = admin) => {
    const [kind, id] = name.split(':')
    return world.call(`api/platform/document/${kind}/${id}`, { content: { ...content, id } }, token)
  }
  const publish = (documents: readonly string[], token = admin) => world.call('api/platform/document/publish', { documents }, token)
  const served = (kind: 'page' | 'menu', id: string) => world.server.deps.platform().documents[kind].get(id)

  it('are for platform staff only', async () => {
    for (const token of [organiser, await world.signIn('participant')]) {
      expect((await get('api/platform/document', token)).error).toBe('PERMISSION_DENIED')
      expect((await get('api/platform/preview/boot', token)).error).toBe('PERMISSION_DENIED')
      expect((await publish(names, token)).error).toBe('PERMISSION_DENIED')
      expect((await save(names[0]!, SCREEN['call:studioTest.list'], token)).error).toBe('PERMISSION_DENIED')
    }
    expect((await get('api/platform/document', null)).error).toBe('SESSION_REQUIRED')
    expect((await world.call('api/platform/document/files', {}, admin)).error).toBe('NOTHING_PUBLISHED')
  })

  it('that depend on each other are published together, or none of them is', async () => {
    for (const name of names) await save(name, SCREEN[name as keyof typeof SCREEN])
    const standalone = await publish(['page:studioTest.list'])
    expect(standalone).toMatchObject({ error: 'DOCUMENT_INVALID' })
    const reported = await world.call('api/platform/document/failures', { documents: ['page:studioTest.list'] }, admin, 'GET')
    expect(reported.data.list).toMatchObject([{ path: '/body/0/table', isDraft: true }])
    const drafts = await get('api/platform/document', admin, { mine: true, kind: 'page' })
    expect(drafts.data.list).toMatchObject([{ id: 'studioTest.list', title: { zh: '赛事清单', en: 'Contests' } }])
    await save('table:studioTest.list', { ...SCREEN['table:studioTest.list'], source: { call: 'studioTest.lsit' } })
    const wrong = await publish(names)
    expect(wrong.details!.failures).toMatchObject([{ code: 'REFERENCE_UNKNOWN', suggestion: expect.stringContaining('studioTest.list') }])
    expect(await world.rows(`SELECT 1 FROM platform_document WHERE "documentId" = 'studioTest.list' AND state <> 'draft'`)).toEqual([])
    await save('table:studioTest.list', SCREEN['table:studioTest.list'])
    expect(await publish(names)).toMatchObject({
      code: 0,
      data: { list: [{ state: 'published' }, { state: 'published' }, { state: 'published' }] },
    })
    await expect.poll(() => served('page', 'studioTest.list')).toBeDefined()
    const listed = await get('api/web/studioTest/list', admin, { pageSize: 100 })
    expect(listed.data.list.length).toBeGreaterThan(3)
    expect((await get('api/web/studioTest/list', organiser)).error).toBe('PERMISSION_DENIED')
  })

  it('[MENU-1] that add entries to a menu copy nothing of it: what the release has there stays, and the menu is no other one', async () => {
    const itemsOf = (id: string) => world.server.deps.platform().get('menu', id).items
    const builtIn = itemsOf('shell.admin')
    const last = builtIn.at(-1)!
    const title = { zh: '赛事', en: 'Contests' }
    const items = [{ id: 'studioTest', label: title, to: '/admin/studioTest', permission: 'managePlatform' }]
    await save('menu:studioTest.menu', { title, into: 'shell.admin', under: last.id, items })
    expect(await publish(['menu:studioTest.menu'])).toMatchObject({ code: 0 })
    await expect.poll(() => served('menu', 'studioTest.menu')).toBeDefined()
    const now = itemsOf('shell.admin')
    const ids = (entries: typeof builtIn) => entries.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)])
    expect(ids(now).filter((id) => id !== 'studioTest')).toEqual(ids(builtIn))
    expect(last.children ? now.at(-1)!.children!.at(-1)!.id : now.at(-1)!.id).toBe('studioTest')
    expect(await world.rows(`SELECT 1 FROM platform_document WHERE "documentId" = 'shell.admin'`)).toEqual([])
    await save('menu:studioTest.menu', { title, into: 'shell.gone', items })
    expect(await publish(['menu:studioTest.menu'])).toMatchObject({ error: 'DOCUMENT_INVALID' })
    await world.call('api/platform/document/menu/studioTest.menu/discard', {}, admin)
    const { values } = world.server.deps.platform().get('enum', 'platform.menuName')
    expect(values.map(({ code }) => code)).toEqual(expect.not.arrayContaining(['studioTest.menu']))
  })

  it('[LANG-82] are refused with a mistake in a short form, of which the draft would keep nothing, and stay as they were', async () => {
    const page = { title: { zh: '页', en: 'Page' }, routes: ['/hostile'], access: 'managePlatform', body: [] as unknown[] }
    const stored = () => world.rows(`SELECT content FROM platform_document WHERE "documentId" = 'studioTest.hostile'`)
    const hostile: [content: object, path: string][] = [
      [{ ...page, state: { '...session': 'userId' } }, '/state/...session'],
      [{ ...page, body: { node: 'choose', of: 'lang', cases: {} } }, '/body/of'],
      [{ ...page, title: { zh: '{{lang}}'.repeat(10_000), en: '' } }, '/title'],
    ]
    for (const [content, path] of hostile)
      expect(await save('page:studioTest.hostile', content)).toMatchObject({ error: 'DOCUMENT_INVALID', details: { failures: [{ path }] } })
    expect(await stored()).toEqual([])
    expect(await save('page:studioTest.hostile', { ...page, body: 'gone' })).toMatchObject({ code: 0 })
    expect(await publish(['page:studioTest.hostile'])).toMatchObject({
      error: 'DOCUMENT_INVALID',
      details: { failures: [{ code: 'REFERENCE_UNKNOWN', path: '/body/0/part' }] },
    })
    expect(await stored()).toHaveLength(1)
    await world.call('api/platform/document/page/studioTest.hostile/discard', {}, admin)
  })

  it('are found by kind, area, state and words, and by what they refer to', async () => {
    const list = async (input: object) =>
      (await get('api/platform/document', admin, input)).data.list.map(({ key }: { key: string }) => key)
    expect(await list({ area: 'studioTest', kind: 'page' })).toEqual(['page:studioTest.list'])
    expect(await list({ refersTo: 'table:studioTest.list' })).toEqual(['page:studioTest.list'])
    expect(await list({ state: 'added' })).toEqual(expect.arrayContaining(names))
    expect(await list({ search: '操作日志' })).toContain('page:shell.logs')
  })

  const download = async (documents?: readonly string[], token = admin) => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await world.app.inject({ method: 'POST', url: '/api/platform/document/files', headers, payload: { documents } })
    if (reply.headers['content-type'] !== 'application/zip') return reply.json().error
    return Object.fromEntries(Object.entries(unzipSync(new Uint8Array(reply.rawPayload))).map(([name, bytes]) => [name, strFromU8(bytes)]))
  }

  it('that are published leave as files that a developer commits, with an entry in the log; those of others and drafts do not', async () => {
    for (const token of [organiser, await world.signIn('participant')]) expect(await download(undefined, token)).toBe('PERMISSION_DENIED')
    await save('page:studioTest.unfinished', SCREEN['page:studioTest.list'])
    const all = await download()
    expect(Object.keys(all)).toEqual([
      'schemas/studioTest/list.call.json',
      'schemas/studioTest/list.page.json',
      'schemas/studioTest/list.table.json',
      'schemas/studioTest/menu.menu.json',
    ])
    expect(JSON.parse(all['schemas/studioTest/list.page.json'])).toEqual({
      title: { zh: '赛事清单', en: 'Contests' },
      routes: ['/admin/studioTest'],
      access: 'managePlatform',
      meta: { chrome: 'admin' },
      body: { node: 'table', table: 'studioTest.list' },
    })
    expect(await download(['page:studioTest.unfinished'])).toBe('NOT_FOUND')
    await world.call('api/platform/document/page/studioTest.unfinished/discard', {}, admin)
    expect(Object.keys(await download(['table:studioTest.list']))).toEqual(['schemas/studioTest/list.table.json'])
    const [entry] = await world.rows(`SELECT * FROM platform_log WHERE call = 'platform.document.files' ORDER BY id DESC LIMIT 1`)
    expect(JSON.stringify(entry)).toContain('studioTest.list')
  })

  it('of words leave as locale files of both languages, and a page in a sub-folder in its place', async () => {
    const { shipped } = (await get('api/platform/opened/texts/locales.signup', admin)).data
    await save('texts:locales.signup', { ...shipped, texts: { 'error.FULL': { zh: '这一项报满了', en: 'Taken' } } })
    const shared = world.server.deps.files().raws.find(({ file }) => /^schemas\/\w+\/\w+\/.*\.page\.json$/.test(file))!
    const name = readFileName(shared.file) as { kind: 'page'; id: string }
    await save(`page:${name.id}`, { ...served('page', name.id)!, description: 'Changed by staff.' })
    const changed = ['texts:locales.signup', `page:${name.id}`]
    expect(await publish(changed)).toMatchObject({ code: 0 })
    await expect.poll(() => served('page', name.id)!.description).toBe('Changed by staff.')
    const files = await download(changed)
    expect(Object.keys(files)).toEqual([shared.file, 'schemas/locales/en/signup.json', 'schemas/locales/zh/signup.json'].sort())
    expect(files['schemas/locales/zh/signup.json']).toContain('这一项报满了')
    for (const file of Object.keys(files).filter((one) => one.includes('/en/'))) expect(files[file]).toContain('"Taken"')
    for (const key of changed) await world.call(`api/platform/document/${key.replace(':', '/')}/takeBack`, {}, admin)
    await expect.poll(() => served('page', name.id)!.description).not.toBe('Changed by staff.')
  })

  it('shipped ones are overridden, restored and taken back, and revisions stay', async () => {
    const shipped = served('page', 'content.helpCentre')!
    const change = (zh: string) => save(`page:${shipped.id}`, { ...shipped, title: { zh, en: zh } })
    const title = () => (served('page', shipped.id)!.title as { zh: string }).zh
    const before = (shipped.title as { zh: string }).zh
    await change('第一次')
    await publish([`page:${shipped.id}`])
    await expect.poll(title).toBe('第一次')
    await change('第二次')
    await publish([`page:${shipped.id}`])
    await expect.poll(title).toBe('第二次')
    await world.call(`api/platform/document/page/${shipped.id}/1/restore`, {}, admin)
    await expect.poll(title).toBe('第一次')
    expect((await world.call(`api/platform/document/page/${shipped.id}/takeBack`, {}, admin)).code).toBe(0)
    await expect.poll(title).toBe(before)
    expect((await get(`api/platform/document/page/${shipped.id}`, admin)).data.list).toHaveLength(3)
    expect((await world.call(`api/platform/document/table/studioTest.list/takeBack`, {}, admin)).error).toBe('DOCUMENT_IN_USE')
  })

  it('shipped ones are known as such in whichever folder of their area they stand', async () => {
    const byFolder = new Map(world.server.deps.shipped().map(({ file }) => [dirname(file), readFileName(file)]))
    expect(byFolder.size).toBeGreaterThan(30)
    for (const [folder, name] of byFolder) {
      if (!('kind' in name)) throw new Error(folder)
      const { data } = await get(`api/platform/opened/${name.kind}/${name.id}`, admin)
      expect(data.shipped, `${name.kind} ${name.id}`).toMatchObject({ id: name.id })
    }
  })

  it('of words are found by what people read, change words for everybody, keep their places, and are taken back', async () => {
    const name = 'texts:locales.signup'
    const found = (await get('api/platform/document', admin, { search: '名额已满，请换', kind: 'texts' })).data.list
    expect(found).toMatchObject([{ key: name, found: expect.stringContaining('名额已满') }])
    const { shipped, shownBy } = (await get('api/platform/opened/texts/locales.signup', admin)).data
    expect(shipped.texts['error.FULL'].en).toBe(world.server.deps.platform().texts.en['error.FULL'])
    expect(shownBy['error.FULL']).toEqual(expect.arrayContaining([expect.stringMatching(/^call:signup\./)]))
    const change = (texts: object, key = name) => save(key, { ...shipped, texts })
    const words = async (call = 'texts') => (await get(`api/platform/${call}/zh`, admin)).data as Record<string, string>
    const kept = await words()

    await change({ 'error.FULL': { zh: '这一项报满了', en: 'Taken' } })
    expect((await words('preview/texts'))['error.FULL']).toBe('这一项报满了')
    expect(await words()).toEqual(kept)
    expect(await publish([name])).toMatchObject({ code: 0 })
    await expect.poll(async () => (await words())['error.FULL']).toBe('这一项报满了')
    expect(await words()).toEqual({ ...kept, 'error.FULL': '这一项报满了' })

    const failures = async (key = name) => (await publish([key])).details?.failures
    await change({ 'error.FULLL': { zh: '满', en: 'Full' } })
    expect(await failures()).toMatchObject([
      { code: 'TEXT_UNKNOWN', path: '/texts/error.FULLL', suggestion: expect.stringContaining('error.FULL') },
    ])
    await change({ 'studioNew.add': { zh: '新增', en: 'Add {{titel}}' } }, 'texts:locales.studio-screens')
    expect(await failures('texts:locales.studio-screens')).toMatchObject([
      { code: 'TEXT_PLACES', path: '/texts/studioNew.add/en', expected: '{{title}}' },
      { code: 'TEXT_PLACES', path: '/texts/studioNew.add/zh', expected: '{{title}}' },
    ])
    await change({}, 'texts:locales.nothing')
    expect(await failures('texts:locales.nothing')).toMatchObject([{ code: 'REFERENCE_UNKNOWN', path: '/id' }])

    for (const key of [name, 'texts:locales.studio-screens', 'texts:locales.nothing'])
      await world.call(`api/platform/document/${key.replace(':', '/')}/discard`, {}, admin)
    expect((await world.call('api/platform/document/texts/locales.signup/takeBack', {}, admin)).code).toBe(0)
    await expect.poll(words).toEqual(kept)
  })

  it('published while they could not be read are served as soon as they can', async () => {
    const shipped = served('page', 'content.helpCentre')!
    await save('page:content.helpCentre', { ...shipped, title: { zh: '迟到的标题', en: 'Late' } })
    const warned = vi.spyOn(world.server.deps.logger, 'warn')
    await world.rows('ALTER TABLE platform_document RENAME TO away')
    try {
      await world.rows(
        `UPDATE away SET state = 'published', "publishedAt" = now() WHERE "documentId" = 'content.helpCentre' AND state = 'draft'`,
      )
      await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(0)
    } finally {
      await world.rows('ALTER TABLE away RENAME TO platform_document')
      warned.mockRestore()
    }
    await expect.poll(() => served('page', 'content.helpCentre')!.title).toMatchObject({ en: 'Late' })
    await world.call('api/platform/document/page/content.helpCentre/takeBack', {}, admin)
    await expect.poll(() => served('page', 'content.helpCentre')!.title).toEqual(shipped.title)
  })

  it('of pages have their address at once, also while they are still being read', async () => {
    const { deps, app } = world.server
    const deaf = vi.spyOn(deps, 'reloadPlatform').mockResolvedValue()
    await save('page:studioTest.moved', { ...SCREEN['page:studioTest.list'], routes: ['/admin/studioTestMoved'] })
    expect(await publish(['page:studioTest.moved'])).toMatchObject({ code: 0 })
    deaf.mockRestore()
    const status = async () => (await app.inject({ url: '/admin/studioTestMoved' })).statusCode
    expect(await status()).toBe(404)
    const read = deps.reloadPlatform()
    expect(await status()).toBe(200)
    await read
  })

  it('are shown as drafts to their author alone, with no more than the rights of the role that is looked with', async () => {
    const home = [...world.server.deps.platform().documents.page.values()].find(({ routes }) => routes.includes('/'))!
    await save(`page:${home.id}`, { ...home, title: { zh: '草稿首页', en: 'Draft' } })
    const page = async (input: object) => (await get(`api/platform/preview/page/${home.id}`, admin, input)).data.page
    expect((await page({})).title.zh).toBe('草稿首页')
    expect((await get(`api/platform/page/${home.id}`, admin)).data.page.title.zh).not.toBe('草稿首页')
    const routes = (await get('api/platform/preview/boot', admin, { role: 'account.organiser' })).data.routes as {
      page: string
      state: string
    }[]
    expect(routes.find(({ page: id }) => id === 'studioTest.list')).toMatchObject({ state: 'denied' })
    const headers = { authorization: `Bearer ${admin}`, 'x-view-as': 'account.organiser' }
    expect((await world.app.inject({ url: '/api/web/studioTest/list', headers })).json().error).toBe('PERMISSION_DENIED')
    const write = { method: 'POST', url: `/api/platform/document/page/${home.id}/discard`, headers } as const
    expect((await world.app.inject(write)).json().error).toBe('PERMISSION_DENIED')
    const own = { method: 'POST', url: '/api/usercenter/updateUserBankInfo', headers, payload: { noviceGuide: '{"home":1}' } } as const
    expect((await world.app.inject(own)).json().error).toBe('LOOKING_ONLY')
    await world.call(`api/platform/document/page/${home.id}/discard`, {}, admin)
  })

  it('[SIGHT-11] are left out alone when they have a mistake; the others are shown, and the frame is told which are not', async () => {
    const home = [...world.server.deps.platform().documents.page.values()].find(({ routes }) => routes.includes('/'))!
    const shown = async (input = {}) => (await get(`api/platform/preview/page/${home.id}`, admin, input)).data.page.title.zh
    const heldBack = async () => (await get('api/platform/preview/boot', admin)).data.heldBack
    await save(`page:${home.id}`, { ...home, title: { zh: '草稿首页', en: 'Draft' } })
    expect(await heldBack()).toEqual([])
    const list = world.server.deps.platform().documents.page.get('content.helpCentre')!
    await save(`page:${list.id}`, { ...list, body: [{ node: 'table', table: 'nowhere.list' }] })
    expect(await heldBack()).toEqual([{ kind: 'page', id: list.id }])
    expect(await shown()).toBe('草稿首页')
    await save(`page:${home.id}`, { ...home, body: [{ node: 'table', table: 'nowhere.list' }] })
    expect(await heldBack()).toHaveLength(2)
    expect(await shown()).toBe(home.title && (home.title as { zh: string }).zh)
    for (const { id } of [home, list]) await world.call(`api/platform/document/page/${id}/discard`, {}, admin)
  })

  it('[SIGHT-12] stand aside for an earlier version of one document: built-in, published or a revision', async () => {
    const page = world.server.deps.platform().documents.page.get('content.helpCentre')!
    const named = (zh: string) => save(`page:${page.id}`, { ...page, title: { zh, en: zh } })
    const shown = async (before?: string) => {
      const { data, error } = await get(
        `api/platform/preview/page/${page.id}`,
        admin,
        before ? { before: `page:${page.id}@${before}` } : {},
      )
      return error ?? data.page.title.zh
    }
    await named('第一版')
    await publish([`page:${page.id}`])
    await named('第二版')
    await publish([`page:${page.id}`])
    await named('草稿')
    const { revisions, shipped } = (await get(`api/platform/opened/page/${page.id}`, admin)).data as {
      shipped: { title: { zh: string } }
      revisions: { revision: number; state: string }[]
    }
    const first = Math.max(...revisions.filter(({ state }) => state === 'archived').map(({ revision }) => revision))
    expect(await shown()).toBe('草稿')
    expect(await shown('published')).toBe('第二版')
    expect(await shown(String(first))).toBe('第一版')
    expect(await shown('shipped')).toBe(shipped.title.zh)
    expect(await shown('999')).toBe('NOT_FOUND')
    expect(await shown('nothing')).toBe('CALL_INPUT')
    await world.call(`api/platform/document/page/${page.id}/discard`, {}, admin)
    await world.call(`api/platform/document/page/${page.id}/takeBack`, {}, admin)
  })

  it('cannot bring what a running server has not, nor keep staff out of the studio', async () => {
    const { documents, app } = world.server.deps.platform()
    const refusal = async (kind: 'entity' | 'role' | 'call' | 'page', id: string, change: object) => {
      await save(`${kind}:${id}`, { ...documents[kind].get(id), ...change })
      const { details } = await publish([`${kind}:${id}`])
      await world.call(`api/platform/document/${kind}/${id}/discard`, {}, admin)
      return (details?.failures as { code: string; path: string }[] | undefined)?.map(({ code, path }) => `${code} ${path}`)
    }
    const notice = documents.entity.get('shell.setting')!
    expect(await refusal('entity', notice.id, { fields: { ...notice.fields, motto: { type: 'string', maxLength: 20 } } })).toEqual([
      'DOCUMENT_RESTART /fields/motto',
    ])
    expect(await refusal('call', 'platform.document.list', { access: 'signedIn' })).toEqual(['DOCUMENT_GUARDED /handler'])
    const studio = [...documents.page.values()].find(({ routes }) => routes.includes(app.routes.studio!))!
    expect(await refusal('page', studio.id, { access: { permission: 'manageRole' } })).toEqual(['DOCUMENT_GUARDED /access'])
    expect(await refusal('page', studio.id, { body: [] })).toContain('DOCUMENT_GUARDED /body')
    const staff = documents.role.get('account.platformAdmin')!
    const without = staff.permissions.filter((code) => code !== 'managePlatform')
    expect(await refusal('role', staff.id, { permissions: without })).toEqual(['DOCUMENT_GUARDED /permissions'])
  })

  it('open rights only when each of them was said yes to, and the log keeps which', async () => {
    const { documents } = world.server.deps.platform()
    const call = documents.call.get('support.list')!
    const publishOne = (input = {}) => world.call(`api/platform/document/call/${call.id}/publish`, input, admin)
    await save(`call:${call.id}`, { ...call, access: 'public' })
    const refused = await publishOne()
    expect(refused).toMatchObject({ error: 'CONFIRM_FIRST', details: { confirmed: [`call:${call.id} public`] } })
    expect(refused.message).toMatch(/所有访客/)
    expect((await publishOne({ confirmed: ['call:something.else public'] })).error).toBe('CONFIRM_FIRST')
    expect((await publish([`call:${call.id}`])).error).toBe('CONFIRM_FIRST')
    const states = await world.db.query(`select state from platform_document where "documentId" = $1`, [call.id])
    expect(states.rows).toEqual([{ state: 'draft' }])
    const { confirmed } = refused.details as { confirmed: string[] }
    const deaf = vi.spyOn(world.server.deps, 'reloadPlatform').mockResolvedValue()
    expect(await publishOne({ confirmed })).toMatchObject({ code: 0 })
    const entries = await world.db.query(
      `select after from platform_log where call = 'platform.document.publish' and after::text like '%opened%'`,
    )
    expect(entries.rows.map(({ after }) => after.opened)).toEqual([`call:${call.id} public`])

    // a process that has not heard of it yet goes by what is published, not by what it serves
    await save(`call:${call.id}`, { ...call, access: 'public', description: 'Open by now.' })
    expect(await publishOne()).toMatchObject({ code: 0 })
    deaf.mockRestore()
    await world.server.deps.reloadPlatform()

    // narrowing asks nothing; a role that gets a code, and rows that are held back no longer, do
    expect(await world.call(`api/platform/document/call/${call.id}/takeBack`, {}, admin)).toMatchObject({ code: 0 })
    const role = documents.role.get('account.organiser')!
    await save(`role:${role.id}`, { ...role, permissions: [...role.permissions, 'managePlatform'] })
    expect((await publish([`role:${role.id}`])).details).toMatchObject({ confirmed: [`role:${role.id} ${role.id} managePlatform`] })
    await world.call(`api/platform/document/role/${role.id}/discard`, {}, admin)
    const within = [...documents.call.values()].find(({ access, handler }) => typeof access === 'object' && access.within && !handler)!
    await save(`call:${within.id}`, {
      ...within,
      access: { permission: (within.access as { permission: string }).permission, everywhere: true },
    })
    expect((await publish([`call:${within.id}`])).error).toBe('CONFIRM_FIRST')
    await world.call(`api/platform/document/call/${within.id}/discard`, {}, admin)
  })

  it('do not count when the server is started with the shipped ones alone', async () => {
    const { config } = world.server.deps
    const rescue = await createServer({
      databaseUrl: config.databaseUrl,
      projectDirectory: PROJECT_DIRECTORY,
      dataDirectory: config.dataDirectory,
      logLevel: 'silent',
      shippedOnly: true,
    })
    expect(rescue.deps.platform().documents.page.has('studioTest.list')).toBe(false)
    await rescue.close()
  })

  it('of pages explain which part stays away from whom, and by what', async () => {
    const { data } = await get('api/platform/explain/shell.logs', admin, { role: 'account.member', pageSize: 100 })
    expect(data.list[0]).toMatchObject({ what: 'page', permission: 'managePlatform | managerCompetitor | manageSignup', shown: false })
    expect(data.list).toContainEqual(
      expect.objectContaining({ condition: expect.stringContaining('state.verdict'), reads: expect.stringContaining('state.verdict') }),
    )
    expect((await get('api/platform/explain/none.such', admin)).error).toBe('NOT_FOUND')
  })

  it('[EXPLAIN-1] of pages explain the own draft with what it names, the published page where it is asked for, and nothing of the drafts of others', async () => {
    const logs = served('page', 'shell.logs')!
    await save('page:shell.logs', { ...logs, access: { permission: 'manageRole' } })
    const reported = async (input: object, token = admin) => (await get('api/platform/explain/shell.logs', token, input)).data
    const own = await reported({})
    expect([own.isDraft, own.list[0].permission]).toEqual([true, 'manageRole'])
    const published = { isDraft: false, isHeldBack: false }
    expect(await reported({ published: true })).toMatchObject(published)
    expect((await reported({ published: true })).list[0].permission).toContain('managerCompetitor')
    await save('page:shell.logs', { ...logs, access: { permission: 'manageRole' }, body: [{ node: 'table', table: 'none.such' }] })
    expect(await reported({})).toMatchObject({ isDraft: false, isHeldBack: true })
    await world.call('api/platform/document/page/shell.logs/discard', {}, admin)
    expect(await reported({})).toMatchObject(published)
  })

  it('[TAKE-1] that name each other are taken back together, or none of them is; what still names one is told by name', async () => {
    const resetToBuiltIn = (documents: readonly string[], token = admin) =>
      world.call('api/platform/document/takeBack', { documents }, token)
    const list = [...names, 'page:studioTest.moved', 'menu:studioTest.menu']
    expect((await resetToBuiltIn(list, organiser)).error).toBe('PERMISSION_DENIED')
    const used = await resetToBuiltIn(['call:studioTest.list', 'table:studioTest.list'])
    expect(used.error).toBe('DOCUMENT_IN_USE')
    expect(used.message).toMatch(/“赛事清单”（page studioTest\.list）仍在使用 "studioTest\.list"。\n.*page studioTest\.moved/)
    expect((await resetToBuiltIn([...list, 'page:studioTest.none'])).error).toBe('NOT_FOUND')
    const published = () => world.rows(`SELECT 1 FROM platform_document WHERE "documentId" LIKE 'studioTest.%' AND state = 'published'`)
    const before = (await published()).length
    expect(await resetToBuiltIn(list)).toMatchObject({ code: 0 })
    expect(await published()).toHaveLength(before - list.length)
    await expect.poll(() => served('page', 'studioTest.list')).toBeUndefined()
    const logged = async () => JSON.stringify(await get('api/platform/log', admin, { entity: 'platform.document', pageSize: 20 }))
    await expect.poll(logged).toContain('studioTest.menu')
  })
})
