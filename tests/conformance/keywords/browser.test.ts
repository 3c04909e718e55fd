import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRegexEngine } from '../../../runtime/core/expressions/regexEngine.ts'
import { createValidator, type ValidatorModule } from '../../../runtime/core/validation/index.ts'
import '../../../runtime/core/values/phoneRules.ts'
import { ensureChromium, SHORT_LIVED_FLAGS } from '../../../scripts/test/findChromium.ts'
import { dataOf, keywordCases, schemaOf } from './keywordCases.ts'
import { keywordDocuments } from './keywordDocuments.ts'

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'"

/** Beside the keywords: what standard keywords need of the run-time object. */
const STANDARD = [
  { schema: { pattern: '^(a+)+$' }, data: `${'a'.repeat(200)}!` },
  { schema: { patternProperties: { '^n': { type: 'number' } } }, data: { n: 'x', m: 'y' } },
  { schema: { maxLength: 1, minLength: 1 }, data: '😀' },
  { schema: { uniqueItems: true, items: { enum: [{ a: 1 }, 2] } }, data: [{ a: 1 }, { a: 1 }] },
  {
    schema: { properties: { d: { format: 'date' }, u: { format: 'uri' }, e: { format: 'email' } } },
    data: { d: '2026-02-30', u: 'x', e: 'a@b.cn' },
  },
  { schema: { required: ['a/b'], additionalProperties: false }, data: { c: 1 } },
]

describe('precompiled validators in Chromium under a policy without unsafe-eval', () => {
  const validator = createValidator({ keywords: keywordDocuments })
  const all = [...keywordCases.map((one) => ({ schema: schemaOf(one), data: dataOf(one) })), ...STANDARD]
  let server: Server
  let browser: Browser
  let reported: { results: unknown[]; codegen: string }
  const complaints: string[] = []

  beforeAll(async () => {
    await loadRegexEngine()
    const modules = all.map(({ schema }) => validator.standaloneModule(schema))
    const posted = Promise.withResolvers<string>()
    server = createServer(serve(modules, await bundle(), posted.resolve))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await chromium.launch({ executablePath: ensureChromium(), args: SHORT_LIVED_FLAGS })
    const page = await browser.newPage()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => posted.reject(error))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    reported = JSON.parse(await posted.promise) as typeof reported
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it('give the same errors as the compiled ones on the server, in every case', () => {
    const wanted = all.map(({ schema, data }) => validator.compile(schema)(structuredClone(data)))
    expect(reported.results).toEqual(JSON.parse(JSON.stringify(wanted)))
    expect(reported.results.length).toBeGreaterThan(140)
  })

  it('run where code cannot be generated, and nobody complains', () => {
    expect(reported.codegen).toBe('refused')
    expect(complaints.filter((text) => !text.includes('unsafe-eval'))).toEqual([])
  })

  function serve(modules: readonly ValidatorModule[], script: string, results: (body: string) => void) {
    const jobs = all.map(({ data }, at) => ({ module: `/validators/${modules[at]!.hash}.js`, data }))
    const byPath = new Map(modules.map(({ hash, source }) => [`/validators/${hash}.js`, source]))
    return async (request: IncomingMessage, reply: ServerResponse) => {
      const send = (type: string, body: string) =>
        reply.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body)
      const path = request.url ?? '/'
      if (path === '/') send('text/html', '<!doctype html><title>keywords</title><script type="module" src="/main.js"></script>')
      else if (path === '/main.js') send('text/javascript', script)
      else if (path === '/jobs.json') send('application/json', JSON.stringify(jobs))
      else if (path === '/results') {
        results(await bodyOf(request))
        send('text/plain', 'thanks')
      } else if (byPath.has(path)) send('text/javascript', byPath.get(path)!)
      else reply.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    }
  }
})

/** The page's script as the client's build would make it, in one file. */
async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('./browserEntry.ts', import.meta.url)), formats: ['es'], fileName: 'main' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const [output] = [made].flat() as { output: { code: string }[] }[]
  return output!.output[0]!.code
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
