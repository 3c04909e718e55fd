/** The calls that the specification names, each asked by GET, POST, PUT and DELETE through HTTP. `namedCalls.json` holds them: the method that is
 *  shown, or what the calls do where none is (`open`: the name does not tell, and one path may be read and written). Calls that the platform does not have yet are left out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRead } from '../../../runtime/core/callAddress.ts'
import type { CallDocument } from '../../../runtime/core/documents.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'
import named from './namedCalls.json' with { type: 'json' }

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof METHODS)[number]

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world?.close())

describe('the methods of a named call', () => {
  it('[CALL-METHOD-1] a read without a shown method answers GET and POST, a write POST and no GET; a shown method is there', async () => {
    const wrong: string[] = []
    let asked = 0
    for (const [shown, path] of named as [string, string][]) {
      const documents = documentsOf(path)
      if (documents.length === 0) continue
      asked += 1
      const answering = new Set<Method>()
      for (const method of METHODS) if (await answers(method, path)) answering.add(method)
      const reads = shown === 'open' ? documents.some(isRead) : shown === 'reads'
      if (METHODS.includes(shown as Method)) {
        if (!answering.has(shown as Method)) wrong.push(`${shown} ${path}: no call answers`)
      } else if (!answering.has('POST') || answering.has('GET') !== reads) {
        wrong.push(`${path} (${reads ? 'reads' : 'writes'}) answers ${[...answering].join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(150)
  })
  it('[CALL-METHOD-2] no write answers GET but those of which the specification shows it', () => {
    const shown = new Set((named as [string, string][]).filter(([method]) => method === 'GET').map(([, path]) => shapeOf(path)))
    const byGet = calls().filter((call) => !isRead(call) && [call.method].flat().includes('GET'))
    expect(byGet.filter(({ path }) => !shown.has(shapeOf(path!))).map(({ id }) => id)).toEqual([])
    expect(byGet.every(({ inAddress }) => inAddress !== undefined)).toBe(true)
  })
})

/** Parameters that are secrets by their name. The others of that name are public: the code of an organisation, of a school, of a team; a discount whose price
 *  somebody asks for. */
const SECRET_NAME = /^(old|new)?password$|^(old)?code$|secret|verifier|^ticket$|refresh_token|^factor$|^step$|^link$/i
const PUBLIC_CODES = ['organisation.add', 'organisation.addSubordinate', 'organisation.certify', 'organisation.update', 'pay.queryRule']

describe('secrets in addresses', () => {
  it('[SECRET-ADDRESS-1] every parameter with the name of a secret is writeOnly', () => {
    const open = calls().flatMap(({ id, input }) =>
      Object.entries((input?.properties ?? {}) as Record<string, { writeOnly?: boolean }>)
        .filter(([name, schema]) => SECRET_NAME.test(name) && schema.writeOnly !== true)
        .map(([name]) => `${id} ${name}`),
    )
    expect(open.filter((found) => !PUBLIC_CODES.includes(found.split(' ')[0]!))).toEqual([])
  })
  it('[SECRET-ADDRESS-2] a secret in the query of a POST is refused before it is looked at', async () => {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/usercenter/authentication/form?password=Right-one-1',
      payload: { account: 'nobody' },
    })
    expect(reply.json()).toMatchObject({ error: 'CALL_INPUT', details: { errors: [{ path: '/password', rule: 'inAddress' }] } })
    expect((await world.db.query('SELECT 1 FROM account_attempt')).rowCount).toBe(0)
  })
})

function calls(): CallDocument[] {
  return [...world.server.deps.platform().documents.call.values()].filter(({ inner }) => !inner)
}
function documentsOf(path: string): CallDocument[] {
  return calls().filter((call) => shapeOf(call.path!) === shapeOf(path))
}
function shapeOf(path: string): string {
  return path.replace(/^api\//, '').replace(/:\w+/g, ':')
}

/** Nothing happens: the visitor is refused, or the unknown parameter is. */
async function answers(method: Method, path: string): Promise<boolean> {
  const url = `/api/${path.replace(/:\w+/g, '1')}`
  const reply = await world.app.inject({
    method,
    url,
    ...(method === 'GET' ? { query: { notAField: '1' } } : { payload: { notAField: 1 } }),
  })
  return reply.json().error !== 'PATH_UNKNOWN'
}
