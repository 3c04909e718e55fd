/** What a caller gets when something is wrong, before or in a call: the table of bad input, limits, languages, problem bodies, the log. */
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressesOf } from '../../../runtime/core/callAddress.ts'
import { loggerOptions, redactText } from '../../../runtime/server/log/loggerOptions.ts'
import { normalisePath } from '../../../runtime/server/wire/normalisePath.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

const json = { 'content-type': 'application/json' }

describe('bad input', () => {
  it.each([
    ['broken JSON', { payload: '{"houseId":', headers: json }, 400, 400, 'BODY_SYNTAX'],
    ['an empty body that says it is JSON', { payload: '', headers: json }, 400, 400, 'BODY_SYNTAX'],
    ['a key that means the prototype', { payload: '{"__proto__":{"admin":true}}', headers: json }, 400, 400, 'BODY_SYNTAX'],
    ['a body of 2 MB', { payload: JSON.stringify({ name: 'x'.repeat(2e6) }), headers: json }, 413, 413, 'BODY_TOO_LARGE'],
    ['a content type nobody reads', { payload: '<a/>', headers: { 'content-type': 'application/xml' } }, 415, 415, 'CONTENT_TYPE'],
    [
      'a multipart body where no file is taken',
      { payload: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      415,
      415,
      'CONTENT_TYPE',
    ],
    ['an unknown field', { payload: '{"houseId":"1","name":"n","seats":1,"isAdmin":true}', headers: json }, 200, 422, 'CALL_INPUT'],
    ['a wrong type', { payload: '{"houseId":"1","name":"n","seats":"1"}', headers: json }, 200, 422, 'CALL_INPUT'],
    ['a list where an object is asked for', { payload: '[1,2]', headers: json }, 200, 422, 'CALL_INPUT'],
  ])('%s is refused and changes nothing', async (_what, request, httpStatus, code, error) => {
    const before = await world.rows('SELECT count(*) FROM room_room')
    const headers = { authorization: `Bearer ${world.admin.token}`, ...request.headers }
    const reply = await world.app.inject({ method: 'POST', url: '/api/room/create', payload: request.payload, headers })
    expect([reply.statusCode, reply.json().code, reply.json().error]).toEqual([httpStatus, code, error])
    expect(await world.rows('SELECT count(*) FROM room_room')).toEqual(before)
  })

  it.each([
    ['no JWT at all', 'nonsense'],
    ['a JWT without algorithm', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['a JWT of another key', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'],
  ])('a token that is %s is body code 401, also on a public call', async (_what, token) => {
    for (const url of ['/api/room/list', '/api/room/public']) {
      const reply = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      expect([reply.statusCode, reply.json().code, reply.json().error]).toEqual([200, 401, 'SESSION_INVALID'])
    }
  })

  it('the basic credential that clients send without a token is a visitor', async () => {
    const reply = await world.app.inject({ url: '/api/room/public', headers: { authorization: 'Basic d2ViOndlYg==' } })
    expect(reply.json().code).toBe(0)
  })

  it('an unknown path, and a known one by another method, is 404', async () => {
    for (const [method, url] of [
      ['GET', '/api/room/no/thing'],
      ['DELETE', '/api/room/list'],
      ['GET', '/nodeapi/%zz'],
    ] as const) {
      const reply = await world.app.inject({ method, url })
      expect([reply.statusCode, reply.json().error]).toEqual([404, 'PATH_UNKNOWN'])
    }
  })
})

describe('a path', () => {
  it.each([
    ['/api//api/web/x?a=//b', '/api/web/x?a=//b'],
    ['//api/web//x', '/api/web/x'],
    ['/api/nodeapi/x', '/nodeapi/x'],
    ['/nodeapi/nodeapi/x', '/nodeapi/x'],
    ['/api/web/api/x', '/api/web/api/x'],
    ['/competition?x=1', '/competition?x=1'],
  ])('%s is read as %s', (url, expected) => {
    expect(normalisePath(url)).toBe(expected)
  })

  it('is found with a doubled prefix and a slash at the end', async () => {
    expect((await world.app.inject({ url: '/api//api/room/public/' })).json().code).toBe(0)
  })
})

describe('a urlencoded body', () => {
  it('is turned into the types of the schema', async () => {
    const payload = `houseId=${world.houses[0]}&name=Form&seats=4`
    const headers = { authorization: `Bearer ${world.admin.token}`, 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await world.app.inject({ method: 'POST', url: '/api/room/create', payload, headers })
    expect(reply.json()).toMatchObject({ code: 0, data: { name: 'Form', seats: 4 } })
  })
})

describe('a message', () => {
  it('is in the language of the cookie, then of Accept-Language, then Chinese', async () => {
    const message = async (headers: Record<string, string>) => (await world.app.inject({ url: '/api/room/list', headers })).json().message
    expect(await message({})).toBe('请先登录。')
    expect(await message({ 'accept-language': 'fr, en;q=0.8, zh;q=0.5' })).toBe('Please sign in first.')
    expect(await message({ cookie: 'a=b; lang=zh', 'accept-language': 'en' })).toBe('请先登录。')
  })
})

describe('problem+json', () => {
  it('gives the true status and an RFC 9457 body to those who ask for it', async () => {
    const reply = await world.app.inject({
      url: '/api/room/list',
      headers: { accept: 'application/problem+json', 'accept-language': 'en' },
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.json()).toMatchObject({
      title: 'session required',
      status: 401,
      detail: 'Please sign in first.',
      instance: '/api/room/list',
      error: 'SESSION_REQUIRED',
    })
  })
})

describe('a rate limit', () => {
  it('refuses with 429 and Retry-After, counts in the database, and is not passed by changing the input', async () => {
    const call = (who: string) => world.app.inject({ url: `/api/room/limited?who=${who}`, remoteAddress: '10.0.0.9' })
    for (const who of ['a', 'b', 'c']) expect((await call(who)).json().code).toBe(0)
    const refused = await call('d')
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await world.rows(`SELECT count FROM platform_rate WHERE key LIKE 'room.limited ip %' AND count > 3`)).toHaveLength(1)
  })

  it('counts a person wherever they are, and all visitors of one address together, who may be a school', async () => {
    const call = (token: string | null, remoteAddress: string) =>
      world.app.inject({
        url: '/api/room/limitedByPerson',
        remoteAddress,
        ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
      })
    const codes = async (times: number, token: string | null, address = '10.0.1.1') => {
      const replies: number[] = []
      for (let time = 0; time < times; time += 1) replies.push((await call(token, address)).statusCode)
      return replies
    }
    expect(await codes(5, null)).toEqual([200, 200, 200, 200, 429])
    expect(await codes(1, null, '10.0.1.2')).toEqual([200])
    const { token } = world.guest
    expect([...(await codes(2, token)), ...(await codes(1, token, '10.0.1.3'))]).toEqual([200, 200, 429])
  })

  it('cannot be passed by claiming another address', async () => {
    const headers = { 'x-forwarded-for': '1.2.3.4' }
    expect((await world.app.inject({ url: '/api/room/limited', headers, remoteAddress: '10.0.0.9' })).statusCode).toBe(429)
  })
})

describe('a fault', () => {
  it('is 500 without any of its words, and names its request, by which the log has it', async () => {
    const reply = await world.app.inject({ method: 'POST', url: '/api/room/fault', payload: { secret: 'password=hunter2' } })
    const id = reply.headers['x-request-id']
    expect(id).toMatch(/^[\w-]{10,}$/)
    const message = `服务暂时出现问题，请稍后再试。（请求编号 ${id}）`
    expect(reply.json()).toEqual({ code: 500, error: 'SERVER_FAULT', message, data: null })
  })

  it('[REQUEST-1] every reply names its request: done, refused, unknown path, unreadable body', async () => {
    const asked = [
      { url: '/api/web/user/captcha' },
      { url: '/no/such/path' },
      { method: 'POST' as const, url: '/api/room/create', payload: '{', headers: { 'content-type': 'application/json' } },
      { method: 'POST' as const, url: '/api/room/create', payload: {} },
    ]
    const ids = await Promise.all(asked.map(async (request) => (await world.app.inject(request)).headers['x-request-id']))
    expect(new Set(ids).size).toBe(asked.length)
    expect(ids).not.toContain(undefined)
  })

  it('logs neither tokens, passwords, ID numbers nor phone numbers', () => {
    const lines: string[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const options = loggerOptions('info') as pino.LoggerOptions
    const logger = pino(options, sink)
    logger.info(
      { password: 'hunter2', headers: { authorization: 'Bearer abc.def' }, body: { idNumber: '11010519491231002X' } },
      'signed in',
    )
    logger.error(
      {
        err: new Error(
          'insert of 11010519491231002X, 13912345678 with Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc failed, token=abc123',
        ),
      },
      'failed',
    )
    logger.error({ err: Object.assign(new Error('relation does not exist'), { code: '42P01' }) }, 'failed')
    logger.error({ code: 'SERVER_FAULT', err: new Error('550 5.1.1 <chief@agon.example> unavailable, code=483920') }, 'failed')
    const text = lines.join('')
    expect(text).toContain('"code":"SERVER_FAULT"')
    // what PostgreSQL says is wrong is no secret
    expect(text).toContain('42P01')
    for (const canary of ['hunter2', '11010519491231002X', '13912345678', 'eyJzdWIi', 'abc.def', 'abc123', 'chief@agon.example', '483920'])
      expect(text).not.toContain(canary)
    expect(text).toContain('signed in')
  })

  it.each([
    ['440524188001010014', '[id number]'],
    ['order 20261121080000123', 'order 20261121080000123'],
  ])('redacts %s as %s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })
})

describe('health', () => {
  it('answers live and ready, without a store in any cache', async () => {
    for (const url of ['/health/live', '/health/ready']) {
      const reply = await world.app.inject({ url })
      expect([reply.statusCode, reply.json().status, reply.headers['cache-control']]).toEqual([200, 'ok', 'no-store'])
    }
  })
})

describe('stopping', () => {
  it('[DRAIN-1] makes the server not ready before it refuses anything: calls are answered, on connections that end with them', async () => {
    const other = await createRoomsWorld()
    try {
      other.server.drain()
      const ready = await other.app.inject({ url: '/health/ready' })
      expect([ready.statusCode, ready.json().reason]).toEqual([503, 'stopping'])
      const reply = await other.app.inject({
        method: 'POST',
        url: '/api/room/list',
        payload: {},
        headers: { authorization: `Bearer ${other.admin.token}` },
      })
      expect([reply.statusCode, reply.json().code, reply.headers.connection]).toEqual([200, 0, 'close'])
      expect((await other.app.inject({ url: '/health/live' })).statusCode).toBe(200)
    } finally {
      await other.close()
    }
  })
})

describe('OpenAPI', () => {
  it('describes every call in the asked language', async () => {
    const description = (await world.app.inject({ url: '/openapi.json?lang=en' })).json()
    expect(description.openapi).toBe('3.1.0')
    expect(description.paths['/api/room/{id}'].get.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true })
    expect(description.paths['/api/room/create'].post).toMatchObject({
      operationId: 'room.create',
      'x-errors': { ROOM_FULL: 'The room is full' },
    })
    const calls = new Set(
      [...world.server.deps.platform().documents.call.values()].flatMap((call) =>
        addressesOf(call).map(({ path }) => `/${path.replace(/:(\w+)/g, '{$1}')}`),
      ),
    )
    expect(new Set(Object.keys(description.paths))).toEqual(calls)
  })

  it('has a page that runs under the strictest policy', async () => {
    const page = await world.app.inject({ url: '/openapi?lang=zh' })
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('/api/room/create')
    expect(page.body).not.toMatch(/style=|<script>|onclick/)
    for (const url of ['/openapi/page.js', '/openapi/page.css']) expect((await world.app.inject({ url })).statusCode).toBe(200)
  })
})

describe('every reply', () => {
  it('forbids sniffing', async () => {
    expect((await world.app.inject({ url: '/api/room/public' })).headers['x-content-type-options']).toBe('nosniff')
  })
})
