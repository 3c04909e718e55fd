/** What operators see of a running platform: figures for Prometheus, and the findings of `npm run doctor`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../harness/freePort.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { type RunningServices, startServices } from '../services/startServices.ts'

let run: RunningServices
let address: string
beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}/metrics`
  run = await startServices({ METRICS_PORT: String(port) })
})
afterAll(() => run?.close())

/** Series -> value. */
async function figures(): Promise<Map<string, number>> {
  const lines = (await (await fetch(address)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

describe('figures', () => {
  it('[METRIC-1] count every call by its outcome, and name no one', async () => {
    const person = await run.person()
    await run.send('GET', '/api/usercenter/user', { token: person.access_token })
    await run.send('GET', '/api/usercenter/user')
    await run.send('GET', '/api/no/such/call')
    const found = await figures()
    const count = (call: string, outcome: string) => found.get(`agon_call_seconds_count{call="${call}",outcome="${outcome}"}`)
    expect([count('account.me', 'ok'), count('account.me', 'refused'), count('none', 'refused')]).toEqual([1, 1, 1])
    expect([...found.keys()].join('\n')).not.toContain(person.account)
  })

  it('[METRIC-2] say what waits: messages, jobs, entries without a seal, and the connections of each pool', async () => {
    const found = await figures()
    expect(found.get('agon_database_up')).toBe(1)
    for (const name of [
      'outbox_waiting',
      'outbox_oldest_seconds',
      'jobs_waiting',
      'jobs_failed_day',
      'log_unsealed',
      'log_unsealed_oldest_seconds',
    ])
      expect([name, found.get(`agon_${name}`)]).toEqual([name, expect.any(Number)])
    expect(found.get('agon_database_connections{pool="agon",state="waiting"}')).toBe(0)
    expect(found.get('agon_database_server_connections')).toBeGreaterThan(0)
  })

  it('[METRIC-3] are not on the port that people reach, and nothing else is on theirs', async () => {
    expect((await run.server.app.inject({ url: '/metrics' })).body).not.toContain('agon_call_seconds')
    expect((await fetch(new URL('/api/usercenter/user', address))).status).toBe(404)
    expect((await fetch(address, { method: 'POST' })).status).toBe(404)
  })
})

interface Finding {
  what: string
  state: string
  found: string
}

function doctor(environment: Record<string, string>): Promise<{ code: number | null; findings: Finding[] }> {
  const settings = {
    ...process.env,
    DATABASE_URL: run.databaseUrl,
    DATA_DIRECTORY: run.dataDirectory,
    SITE_ADDRESS: 'https://agon.example',
    TRUST_PROXY: '1',
  }
  const child = spawn(process.execPath, [join(PROJECT_DIRECTORY, 'scripts/doctor.ts'), '--json'], { env: { ...settings, ...environment } })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, findings: text ? JSON.parse(text) : [] })))
}

describe('the doctor', () => {
  it('[DOCTOR-1] finds nothing failed on a platform in order, and changes nothing', async () => {
    const entries = async () => (await run.db.query('select count(*)::int as n from platform_log')).rows[0].n
    const before = await entries()
    const { code, findings } = await doctor({})
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
    expect([code, await entries()]).toEqual([0, before])
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['database', 'clock', 'connections', 'messages', 'jobs', 'files', 'disk']),
    )
  })

  it('[DOCTOR-2] fails when files are elsewhere, and names messages that wait for too long', async () => {
    await run.db.query(
      `insert into platform_outbox (template, channel, lang, variables, "dueAt") values ('account.code', 'none', 'zh', '{}', now() - interval '1 hour')`,
    )
    const { code, findings } = await doctor({ DATA_DIRECTORY: PROJECT_DIRECTORY })
    const of = (what: string) => findings.find((finding) => finding.what === what)?.state
    expect([code, of('files'), of('messages')]).toEqual([1, 'failed', 'warning'])
    expect((await figures()).get('agon_outbox_oldest_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('[DOCTOR-4] names replicas that are left out and why; a primary among them is in order', async () => {
    const { findings } = await doctor({ DATABASE_REPLICA_URLS: `${run.databaseUrl},postgresql://agon@127.0.0.1:1/agon` })
    const replicas = findings.filter(({ what }) => what === 'replica')
    expect(replicas.map(({ state }) => state)).toEqual(['ok', 'warning'])
    expect(replicas[1]!.found).toBe('127.0.0.1:1 is left out: it does not answer')
  })

  it('[DOCTOR-3] warns when the processes that run could open more connections than there are, and not behind a pooler', async () => {
    const max = Number((await run.db.query('SHOW max_connections')).rows[0].max_connections)
    // as many more as would fill it: a process opens 41 at most
    const others = Array.from(
      { length: Math.ceil(max / 41) },
      () => new pg.Client({ connectionString: run.databaseUrl, application_name: 'agon notices' }),
    )
    try {
      for (const other of others) await other.connect()
      const found = async (more: Record<string, string>) => (await doctor(more)).findings.find(({ what }) => what === 'connections')
      const warned = await found({})
      expect(warned).toMatchObject({ state: 'warning' })
      expect(warned!.found).toContain(`${others.length + 1} processes open up to`)
      expect(await found({ DATABASE_DIRECT_URL: run.databaseUrl })).toMatchObject({ state: 'ok' })
    } finally {
      for (const other of others) await other.end()
    }
  })
})
