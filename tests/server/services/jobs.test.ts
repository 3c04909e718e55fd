import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSessions } from '../../harness/endSessions.ts'
import { type Person, type RunningServices, startServices, until } from './startServices.ts'

let run: RunningServices
let asker: Person
beforeAll(async () => {
  run = await startServices()
  asker = await run.person()
})
afterAll(() => run?.close())

const job = async (id: string, token = asker.access_token) => (await run.send('GET', `/api/platform/job/${id}`, { token })).body
const ended = (id: string, token = asker.access_token) =>
  until(async () => {
    const { data } = await job(id, token)
    return ['done', 'failed'].includes(data?.state) ? data : null
  })
const start = async (body: Record<string, unknown>) => run.send('POST', '/api/fixture/work', { token: asker.access_token, body })

describe('a job', () => {
  it('runs after the write that asked for it, with the rights and language of the asker, and keeps its result', async () => {
    const { jobId = undefined, job: id = jobId } = (await start({ steps: 0 })).body.data
    expect(await ended(id)).toMatchObject({ id, state: 'done', done: 1, error: null, result: { userId: asker.id, lang: 'zh' } })
    expect((await job(id)).data.result.codes).toContain('manageMyCompetition')
  })

  it('does not exist when the write was taken back', async () => {
    const before = (await run.db.query('select count(*)::int as n from platform_job')).rows[0].n
    expect((await start({ steps: 0, fail: 'write' })).body.error).toBe('CONFLICT')
    expect((await run.db.query('select count(*)::int as n from platform_job')).rows[0].n).toBe(before)
    expect(
      (
        await run.db.query(
          `select count(*)::int as n from pgboss.job where data ->> 'handler' = 'fixture.work' and data -> 'input' ->> 'fail' = 'write'`,
        )
      ).rows[0].n,
    ).toBe(0)
  })

  it('that ends with a declared error fails once, with its code', async () => {
    const id = (await start({ steps: 0, fail: 'declared' })).body.data.job
    expect(await ended(id)).toMatchObject({ state: 'failed', error: 'CONFLICT', result: null })
  })

  it('exists for its asker only', async () => {
    const id = (await start({ steps: 0 })).body.data.job
    const stranger = await run.person('account.platformAdmin')
    expect((await job(id, stranger.access_token)).error).toBe('NOT_FOUND')
    expect((await run.send('GET', `/api/platform/job/${id}/events`, { token: stranger.access_token })).body.error).toBe('NOT_FOUND')
    await ended(id)
  })

  it('tells its progress as events until it is done', async () => {
    const id = (await start({ steps: 4 })).body.data.job
    const reply = await run.send('GET', `/api/platform/job/${id}/events`, { token: asker.access_token })
    expect(String(reply.raw.headers['content-type'])).toContain('text/event-stream')
    const events = [...reply.raw.body.matchAll(/^event: job\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
    const shares = events.map(({ done }) => done)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.some((done) => done > 0 && done < 1)).toBe(true)
    expect(events.at(-1)).toMatchObject({ id, state: 'done', done: 1, result: { steps: 4 } })
    expect(events.filter(({ state }) => state === 'done')).toHaveLength(1)
  })
})

describe('a job whose process was killed', () => {
  /** As a process leaves it that ends without a word; the job's workers see it only when it is given away. */
  const leftBehind = async (silentSeconds: number) => {
    const id = (await start({ steps: 0 })).body.data.job
    await ended(id)
    await run.db.query(`UPDATE platform_job SET state = 'running', runner = 'gone', "finishedAt" = NULL, result = NULL,
      "beatAt" = now() - make_interval(secs => ${silentSeconds}) WHERE key = '${id}'`)
    await run.db.query(
      `UPDATE pgboss.job SET state = 'active', completed_on = NULL, started_on = now() - interval '5 minutes' WHERE data ->> 'key' = '${id}'`,
    )
    return id
  }

  it('[JOB-BEAT-1] is taken up by another within a minute, and not while it says that it runs (control)', async () => {
    const [silent, alive] = [await leftBehind(40), await leftBehind(-60)]
    const looked = async () => (await job(silent)).data
    await expect.poll(looked).toMatchObject({ state: 'done', done: 1, result: { userId: asker.id } })
    expect((await job(alive)).data).toMatchObject({ state: 'running', result: null })
    await run.db.query(`DELETE FROM pgboss.job WHERE data ->> 'key' = '${alive}'`)
  })

  it('[JOB-BEAT-2] is begun anew or ended by staff, and by nobody else; a run that was given away writes nothing more', async () => {
    const admin = (await run.person('account.platformAdmin')).access_token
    const rowOf = async (key: string) => (await run.db.query('SELECT id FROM platform_job WHERE key = $1', [key])).rows[0].id
    const act = async (what: string, key: string, token: string) =>
      (await run.send('POST', `/api/platform/jobs/${what}`, { token, body: { id: await rowOf(key) } })).body.error ?? 'done'
    const [stuck, running] = [await leftBehind(-600), (await start({ steps: 8 })).body.data.job]
    for (const what of ['requeue', 'cancel']) expect(await act(what, stuck, asker.access_token)).toBe('PERMISSION_DENIED')
    expect(await act('requeue', stuck, admin)).toBe('done')
    expect(await ended(stuck)).toMatchObject({ state: 'done' })
    await until(async () => (await job(running)).data.state === 'running')
    expect(await act('cancel', running, admin)).toBe('done')
    expect((await job(running)).data).toMatchObject({ state: 'failed', error: 'JOB_CANCELLED' })
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect((await job(running)).data).toMatchObject({ state: 'failed', error: 'JOB_CANCELLED', result: null })
    expect(await act('cancel', running, admin)).toBe('JOB_OVER')
    const listed = (await run.send('POST', '/api/platform/jobs', { token: admin, body: { state: 'failed' } })).body.data.list
    expect(listed.map(({ error }: { error: string }) => error)).toContain('JOB_CANCELLED')
  })
})

describe('an export', () => {
  const HOSTILE = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")', '＝1', '"quoted"', "'=1"]
  const addNote = (body: Record<string, unknown>, person = asker) =>
    run.send('POST', '/api/fixture/note', { token: person.access_token, body })

  async function exported(
    person: Person,
    lang: string,
  ): Promise<{ sheet: excel.Worksheet; sheets: excel.Worksheet[]; job: { done: number; result: { name: string; id: string } } }> {
    const reply = await run.send('POST', '/api/fixture/note/export', {
      inject: { headers: { authorization: `Bearer ${person.access_token}`, cookie: `lang=${lang}` } },
    })
    const finished = await ended(reply.body.data.jobId, person.access_token)
    const file = await run.send('GET', `/api/platform/file/${finished.result.id}`, { token: person.access_token })
    const book = new excel.Workbook()
    await book.xlsx.load(file.raw.rawPayload as unknown as ArrayBuffer)
    return { sheet: book.worksheets[0]!, sheets: book.worksheets, job: finished }
  }
  const rows = (sheet: excel.Worksheet) =>
    sheet
      .getSheetValues()
      .slice(1)
      .map((row) => (row as unknown[]).slice(1))

  it('keeps what somebody typed as text, never as a formula', async () => {
    const person = await run.person()
    for (const title of HOSTILE) await addNote({ title }, person)
    const { sheet } = await exported(person, 'en')
    const cells = HOSTILE.map((_, at) => sheet.getCell(at + 2, 1))
    expect(cells.map(({ value }) => value)).toEqual(HOSTILE.map((text) => text.replace('\r', '\n')))
    expect(cells.every(({ formula, type, numFmt }) => formula === undefined && type === excel.ValueType.String && numFmt === '@')).toBe(
      true,
    )
  })

  it('shows labels in the language of the asker, the answers of all form versions, and only what the asker may read', async () => {
    const admin = await run.person('account.platformAdmin')
    const answers = { name: 'Ann', color: 'red', early: 'yes', why: 'warm', size: 'l', members: [{ who: 'Bo', age: 20 }, { who: 'Cy' }] }
    expect((await addNote({ title: 'One', color: 'blue', formId: 'fixture.sheet', answers }, admin)).body.code).toBe(0)
    await addNote({ title: 'Two' }, admin)
    const english = await exported(admin, 'en')
    expect(english.job.result.name).toBe('Notes.xlsx')
    const [head, first, second] = rows(english.sheet)
    expect(head).toEqual([
      'Title',
      'Colour',
      'Created (China Standard Time)',
      'Name',
      'Colour',
      'Early',
      'Late',
      'Why',
      'Size',
      'Members (rows)',
      'Work',
      'Reviewers mark XQZ',
    ])
    expect(first?.[1]).toBe('Blue colour')
    expect(first?.slice(3, 10)).toEqual(['Ann', 'Red colour', 'yes', undefined, 'warm', 'Large', 2])
    expect(english.sheets[1]?.name).toBe('Members')
    expect(rows(english.sheets[1]!)).toEqual([
      ['Title', 'Colour', 'Who', 'Age'],
      ['One', 'Blue colour', 'Bo', 20],
      ['One', 'Blue colour', 'Cy'],
    ])
    expect(english.sheet.getCell(2, 3)).toMatchObject({ type: excel.ValueType.Date, numFmt: 'yyyy-mm-dd hh:mm:ss' })
    expect(second?.[0]).toBe('Two')
    const chinese = await exported(admin, 'zh')
    expect(chinese.job.result.name).toBe('笔记.xlsx')
    expect(rows(chinese.sheet)[1]?.slice(3, 10)).toEqual(['Ann', '红色', 'yes', undefined, 'warm', '大', 2])
    expect(rows(chinese.sheets[1]!)[0]).toEqual(['标题', '颜色', '姓名', '年龄'])
    const member = await run.person()
    await addNote({ title: 'Three', formId: 'fixture.sheet', answers: { name: 'Di' } }, member)
    expect(rows((await exported(member, 'en')).sheet)[0]).not.toContain('Reviewers mark XQZ')
  })

  it('belongs to the asker', async () => {
    await addNote({ title: 'Mine' })
    const { job: finished } = await exported(asker, 'en')
    const stranger = await run.person('account.platformAdmin')
    expect((await run.send('GET', `/api/platform/file/${finished.result.id}`, { token: stranger.access_token })).body.error).toBe(
      'NOT_FOUND',
    )
  })

  it('[DESK-12] is read by a thread on a connection of its own; the server that stops meanwhile ends it, and no half file stays', async () => {
    const own = await startServices()
    const person = await own.person()
    await own.send('POST', '/api/fixture/note', { token: person.access_token, body: { title: 'One' } })
    const holder = await own.db.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE fixture_note IN ACCESS EXCLUSIVE MODE')
      await own.send('POST', '/api/fixture/note/export', { token: person.access_token })
      const waiting = async () =>
        (
          await own.db.query(
            `SELECT application_name AS name FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%fixture_note%'`,
          )
        ).rows
      expect(await until(async () => ((await waiting()).length > 0 ? await waiting() : null))).toEqual([{ name: 'agon export' }])
      const drafts = join(own.server.deps.config.dataDirectory, 'files/draft')
      await own.server.close()
      expect(readdirSync(drafts)).toEqual([])
      expect(await waiting()).toEqual([])
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
      await own.close()
    }
  })

  it('[FAULT-9] whose database session ends while it reads is made again', async () => {
    const { body } = await run.send('POST', '/api/fixture/note', { token: asker.access_token, body: { title: 'Kept' } })
    expect(body.code).toBe(0)
    const holder = await run.db.connect()
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE fixture_note IN ACCESS EXCLUSIVE MODE')
    const order = await run.send('POST', '/api/fixture/note/export', { token: asker.access_token })
    const end = () =>
      endSessions(async (sql) => (await run.db.query(sql)).rows, `wait_event_type = 'Lock' AND query LIKE 'DECLARE%fixture_note%'`)
    await expect.poll(end, { interval: 20, timeout: 120_000 }).toBe(1)
    await holder.query('ROLLBACK')
    holder.release()
    const state = async () => (await job(order.body.data.jobId)).data.state
    await expect.poll(state, { interval: 200, timeout: 120_000 }).toBe('done')
  })

  it('of nothing has its head', async () => {
    const { sheet } = await exported(await run.person(), 'en')
    expect(rows(sheet)).toEqual([['Title', 'Colour', 'Created (China Standard Time)']])
  })
})
