/** What a start reads from its environment, and what it says to unsafe settings. */
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../scripts/start/readSettings.ts'
import { unsafeSettings } from '../../../scripts/start/unsafeSettings.ts'

const read = (env: Record<string, string>, flags: string[] = []) => readSettings('/project', env, flags)
const judged = (env: Record<string, string>, flags: string[] = []) => {
  const { refused, warned } = unsafeSettings(read(env, flags), env)
  const isRoot = (line: string) => line.startsWith('the server runs as root')
  return { refused, warned: warned.filter((line) => !isRoot(line)) }
}
const OWN = 'postgresql://agon:secret@127.0.0.1/agon'
const PUBLIC = { SITE_ADDRESS: 'https://agon.example', TRUST_PROXY: '127.0.0.1' }
const SAFE = { NODE_ENV: 'production', DATABASE_URL: OWN, ...PUBLIC }

describe('settings of a start', () => {
  it('[START-3] without any: this machine alone, the demonstration, and its own address in messages', () => {
    expect(read({})).toMatchObject({ host: '127.0.0.1', port: 8080, demonstration: true, siteAddress: 'http://127.0.0.1:8080' })
    expect(read({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', demonstration: true, siteAddress: 'http://localhost:8080' })
    expect(read({ HOST: '::1', PORT: '80' }).siteAddress).toBe('http://[::1]:80')
  })

  it('[DRAIN-2] is not ready for a while before it stops listening, in production, or as long as it is told', () => {
    expect(
      [{}, { NODE_ENV: 'production' }, { DRAIN_SECONDS: '30' }].map((env) => read(env as Record<string, string>).drainSeconds),
    ).toEqual([0, 5, 30])
    expect([read({}).allowDrop, read({}, ['--allow-drop']).allowDrop]).toEqual([false, true])
  })

  it.each([[{ DATABASE_URL: OWN }], [{ NODE_ENV: 'production' }], [{ DEMO: 'off' }]])('[START-4] %j: no demonstration', (env) =>
    expect(read(env).demonstration).toBe(false),
  )

  it.each([
    [{ DATABASE_URL: OWN, DEMO: 'on' }, 'there is none with DATABASE_URL or NODE_ENV=production'],
    [{ NODE_ENV: 'production', DEMO: 'on' }, 'there is none with DATABASE_URL or NODE_ENV=production'],
    [{ DATABASE_DIRECT_URL: OWN }, 'DATABASE_URL must name the pooler'],
    [{ DATABASE_REPLICA_URLS: OWN }, 'there is none'],
    [{ DATABASE_URL: OWN, DATABASE_REPLICA_URLS: `${OWN}, elsewhere` }, 'number 2 is none'],
    [{ DEMO: 'maybe' }, 'DEMO must be on or off, not "maybe"'],
    [{ DRAIN_SECONDS: 'soon' }, 'DRAIN_SECONDS must be a whole number from 0 to 120'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a whole number from 0 to 120'],
    [{ SITE_ADDRESS: 'agon.example' }, 'SITE_ADDRESS must be scheme and host'],
    [{ SITE_ADDRESS: 'https://agon.example/path' }, 'SITE_ADDRESS must be scheme and host'],
    [{ SITE_ADDRESS: 'https://a:b@agon.example' }, 'SITE_ADDRESS must be scheme and host'],
    [{ SITE_ADDRESS: 'javascript:alert(1)' }, 'SITE_ADDRESS must be scheme and host'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be the number of proxies'],
    [{ TRUST_PROXY: '10.0.0.1,everybody' }, 'not "everybody"'],
  ])('[START-5] %j is refused, naming the setting', (env, reported) =>
    expect(() => judged(env as unknown as Record<string, string>)).toThrow(reported),
  )

  it('[START-6] SITE_ADDRESS is taken as scheme and host', () =>
    expect(read({ SITE_ADDRESS: 'https://Agon.Example:443/' }).siteAddress).toBe('https://agon.example'))
})

describe('unsafe settings', () => {
  it('[START-7] the demonstration on this machine, and a deployment with everything set, are told of nothing', () => {
    expect(judged({})).toEqual({ refused: [], warned: [] })
    expect(judged(SAFE)).toEqual({ refused: [], warned: [] })
  })

  it('[START-8] production without SITE_ADDRESS, or for development, is refused; elsewhere that is told', () => {
    const { SITE_ADDRESS: _, ...lacking } = SAFE
    expect(judged(lacking).refused).toEqual([expect.stringContaining('SITE_ADDRESS is not set')])
    expect(judged(SAFE, ['--dev']).refused).toEqual([expect.stringContaining('npm run dev')])
    expect(judged({ DATABASE_URL: OWN })).toEqual({ refused: [], warned: [expect.stringContaining('SITE_ADDRESS is not set')] })
  })

  it.each([
    [{ ...SAFE, SITE_ADDRESS: 'http://agon.example' }, 'is not https'],
    [{ ...SAFE, TRUST_PROXY: '' }, 'TRUST_PROXY is not set'],
    [{ ...SAFE, TRUST_PROXY: '1', HOST: '0.0.0.0' }, 'TRUST_PROXY=1 trusts whoever connects to 0.0.0.0:8080'],
    [{ ...SAFE, FRAME_ANCESTORS: "'self' *" }, 'lets every site'],
    [{ ...SAFE, DATABASE_URL: 'postgresql://agon:secret@db.example/agon' }, 'reaches db.example without TLS'],
    [{ NODE_ENV: 'production', ...PUBLIC }, 'the embedded database'],
    [{ HOST: '0.0.0.0', SITE_ADDRESS: 'http://localhost:8080' }, 'shows the demonstration to the network'],
  ])('[START-9] %j is told', (env, reported) => expect(judged(env)).toEqual({ refused: [], warned: [expect.stringContaining(reported)] }))

  it('[START-10] secrets of settings are not repeated', () => {
    const { warned } = judged({ ...SAFE, DATABASE_URL: 'postgresql://agon:secret@db.example/agon' })
    expect(warned.join()).not.toContain('secret')
  })
})
