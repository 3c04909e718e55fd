/** What every answer has, whoever writes it: headers, the envelope, an end to nesting. Asked over sockets where the HTTP parser answers. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_JSON_DEPTH, MAX_JSON_MEMBERS } from '../../../runtime/core/jsonBounds.ts'
import { MAX_ERRORS } from '../../../runtime/core/validation/FieldError.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
let port: number
beforeAll(async () => {
  world = await createRoomsWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
})
afterAll(() => world?.close())

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const json = { 'content-type': 'application/json' }

describe('deep JSON', () => {
  it.each([
    ['a body', { payload: `{"houseId":${nested(80_000)}}`, headers: json }],
    ['a body of nothing else', { payload: nested(80_000), headers: json }],
    [
      'a field of a form',
      { payload: `seats=${nested(80_000)}&tags=${nested(80_000)}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ])('[DEEP-1] %s of 80,000 levels is 400 for everybody', async (_what, request) => {
    for (const url of ['/api/room/create', '/api/usercenter/authentication/form', '/api/platform/draft', '/api/web/page/setting']) {
      for (const token of [null, world.admin.token]) {
        const headers = { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) }
        const reply = await world.app.inject({ method: 'POST', url, ...request, headers })
        if (request.headers === json) expect([url, reply.statusCode, reply.json().error]).toEqual([url, 400, 'BODY_SYNTAX'])
        expect(reply.statusCode).not.toBe(500)
      }
    }
  })
  it('[DEEP-2] a parameter of a query is refused alike', async () => {
    const headers = { authorization: `Bearer ${world.admin.token}` }
    const reply = await world.app.inject({ url: `/api/usercenter/search/school?codes=${nested(5_000)}`, headers })
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'BODY_SYNTAX'])
  })
  it('[DEEP-3] what is nested as deep as allowed is read', async () => {
    const payload = `{"houseId":${nested(MAX_JSON_DEPTH - 1)},"name":"]]]\\"[[["}`
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/room/create',
      payload,
      headers: { ...json, authorization: `Bearer ${world.admin.token}` },
    })
    expect(reply.json().error).toBe('CALL_INPUT')
  })
})

describe('numbers', () => {
  const LONG = ['12345678901234567', '0.12345678901234567', '-9007199254740993', '1.00000000000000000001', '1e400']
  const KEPT = ['9007199254740991', '0.1', '-1.50', '1e3', '100000000000000000000', '0.30000000000000004']
  const isNumeric = (schema: unknown) =>
    [(schema as { type?: unknown }).type].flat().some((type) => type === 'number' || type === 'integer')
  /** Every parameter that is a number, with its call. */
  const numeric = () =>
    [...world.server.deps.platform().documents.call.values()]
      .filter(({ inner, raw, upload }) => !inner && !raw && !upload)
      .flatMap((call) =>
        Object.entries((call.input?.properties ?? {}) as object).flatMap(([name, schema]) => (isNumeric(schema) ? [{ call, name }] : [])),
      )
  async function ask({ call, name }: ReturnType<typeof numeric>[number], written: string): Promise<string | undefined> {
    const url = `/${call.path!.replaceAll(/:\w+/g, '1')}`
    const headers = { authorization: `Bearer ${world.admin.token}` }
    const reply =
      call.method === 'GET'
        ? await world.app.inject({ method: 'GET', url: `${url}?${name}=${written}`, headers })
        : await world.app.inject({ method: 'POST', url, payload: `{"${name}":${written}}`, headers: { ...headers, ...json } })
    return reply.json().error
  }
  it('[DIGITS-1] with more digits than are kept are refused by every call, and never become others', async () => {
    const all = numeric()
    expect(all.length).toBeGreaterThan(100)
    const taken = []
    for (const one of all) {
      const error = await ask(one, LONG[0]!)
      // texts of an address that are parts of the path, and what the call does not let in at all, are refused before
      if (error !== 'NUMBER_DIGITS') taken.push(`${one.call.id} ${one.name}: ${error}`)
    }
    expect(taken).toEqual([])
    const [post] = all.filter(({ call }) => call.method !== 'GET')
    for (const written of LONG) expect([written, await ask(post!, written)]).toEqual([written, 'NUMBER_DIGITS'])
    for (const written of KEPT) expect([written, await ask(post!, written)]).not.toEqual([written, 'NUMBER_DIGITS'])
    expect(await ask(post!, '"12345678901234567"')).not.toBe('NUMBER_DIGITS')
  })
})

