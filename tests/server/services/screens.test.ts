import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type RunningServices, startServices } from './startServices.ts'

let run: RunningServices
let member: Person
let organiser: Person
beforeAll(async () => {
  run = await startServices()
  member = await run.person()
  organiser = await run.person('account.organiser')
})
afterAll(() => run?.close())

const SECRETS = Array.from({ length: 8 }, (_, at) => `QQ${at + 1}`)
const page = (id: string, token?: string) => run.send('GET', `/api/platform/page/${id}`, token ? { token } : {})

describe('the bundle of a page', () => {
  it('names validators that each server has stored, also when two servers of one process share their documents', async () => {
    const other = await startServices()
    try {
      const person = await other.person('account.organiser')
      const { body } = await other.send('GET', '/api/platform/page/fixture.screen', { token: person.access_token })
      await page('fixture.screen', organiser.access_token)
      for (const [form, hash] of Object.entries(body.data.validators))
        for (const { server } of [run, other]) expect((await server.app.inject(`/validators/${hash}.js`)).statusCode, form).toBe(200)
    } finally {
      await other.close()
    }
  })

  it('holds nothing of what the person may not see, down to the byte', async () => {
    for (const token of [undefined, member.access_token]) {
      const { raw, body } = await page('fixture.screen', token)
      expect(body.code).toBe(0)
      for (const secret of SECRETS) expect(raw.body).not.toMatch(new RegExp(`${secret}\\b`))
      expect(raw.body).not.toContain('XQZ')
      expect(raw.body).not.toContain('fixture.hiddenAction')
      expect(raw.body).not.toContain('fixture.secretForm')
      expect(raw.body).toContain('Instead of the secret')
      expect(raw.body).toContain('Open column')
    }
  })

  it('holds all of it for who may, without the fallback, and with every document it names', async () => {
    const { raw, body } = await page('fixture.screen', organiser.access_token)
    for (const secret of SECRETS) expect(raw.body).toMatch(new RegExp(`${secret}\\b`))
    expect(raw.body).not.toContain('Instead of the secret')
    const { tables, actions, forms, enums, calls, validators } = body.data
    expect(Object.keys(tables)).toEqual(['fixture.rows'])
    expect(Object.keys(actions)).toEqual(['fixture.hiddenAction'])
    expect(Object.keys(forms).sort()).toEqual(['fixture.secretForm', 'fixture.sheet'])
    expect(Object.keys(enums)).toEqual(['fixture.color'])
    expect(calls).toMatchObject({
      'fixture.rowsOfNotes': { method: 'GET', path: 'api/fixture/rowsOfNotes' },
      'fixture.exportNotes': { method: 'POST' },
    })
    expect(Object.keys(validators).sort()).toEqual(['fixture.secretForm', 'fixture.sheet'])
  })

  it('brings the enums whose labels its texts show', async () => {
    const { body } = await page('fixture.own', member.access_token)
    expect(Object.keys(body.data.enums)).toEqual(['fixture.color'])
  })

  it('names a validator without the rules of hidden fields, which every process serves as a module for ever', async () => {
    const { fields, validators } = await page('fixture.screen', member.access_token).then(({ body }) => ({
      fields: body.data.forms['fixture.sheet'].schema.properties,
      validators: body.data.validators,
    }))
    expect(Object.keys(fields)).not.toContain('mark')
    const other = await run.second()
    for (const server of [run.server, other]) {
      const module = await server.app.inject(`/validators/${validators['fixture.sheet']}.js`)
      expect(module.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(module.body).toContain('export default')
      expect(module.body).not.toContain('mark')
    }
    expect((await run.server.app.inject(`/validators/${'0'.repeat(64)}.js`)).statusCode).toBe(404)
  })

  it('is refused with the reason when the page is not open to the session', async () => {
    expect((await page('fixture.locked')).body.error).toBe('SESSION_REQUIRED')
    const denied = await page('fixture.locked', member.access_token)
    expect(denied.body.error).toBe('PERMISSION_DENIED')
    expect(denied.raw.body).not.toContain('QQ10')
    expect((await page('fixture.locked', organiser.access_token)).raw.body).toContain('QQ10')
    expect((await page('fixture.nothing')).body.error).toBe('NOT_FOUND')
  })
})

describe('boot', () => {
  const boot = (token?: string) => run.send('GET', '/api/platform/boot', token ? { token } : {})
  const route = (body: { data: { routes: { path: string }[] } }, path: string) => body.data.routes.find((one) => one.path === path)

  it('tells which pages are open, ask for a sign-in, or are denied - the latter without their title', async () => {
    const visitor = await boot()
    expect(visitor.body.data.session).toMatchObject({ user: null, permissions: [] })
    expect(route(visitor.body, '/fixture/screen')).toMatchObject({ page: 'fixture.screen', state: 'open' })
    expect(route(visitor.body, '/fixture/locked')).toMatchObject({ state: 'signIn' })
    const known = await boot(member.access_token)
    expect(route(known.body, '/fixture/locked')).toMatchObject({ state: 'denied', title: '' })
    expect(known.raw.body).not.toContain('QQ9')
    expect(known.body.data.session.user).toMatchObject({ id: member.id, name: 'Person 1' })
    expect(route((await boot(organiser.access_token)).body, '/fixture/locked')).toMatchObject({ state: 'open' })
  })

  it('holds no menu entry that needs a permission the person lacks', async () => {
    const items = (body: { data: { menus: object } }) => JSON.stringify(body.data.menus)
    const withCode = /"permission":/
    expect(items((await boot()).body)).not.toMatch(withCode)
    const admin = await run.person('account.platformAdmin')
    expect(items((await boot(admin.access_token)).body)).toMatch(withCode)
  })

  it('holds the app document without roles and token times', async () => {
    const { app, skin, chromes } = (await boot()).body.data
    expect(Object.keys(app).sort()).toEqual([
      'cookies',
      'failures',
      'id',
      'images',
      'languages',
      'messages',
      'remedies',
      'returnParameter',
      'routes',
      'session',
      'signIn',
      'skin',
      'timeZone',
      'title',
      'uploads',
      'videos',
    ])
    expect(app.cookies).toEqual({ days: 1 })
    expect(Object.keys(app.session)).toEqual(['storageSuffix', 'cleared'])
    expect(skin.id).toBe(app.skin)
    expect(Object.keys(chromes).length).toBeGreaterThan(0)
  })
})

describe('what a first load waits for', () => {
  it('is gzipped for those who take it', async () => {
    for (const path of ['/api/platform/boot', '/api/platform/page/fixture.screen', '/api/platform/texts/en']) {
      const packed = await run.server.app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
      expect([path, packed.headers['content-encoding']]).toEqual([path, 'gzip'])
      expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual((await run.send('GET', path)).body)
    }
  })

  it('holds no comments for authors', async () => {
    for (const path of ['/api/platform/boot', '/api/platform/page/signup.mine']) {
      expect((await run.send('GET', path, { token: member.access_token })).raw.body).not.toMatch(/"\$schema"|Spec \d/)
    }
  })
})

describe('pages', () => {
  it('carry the content security policy with a nonce of their own, found or not', async () => {
    const nonces = new Set<string>()
    for (const [path, status] of [
      ['/', 200],
      ['/login', 200],
      ['/fixture/own/7', 200],
      ['/404', 404],
      ['/nothing/here', 404],
    ] as const) {
      const reply = await run.server.app.inject(path)
      expect([path, reply.statusCode]).toEqual([path, status])
      const policy = String(reply.headers['content-security-policy'])
      for (const rule of [
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "frame-src 'self' https://player.bilibili.com https://v.qq.com https://player.youku.com https://www.youtube-nocookie.com https://player.vimeo.com",
      ]) {
        expect(policy.split('; ')).toContain(rule)
      }
      expect(policy).not.toContain('unsafe')
      nonces.add(/style-src 'self' 'nonce-([^']+)'/.exec(policy)![1]!)
    }
    expect(nonces.size).toBe(5)
  })

  it('are in the language of the cookie, the default one without or with a wrong one', async () => {
    const lang = async (cookie?: string) =>
      (await run.server.app.inject({ url: '/', ...(cookie ? { headers: { cookie } } : {}) })).body.match(/<html lang="([^"]*)"/)?.[1]
    expect(await lang('lang=en')).toBe('en')
    expect(await lang()).toBe('zh-CN')
    expect(await lang('lang="><script>')).toBe('zh-CN')
  })

  it('name the texts as a file that never changes, packed for those who take it', async () => {
    const html = (await run.server.app.inject({ url: '/', headers: { cookie: 'lang=en' } })).body
    const address = /<meta name="agon-texts" content="([^"]+)"/.exec(html)![1]!
    const plain = await run.server.app.inject(address)
    expect(plain.headers['cache-control']).toContain('immutable')
    expect(plain.json()).toMatchObject({ 'error.SIGN_IN_WRONG': 'Incorrect account or password. Try again or reset your password.' })
    const packed = await run.server.app.inject({ url: address, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json())
    const smaller = await run.server.app.inject({ url: address, headers: { 'accept-encoding': 'gzip, br' } })
    expect(smaller.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(smaller.rawPayload).toString())).toEqual(plain.json())
    expect(smaller.rawPayload.length).toBeLessThan(packed.rawPayload.length)
    expect((await run.server.app.inject(address.replace(/\.\w+\.json/, '.0123456789abcdef.json'))).statusCode).toBe(404)
  })

  it('are never the answer to a file or call that does not exist', async () => {
    for (const path of ['/assets/gone.js', '/api/nothing', '/nodeapi/nothing']) {
      const reply = await run.server.app.inject(path)
      expect(reply.statusCode).toBe(404)
      expect(String(reply.headers['content-type'])).not.toContain('html')
    }
  })
})

