/** What operators see of one call: its trace, and the lines of the log that belong to it. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTraces } from '../../../runtime/server/operate/openTraces.ts'
import { logLines } from '../../harness/logLines.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { type CollectedSpan, type TraceCollector, traceCollector } from '../../harness/traceCollector.ts'
import { PASSWORD, type Person, type RunningServices, startServices, until } from '../services/startServices.ts'

let collector: TraceCollector
let run: RunningServices
let person: Person
beforeAll(async () => {
  collector = await traceCollector()
  run = await startServices({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_BSP_SCHEDULE_DELAY: '50' })
  person = await run.person()
})
afterAll(async () => {
  await run?.close()
  await collector?.close()
})

/** A trace that began elsewhere. @param mark  two hexadecimal digits */
const above = (mark: string) => ({ traceId: mark.repeat(16), spanId: mark.repeat(8), header: `00-${mark.repeat(16)}-${mark.repeat(8)}-01` })
const spansOf = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace)
const named = (trace: string, name: string) => until(() => spansOf(trace).find((span) => span.name === name))
const below = (span: CollectedSpan) => collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId)
const call = (url: string, body: object | null, traceparent = '') =>
  run.server.app.inject({
    method: body ? 'POST' : 'GET',
    url,
    ...(body && { payload: body }),
    headers: { authorization: `Bearer ${person.access_token}`, traceparent },
  })
const CREATE = '/api/fixture/declared/create'

describe('traces', () => {
  it('[TRACE-1] a call continues the trace of who sent it, and its statements stand below it', async () => {
    const { traceId, spanId, header } = above('0a')
    const reply = await call(CREATE, { title: 'Red lantern' }, header)
    const span = await named(traceId, 'fixture.createNote')
    expect(span).toMatchObject({ parentSpanId: spanId, kind: 2 })
    expect(span.attributes).toEqual({
      'agon.call': 'fixture.createNote',
      'agon.area': 'fixture',
      'agon.outcome': 'ok',
      'agon.request': reply.headers['x-request-id'],
      'http.request.method': 'POST',
    })
    const written = below(span).find(({ name }) => name === 'INSERT fixture_note')
    expect(written?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'fixture_note',
      'agon.pool': 'agon',
    })
    expect(below(span).map(({ name }) => name)).toContain('COMMIT')
  })

  it('[TRACE-2] statements of calls that wait for the same connections stand below their own call', async () => {
    const marks = Array.from({ length: 30 }, (_, at) => String(10 + at))
    await Promise.all(marks.map((mark) => call('/api/fixture/notes', null, above(mark).header)))
    for (const mark of marks) {
      const span = await named(above(mark).traceId, 'fixture.ownNotes')
      expect([mark, below(span).filter(({ name }) => name === 'SELECT fixture_note')]).toEqual([mark, [expect.anything()]])
    }
  })

  it('[TRACE-3] a job continues the trace of the call that ordered it', async () => {
    const { traceId, header } = above('ab')
    await call('/api/fixture/work', { steps: 0, fail: 'declared' }, header)
    const job = await named(traceId, 'fixture.work')
    const ordered = await named(traceId, 'fixture.startWork')
    expect(job).toMatchObject({ parentSpanId: ordered.spanId, kind: 5, status: { code: 2 } })
    expect(job.attributes).toMatchObject({ 'agon.handler': 'fixture.work', 'agon.call': 'fixture.startWork', 'error.type': 'CONFLICT' })
    expect(below(job).map(({ name }) => name)).toContain('UPDATE platform_job')
  })

  it('[TRACE-4] what a provider is asked is a span', async () => {
    const sent = await until(() => collector.spans.find(({ attributes }) => attributes['agon.provider'] === 'delivery.outbox'))
    expect(sent).toMatchObject({ name: expect.stringMatching(/^delivery\.outbox \w+$/), kind: 3 })
    expect(sent.attributes['agon.service']).toMatch(/^delivery\./)
  })

  it('[TRACE-5] a refusal has its code and is no failure; a fault is one, and its line in the log has the trace and the number that people read', async () => {
    await call('/api/fixture/note/1', null)
    const refused = await until(() => collector.spans.find(({ name }) => name === 'fixture.readNote'))
    expect(refused.attributes).toMatchObject({ 'error.type': 'PERMISSION_DENIED', 'agon.outcome': 'refused' })
    expect(refused.status.code ?? 0).toBe(0)

    const lines = logLines(run.server)
    await run.db.query('alter table fixture_note rename to fixture_gone')
    const { traceId, header } = above('cd')
    const reply = await call(CREATE, { title: 'x' }, header).finally(() => run.db.query('alter table fixture_gone rename to fixture_note'))
    const number = String(reply.headers['x-request-id'])
    expect(reply.json().message).toContain(number)
    const fault = await named(traceId, 'fixture.createNote')
    expect(fault).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'SERVER_FAULT', 'agon.request': number } })
    const line = lines.find(({ msg }) => msg === 'call failed')
    expect(line).toMatchObject({ reqId: number, call: 'fixture.createNote', traceId })
  })

  it('[TRACE-6] nothing of a person and no value is in them', async () => {
    await run.signIn(person.account)
    await until(() => collector.spans.find(({ name }) => name === 'account.signIn'))
    const sent = collector.text()
    for (const secret of [person.account, 'example.com', PASSWORD, person.access_token, 'Red lantern', 'Person 1', '127.0.0.1'])
      expect([secret, sent.includes(secret)]).toEqual([secret, false])
  })

  it('[TRACE-7] without an address nothing of the library is loaded; a wrong one is named', async () => {
    expect(await openTraces({ environment: {} })).toBeNull()
    expect(await openTraces({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_SDK_DISABLED: 'true' } })).toBeNull()
    await expect(openTraces({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' } })).rejects.toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http address, not "collector:4318"',
    )
    await expect(
      openTraces({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_SAMPLER: 'some' } }),
    ).rejects.toThrow('OTEL_TRACES_SAMPLER must be')
    const script = `await import('./runtime/server/createServer.ts')
      const { _cache } = (await import('node:module')).default
      console.log(Object.keys(_cache).filter((file) => file.includes('@opentelemetry')).length)`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: PROJECT_DIRECTORY,
      encoding: 'utf8',
    })
    expect([stdout.trim(), stderr]).toEqual(['0', expect.not.stringContaining('Error')])
  })
})

describe('slow statements', () => {
  it('[SLOW-1] get a line in the log with the call behind them and without values', async () => {
    const { id } = (await call(CREATE, { title: 'Paper boat' })).json().data
    const lines = logLines(run.server)
    const holder = await run.db.connect()
    await holder.query('begin')
    await holder.query('select from fixture_note where id = $1 for update', [id])
    setTimeout(() => void holder.query('commit').then(() => holder.release()), 1_300)
    const reply = await call('/api/fixture/declared/update', { id, title: 'Paper kite' })
    const slow = lines.filter(({ msg }) => msg === 'a slow statement')
    expect(slow).toEqual([
      expect.objectContaining({
        call: 'fixture.updateNote',
        reqId: reply.headers['x-request-id'],
        operation: 'UPDATE',
        table: 'fixture_note',
        pool: 'agon',
        statement: expect.stringContaining('"fixture_note"'),
      }),
    ])
    expect(slow[0]!.milliseconds).toBeGreaterThan(1_000)
    expect(JSON.stringify(slow)).not.toContain('Paper')
  })
})