describe('many members', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')
  it.each([
    ['a body', { payload: `{"houseId":[${'0,'.repeat(MAX_JSON_MEMBERS)}0]}`, headers: json }],
    ['a body of nothing else', { payload: `[${'[],'.repeat(MAX_JSON_MEMBERS / 2)}[]]`, headers: json }],
    ['a form', { payload: 'a&'.repeat(MAX_JSON_MEMBERS), headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ])('[MEMBERS-1] %s with more than may be read is 413', async (_what, request) => {
    const headers = { ...request.headers, authorization: `Bearer ${world.admin.token}` }
    const reply = await world.app.inject({ method: 'POST', url: '/api/room/create', ...request, headers })
    expect([reply.statusCode, reply.json().error]).toEqual([413, 'BODY_TOO_LARGE'])
  })
  it('[MEMBERS-2] of 75,000 unknown names a hundred are told, and what comes back is small', async () => {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/usercenter/authentication/form',
      payload: `{${names(75_000)}}`,
      headers: json,
    })
    expect(reply.json().error).toBe('CALL_INPUT')
    expect(reply.json().details.errors).toHaveLength(MAX_ERRORS)
    expect(reply.body.length).toBeLessThan(40_000)
  })
})

/** What the server writes on a connection until it ends it. */
async function spoken(request: string): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(request)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...rest] = head.split('\r\n')
  const headers = Object.fromEntries(
    rest.map((header) => header.split(/:\s*/, 2).map((part, at) => (at === 0 ? part.toLowerCase() : part))),
  )
  return { status: Number(line.split(' ')[1]), headers, body }
}

describe('what the HTTP parser refuses', () => {
  it.each([
    ['headers of 100 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'BODY_SYNTAX'],
    [
      'two lengths',
      'POST /api/room/create HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'BODY_SYNTAX',
    ],
    ['no host', 'GET /api/room/public HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BODY_SYNTAX'],
  ])('[EDGE-1] %s: the envelope and the headers of every reply', async (_what, request, status, error) => {
    const reply = await spoken(request)
    expect(reply.status).toBe(status)
    expect(JSON.parse(reply.body)).toMatchObject({ code: status, error, data: null })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    assertHeaders(reply.headers, 'parser')
  })
})

function assertHeaders(headers: Record<string, unknown>, what: string): void {
  const has = (name: string) => expect([what, name, headers[name] !== undefined]).toEqual([what, name, true])
  expect([what, headers['x-content-type-options']]).toEqual([what, 'nosniff'])
  for (const name of ['content-security-policy', 'referrer-policy', 'permissions-policy', 'cross-origin-opener-policy']) has(name)
  expect([what, String(headers['content-security-policy']).includes('frame-ancestors')]).toEqual([what, true])
}

describe('headers of every reply', () => {
  it.each([
    ['a call', '/api/room/public'],
    ['a refused call', '/api/room/list'],
    ['an unknown call', '/api/nothing'],
    ['an address that cannot be read', '/api/%zz'],
    ['a very long address', `/api/${'x'.repeat(3_000)}`],
    ['a page', '/'],
    ['an unknown page', '/no/such/page'],
    ['an asset that is gone', '/assets/gone.js'],
    ['a validator that is gone', `/validators/${'0'.repeat(64)}.js`],
    ['the list of calls', '/openapi.json'],
    ['the page of calls', '/openapi'],
    ['its style', '/openapi/page.css'],
    ['health', '/health/live'],
    ['readiness', '/health/ready'],
  ])('[EDGE-2] %s has them', async (what, url) => {
    const reply = await world.app.inject({ url })
    assertHeaders(reply.headers, what)
  })
  it('[EDGE-3] other methods have the envelope too', async () => {
    for (const method of ['PATCH', 'OPTIONS', 'TRACE'] as const) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/room/public`, { method: method === 'TRACE' ? 'SEARCH' : method })
      assertHeaders(Object.fromEntries(reply.headers), method)
      expect(await reply.json()).toMatchObject({ error: 'PATH_UNKNOWN' })
    }
  })
})

describe('Retry-After', () => {
  it('[RETRY-4] is the longest wait of all counters that are full', async () => {
    const call = () => world.app.inject({ url: '/api/room/limited?who=same', remoteAddress: '10.9.9.9' })
    while ((await call()).statusCode !== 429);
    await world.rows(`UPDATE platform_rate SET until = now() + interval '90 seconds' WHERE key LIKE 'room.limited ip %'`)
    expect(Number((await call()).headers['retry-after'])).toBeGreaterThan(80)
  })
})