describe('a boot, a page and a form', () => {
  const ask = (url: string, token: string, tag?: string) =>
    run.server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}`, ...(tag ? { 'if-none-match': tag } : {}) } })

  it('are not sent again to a browser that holds what the person sees now', async () => {
    const forms = (await page('fixture.screen', organiser.access_token)).body.data.forms
    expect(Object.keys(forms)).not.toEqual([])
    for (const url of ['/api/platform/boot', '/api/platform/page/fixture.screen', '/api/platform/texts/zh']) {
      const first = await ask(url, organiser.access_token)
      const tag = String(first.headers.etag)
      expect(first.headers['cache-control']).toBe('private, no-cache')
      expect(first.headers.vary).toContain('authorization')
      const again = await ask(url, organiser.access_token, tag)
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    }
  })

  it('are sent whole to another person, and failures are never kept', async () => {
    const url = '/api/platform/page/fixture.screen'
    const tag = String((await ask(url, organiser.access_token)).headers.etag)
    const other = await ask(url, member.access_token, tag)
    expect([other.statusCode, other.json().code]).toEqual([200, 0])
    const missing = await ask('/api/platform/page/fixture.nothing', member.access_token)
    expect([missing.json().error, missing.headers.etag, missing.headers['cache-control']]).toEqual(['NOT_FOUND', undefined, 'no-store'])
  })
})
