/** What an export answers: the file to clients that take one, the job to those that take JSON alone. */
import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takesFile } from '../../../runtime/server/exports/exportedFile.ts'
import { type Person, type RunningServices, startServices, until } from '../services/startServices.ts'

const ADDRESS = '/api/fixture/note/export'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
let run: RunningServices
let person: Person
beforeAll(async () => {
  run = await startServices()
  person = await run.person()
  await run.send('POST', '/api/fixture/note', { token: person.access_token, body: { title: 'Kept' } })
})
afterAll(() => run?.close())

const order = (accept: string, headers: Record<string, string> = {}) =>
  run.server.app.inject({ method: 'POST', url: ADDRESS, headers: { authorization: `Bearer ${person.access_token}`, accept, ...headers } })
type Settings = Record<string, { value: number }>
const jobs = async () => (await run.db.query('SELECT key, "ownerId" AS owner, state FROM platform_job ORDER BY id')).rows

/** No export can read its rows meanwhile. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const holder = await run.db.connect()
  await holder.query('BEGIN; LOCK TABLE fixture_note IN ACCESS EXCLUSIVE MODE')
  try {
    await work()
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

describe('an export', () => {
  it('[EXPORT-FILE-1] is the file itself, with its name, to a client that takes files', async () => {
    const reply = await order('*/*')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': XLSX,
      'content-length': String(reply.rawPayload.length),
      'content-disposition': `attachment; filename="__.xlsx"; filename*=UTF-8''${encodeURIComponent('笔记')}.xlsx`,
      'x-content-type-options': 'nosniff',
    })
    const book = new excel.Workbook()
    await book.xlsx.load(reply.rawPayload as unknown as ArrayBuffer)
    expect(book.worksheets[0]!.getCell(2, 1).value).toBe('Kept')
    const others = [undefined, '', 'application/octet-stream', `${XLSX}, application/json`, 'application/json, text/plain, */*']
    expect(others.filter((accept) => !takesFile(accept))).toEqual([])
  })

  it('[EXPORT-FILE-2] is the job to a client that takes JSON alone', async () => {
    const reply = await order('application/json')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ code: 0, data: { jobId: expect.any(String) } })
    const jsonAlone = ['application/json', 'application/problem+json', 'application/json;q=0.9, application/problem+json']
    expect(jsonAlone.filter(takesFile)).toEqual([])
  })

  it('[EXPORT-FILE-3] answers the job when the file takes longer than the setting says, and the job continues', async () => {
    const admin = await run.person('account.platformAdmin')
    const settings = '/api/platform/document/settings/platform.database'
    const content = structuredClone(run.server.deps.platform().get('settings', 'platform.database')) as { values: Settings }
    content.values.exportWaitSeconds!.value = 0
    expect((await run.send('POST', settings, { token: admin.access_token, body: { content } })).body.code).toBe(0)
    expect((await run.send('POST', `${settings}/publish`, { token: admin.access_token, body: {} })).body.code).toBe(0)
    await whileHeld(async () => {
      const reply = await order('*/*')
      expect(reply.statusCode).toBe(202)
      expect(reply.json()).toEqual({ code: 0, message: 'ok', data: { jobId: (await jobs()).at(-1).key } })
    })
    await expect.poll(async () => (await jobs()).at(-1).state).toBe('done')
    await run.send('POST', `${settings}/takeBack`, { token: admin.access_token, body: {} })
  })

  it('[EXPORT-FILE-4] that is refused answers the error as JSON, and orders nothing', async () => {
    const before = await jobs()
    const visitor = await run.server.app.inject({ method: 'POST', url: ADDRESS, headers: { accept: '*/*' } })
    expect(visitor.json()).toMatchObject({ error: 'SESSION_REQUIRED' })
    const wrong = await run.server.app.inject({
      method: 'POST',
      url: ADDRESS,
      headers: { accept: '*/*', authorization: `Bearer ${person.access_token}` },
      payload: { color: 1 },
    })
    expect(wrong.json()).toMatchObject({ error: 'CALL_INPUT' })
    expect(await jobs()).toEqual(before)
  })

  it('[EXPORT-FILE-5] whose job fails answers its error', async () => {
    await whileHeld(async () => {
      const [{ length }, answered] = [await jobs(), order('*/*')]
      const { key } = await until(async () => (await jobs())[length])
      await until(async () => (await jobs())[length].state === 'running')
      await run.db.query(`UPDATE platform_job SET state = 'failed', error = 'TOO_LONG' WHERE key = $1`, [key])
      await run.db.query(`SELECT pg_notify('agon', $1)`, [`job:${key} `])
      expect((await answered).json()).toMatchObject({ error: 'TOO_LONG', data: null })
    })
  })

  it('[EXPORT-FILE-6] sent twice with one key is one job and the same file', async () => {
    const key = { 'idempotency-key': 'twice' }
    const [first, before] = [await order('*/*', key), await jobs()]
    const second = await order('*/*', key)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(await jobs()).toEqual(before)
  })

  it('[EXPORT-FILE-7] says in the description of calls that it answers a file or a job', async () => {
    const { paths } = (await run.send('GET', '/openapi.json')).body
    expect(Object.keys(paths['/api/web/report/exportCompetitionSignUp'].post.responses[200].content)).toEqual([
      'application/json',
      'application/octet-stream',
    ])
  })
})
