/** Registrations and results out of a sheet, by HTTP: columns, check, import, undo; who may. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '../../harness/readWorkbook.ts'
import { dropTableRule, publishFlowWithoutLimit } from '../placesGuard.ts'
import { createWorld, type Form, HACKATHON_ANSWERS, hackathonForm, signUp, type World } from '../roadWorld.ts'
import { csv, open, person, problems, runJob, step, tokenOf, upload, xlsx } from './sheets.ts'

let world: World
let form: Form
let organiser: string
let stranger: string
beforeAll(async () => {
  world = await createWorld()
  form = await hackathonForm(world)
  organiser = await world.signIn('organiser 2')
  stranger = await world.signIn('organiser')
})
afterAll(() => world?.close())

const place = () => ({ competitionId: form.competitionId, eventId: form.eventId })
const opened = (rows: Record<string, string>[], more: object = {}) =>
  open(world, organiser, { ...place(), ...more }, { name: 'class.csv', bytes: csv(rows) })
const imported = async (rows: Record<string, string>[], more: object = {}) => {
  const { id } = await opened(rows, more)
  await step(world, organiser, id, 'check')
  return { id, batch: await step(world, organiser, id, 'start') }
}
const registrations = (names: string) =>
  world.rows(
    `SELECT r.*, u.email FROM signup_registration r JOIN account_user u ON u.id = r."userId" WHERE r."competitionId" = $1 AND r."displayName" LIKE $2 ORDER BY r.id`,
    [form.competitionId, names],
  )
const taken = async () => Number((await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId]))[0].taken)

describe('a sheet of registrations', () => {
  it('[IMPORT-1] is read, its columns are matched, it is checked, imported and undone once', async () => {
    const before = await taken()
    const { id, job } = await opened([person('a1'), person('a2')])
    expect(job).toMatchObject({ state: 'done' })
    const columns = (await world.call(`api/web/signup/import/${id}/columns`, {}, organiser)).data
    expect(columns.list.filter(({ target }: { target: string | null }) => target === null)).toEqual([])
    expect(columns.missing).toEqual([])
    expect(await step(world, organiser, id, 'check')).toMatchObject({ state: 'checked', total: 2, sound: 2, wrong: 0 })
    expect(await problems(world, organiser, id)).toEqual([])
    expect(await step(world, organiser, id, 'start')).toMatchObject({ state: 'done', written: 2, failed: 0 })
    const [first] = await registrations('Person a1')
    expect(first).toMatchObject({ status: 2, email: 'persona1@sheet.example', agreedAt: null, formHash: form.formHash })
    expect(first.answers).toMatchObject({
      skills: ['firmware', 'pitch'],
      birthDate: '2003-05-06',
      arrival: ['2026-12-17', '2026-12-20'],
      conduct: true,
    })
    expect(await taken()).toBe(before + 2)
    const reported = await world.rows(
      `SELECT template, address FROM platform_outbox WHERE template LIKE 'signup.entered%' AND "userId" = $1 ORDER BY 1`,
      [first.userId],
    )
    expect(reported.map(({ template }) => template)).toEqual(['signup.enteredMail'])
    expect((await step(world, organiser, id, 'start')).error).toBe('IMPORT_STATE')
    expect(await step(world, organiser, id, 'undo')).toMatchObject({ state: 'undone', undone: 2, kept: 0 })
    expect(await registrations('Person a%')).toEqual([])
    expect(await taken()).toBe(before)
    expect((await step(world, organiser, id, 'undo')).error).toBe('IMPORT_STATE')
  })

  it('[IMPORT-2] is refused row by row with what the form says, marked in a copy whose texts stay texts', async () => {
    const rows = [person('b1', { 赛道: 'astrology' }), person('b2', { 出生日期: 'yesterday', 公司与职位: '=1+1' }), person('b3')]
    const { id } = await open(world, organiser, place(), {
      name: 'b.xlsx',
      bytes: await xlsx(rows, { '2:姓名': { formula: 'A1', result: 'Person b3' } }),
    })
    expect(await step(world, organiser, id, 'check')).toMatchObject({ sound: 0, wrong: 3 })
    const found = await problems(world, organiser, id)
    expect(found.map(({ number }) => number)).toEqual(expect.arrayContaining([2, 3, 4]))
    expect(found.find(({ number }) => number === 4)?.message).toContain('公式')
    expect((await step(world, organiser, id, 'start')).error).toBe('IMPORT_NOTHING')
    const copy = await world.app.inject({ url: `/api/web/signup/import/${id}/marked`, headers: { authorization: `Bearer ${organiser}` } })
    const [sheet] = await readWorkbook(copy.rawPayload)
    expect(sheet!.getRow(1).values).toContain('检查结果')
    const cells: unknown[] = []
    sheet!.eachRow((row) => row.eachCell((cell) => cells.push(cell.formula ?? cell.value)))
    expect(cells).not.toContain('A1')
    const track = Object.keys(rows[0]!).indexOf('赛道') + 1
    expect(sheet!.getRow(2).getCell(track)).toMatchObject({ value: 'astrology', fill: { fgColor: { argb: 'FFFFC7CE' } } })
    expect(sheet!.getRow(4).getCell(track).fill).not.toHaveProperty('fgColor')
  })

  it('[IMPORT-3] is read in UTF-8 with a mark and in GB18030; a heading that means nothing is left out', async () => {
    const text = csv([{ ...person('c1'), 备注: '无' }]).toString()
    const gb = Buffer.from(text.split('').flatMap((sign) => (sign.charCodeAt(0) < 128 ? [sign.charCodeAt(0)] : gb18030(sign))))
    for (const [bytes, encoding] of [
      [Buffer.from(`\ufeff${text}`), 'UTF-8'],
      [gb, 'GB18030'],
    ] as const) {
      const { id } = await open(world, organiser, place(), { name: 'c.csv', bytes })
      expect(await step(world, organiser, id, 'check')).toMatchObject({ encoding, sound: 1 })
      const { list } = (await world.call(`api/web/signup/import/${id}/columns`, {}, organiser)).data
      expect(list.filter(({ target }: { target: string | null }) => target === null)).toMatchObject([{ title: '备注' }])
    }
  })

  it('[IMPORT-4] finds duplicates in itself and among registrations: refused, left out, or merged and given back', async () => {
    const { token, id: userId } = await world.newcomer()
    await world.rows(`UPDATE account_user SET email = 'known@sheet.example' WHERE id = $1`, [userId])
    await signUp(world, token, form, { answers: { ...HACKATHON_ANSWERS, fullName: 'Known Person' } })
    const rows = [
      person('d', { 账号: 'known@sheet.example', 姓名: 'Known Person', 'T 恤尺码': 'L' }),
      person('d1'),
      person('d1', { 姓名: 'Twin' }),
    ]
    const { id } = await opened(rows)
    expect(await step(world, organiser, id, 'check')).toMatchObject({ sound: 1, wrong: 2, skipped: 0 })
    expect(await step(world, organiser, id, 'check', { duplicates: 'warn' })).toMatchObject({ sound: 1, wrong: 0, skipped: 2 })
    expect(await step(world, organiser, id, 'check', { duplicates: 'merge' })).toMatchObject({ sound: 2, wrong: 0, skipped: 1 })
    expect(await step(world, organiser, id, 'start')).toMatchObject({ written: 1, merged: 1 })
    expect((await registrations('Known Person'))[0].answers.shirt).toBe('L')
    expect(await step(world, organiser, id, 'undo')).toMatchObject({ undone: 2 })
    expect(await registrations('Known Person')).toMatchObject([{ answers: { shirt: 'M' }, status: 2 }])
  })

  it('[IMPORT-5] undone, leaves what was changed since and says why', async () => {
    const { id } = await imported([person('e1'), person('e2')])
    const [first] = await registrations('Person e1')
    await world.call('api/web/signup/approve', { id: first.id }, organiser)
    expect(await step(world, organiser, id, 'undo')).toMatchObject({ state: 'undone', undone: 1, kept: 1 })
    expect(await registrations('Person e%')).toMatchObject([{ id: first.id, status: 4 }])
    const { list } = (await world.call('api/web/signup/import/rows', { batchId: id, state: 'kept' }, organiser)).data
    expect(list).toMatchObject([{ number: 2, reason: { zh: expect.stringContaining('改动') } }])
  })

  it('[IMPORT-6] is confirmed by the person, who alone may', async () => {
    await imported([person('f1')])
    const [{ id, userId }] = await registrations('Person f1')
    const other = await world.newcomer()
    expect((await world.call('api/web/competition/signup/join', { id }, other.token)).error).toBe('NOT_FOUND')
    const token = await tokenOf(world, userId)
    expect((await world.call(`api/web/competition/signup/own/${id}`, {}, token)).data).toMatchObject({ toConfirm: true })
    expect((await world.call('api/web/competition/signup/join', { id }, token)).code).toBe(0)
    expect((await world.call(`api/web/competition/signup/own/${id}`, {}, token)).data).toMatchObject({ toConfirm: false, status: 2 })
  })

  it('[IMPORT-14] tells nobody whether there is an account, and is finished once although its job runs three times at once', async () => {
    const { id: userId } = await world.newcomer()
    await world.rows(`UPDATE account_user SET email = 'persons1@sheet.example', name = 'Secret' WHERE id = $1`, [userId])
    const seen: unknown[] = []
    for (const name of ['s1', 's2']) {
      const { id } = await opened([person(name)])
      const { sound, wrong, skipped } = await step(world, organiser, id, 'check')
      await world.call('api/web/signup/import/start', { id }, organiser)
      await Promise.all([1, 2, 3].map(() => runJob(world, 'import.write', { id }, 'organiser2')))
      const { written, failed } = (await world.call(`api/web/signup/import/${id}`, {}, organiser)).data
      const [row] = await registrations(`Person ${name}`)
      const { data } = await world.call(`api/web/signup/detail/${row.id}`, {}, organiser)
      seen.push({ sound, wrong, skipped, written, failed, person: data.person, found: await problems(world, organiser, id) })
    }
    expect(seen[0]).toEqual({ sound: 1, wrong: 0, skipped: 0, written: 1, failed: 0, person: null, found: [] })
    expect(seen[1]).toEqual(seen[0])
  })

  it('[IMPORT-7] keeps a column map under a name, uses it by itself, and lets it go', async () => {
    const renamed = (at: string) =>
      Object.fromEntries(Object.entries(person(at)).map(([head, text]) => [head === '赛道' ? '意向' : head, text]))
    const { id } = await opened([renamed('g1')])
    const columns = async (batch: string) => (await world.call(`api/web/signup/import/${batch}/columns`, {}, organiser)).data
    const at = Object.keys(renamed('g1')).indexOf('意向')
    expect((await columns(id)).list[at].target).toBeNull()
    const targets = (await world.call('api/web/report/searchSys', { id, search: '赛道' }, organiser, 'GET')).data.list
    expect(targets).toEqual([{ value: 'track', label: '赛道' }])
    expect((await world.call('api/web/signup/import/column', { id, column: at, target: 'nothing' }, organiser)).error).toBe('IMPORT_TARGET')
    await world.call('api/web/signup/import/column', { id, column: at, target: 'track' }, organiser)
    const { data } = await world.call('api/web/report/matchFiledSaveOrUpdate', { id, title: '学院表' }, organiser)
    const again = await opened([renamed('g2')])
    expect((await columns(again.id)).list[at].target).toBe('track')
    expect((await world.call('api/web/report/getMatchSysNumList', place(), organiser)).error).toBe('CALL_INPUT')
    const maps = () => world.call('api/web/report/getMatchSysNumList', { competitionId: form.competitionId }, organiser)
    expect((await maps()).data.list).toMatchObject([{ id: data.id, title: '学院表', type: 1 }])
    expect((await world.call('api/web/report/delMatchFiled', { competitionId: form.competitionId, id: data.id }, stranger)).error).toBe(
      'NOT_FOUND',
    )
    await world.call('api/web/report/delMatchFiled', { competitionId: form.competitionId, id: data.id }, organiser)
    expect((await maps()).data.list).toEqual([])
  })
})

describe('what cannot be a sheet', () => {
  it('[IMPORT-8] is refused: no rows, too many, another kind of file, a zip that unpacks to gigabytes', async () => {
    expect((await open(world, organiser, place(), { name: 'x.csv', bytes: Buffer.from('姓名\n') })).job).toMatchObject({
      state: 'failed',
      error: 'IMPORT_EMPTY',
    })
    const many = Buffer.from(`姓名\n${'x\n'.repeat(5001)}`)
    expect((await open(world, organiser, place(), { name: 'x.csv', bytes: many })).job).toMatchObject({ error: 'IMPORT_ROWS' })
    expect(await upload(world, organiser, form.competitionId, 'x.xlsx', Buffer.from('MZ not a workbook'))).toMatchObject({
      error: 'FILE_TYPE',
    })
    const bomb = await xlsx([{ 姓名: 'x' }])
    expect(await upload(world, organiser, form.competitionId, 'bomb.xlsx', await inflated(bomb))).toMatchObject({ error: 'FILE_EXCESSIVE' })
  })
})

describe('another organiser', () => {
  it('[IMPORT-9] neither uploads, reads, checks, imports nor sees an import of this competition', async () => {
    const { id } = await opened([person('h1')])
    expect((await upload(world, stranger, form.competitionId, 'x.csv', csv([person('h2')]))).error).toBe('NOT_FOUND')
    const paths = [
      'api/web/signup/check',
      'api/web/signup/import/start',
      'api/web/signup/import/undo',
      `api/web/signup/import/${id}/columns`,
    ]
    for (const path of paths)
      expect([path, (await world.call(path, path.includes(id) ? {} : { id }, stranger)).error]).toEqual([path, 'NOT_FOUND'])
    expect((await world.call('api/web/signup/import/rows', { batchId: id }, stranger)).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/report/uploadEnrol', { competitionId: form.competitionId }, stranger, 'GET')).data.list).toEqual([])
    expect(
      (await world.call('api/web/report/uploadEnrol', { competitionId: form.competitionId }, organiser, 'GET')).data.list[0],
    ).toMatchObject({ id, fileName: 'class.csv', total: 1 })
    const { token } = await world.newcomer()
    expect((await world.call('api/web/signup/check', { id }, token)).error).toMatch(/PERMISSION_DENIED|NOT_FOUND/)
    const entry = { ...form, account: 'h3@sheet.example', answers: HACKATHON_ANSWERS }
    expect((await world.call('api/web/competition/signUp', entry, stranger)).error).toMatch(/PERMISSION_DENIED|NOT_FOUND/)
    expect((await world.call('api/web/competition/signUp', entry, organiser)).data).toMatchObject({ status: 2 })
    expect((await world.call('api/web/competition/signUp', entry, organiser)).error).toBe('ALREADY_SIGNED_UP')
  })
})

describe('a template', () => {
  it('[IMPORT-10] has the columns of the published form with drop-downs, and is read back without a column left over', async () => {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/web/signup/download',
      payload: { ...place(), type: 1 },
      headers: { authorization: `Bearer ${organiser}` },
    })
    const [sheet, guide] = await readWorkbook(reply.rawPayload)
    const heads = (sheet!.getRow(1).values as string[]).slice(1)
    expect(heads).toEqual(expect.arrayContaining(['账号（手机号或邮箱）', '邮箱', '赛道', '队友 1 · 姓名']))
    const track = sheet!.getColumn(heads.indexOf('赛道') + 1)
    expect(sheet!.getCell(2, track.number).dataValidation).toMatchObject({ type: 'list' })
    expect(guide!.rowCount).toBe(heads.length + 1)
    const { id } = await opened([Object.fromEntries(heads.map((head) => [head, 'x']))])
    const { list } = (await world.call(`api/web/signup/import/${id}/columns`, {}, organiser)).data
    expect(list.filter(({ target }: { target: string | null }) => target === null)).toEqual([])
  })
})

describe('a sheet of results', () => {
  it('[IMPORT-11] becomes lines of a draft of a ranking, linked to registrations, and is undone', async () => {
    const [registered] = await world.rows(
      `SELECT id, "displayName" FROM signup_registration WHERE "competitionId" = $1 AND status = 4 LIMIT 1`,
      [form.competitionId],
    )
    const [{ id: listId }] = await world.rows(
      `INSERT INTO ranking_list ("competitionId", title, position) VALUES ($1, '{"zh":"导入榜","en":"Imported"}', 99) RETURNING id`,
      [form.competitionId],
    )
    const rows = [
      { 名次: '1', 奖项: '一等奖', 参赛者或团队: registered.displayName, 成绩: '98.5', 报名编号: registered.id },
      { 名次: '2', 奖项: '最佳工艺', 参赛者或团队: '晨星队', 成绩: '97', 报名编号: '' },
      { 名次: 'second', 奖项: '', 参赛者或团队: '夜星队', 成绩: '', 报名编号: '999999999' },
    ]
    const { id } = await open(world, organiser, { competitionId: form.competitionId, type: 2, listId }, { name: 'r.csv', bytes: csv(rows) })
    expect(await step(world, organiser, id, 'check')).toMatchObject({ sound: 2, wrong: 1 })
    expect(await step(world, organiser, id, 'start')).toMatchObject({ written: 2 })
    const lines = () =>
      world.rows(`SELECT rank, prize, "prizeName", name, "registrationId" FROM ranking_award WHERE "listId" = $1 ORDER BY position`, [
        listId,
      ])
    expect(await lines()).toMatchObject([
      { rank: 1, prize: 'first', registrationId: registered.id },
      { rank: 2, prize: 'other', prizeName: '最佳工艺', name: '晨星队' },
    ])
    expect(
      (await open(world, organiser, { competitionId: form.competitionId, type: 2, listId }, { name: 'r.csv', bytes: csv(rows) })).job.state,
    ).toBe('done')
    await world.rows(`UPDATE ranking_award SET score = '96', "updatedAt" = now() WHERE "listId" = $1 AND rank = 2`, [listId])
    expect(await step(world, organiser, id, 'undo')).toMatchObject({ undone: 1, kept: 1 })
    expect(await lines()).toMatchObject([{ name: '晨星队' }])
  })
})

describe('the last places', () => {
  const rush = async (name: string) => {
    await world.rows('UPDATE competition_event SET capacity = taken + 3 WHERE id = $1', [form.eventId])
    const before = await taken()
    const { id } = await opened(Array.from({ length: 6 }, (_, at) => person(`${name}${at}`)))
    expect(await step(world, organiser, id, 'check')).toMatchObject({ sound: 6, places: 3 })
    const people = await Promise.all(Array.from({ length: 6 }, () => world.newcomer()))
    const [batch, ...replies] = await Promise.all([
      step(world, organiser, id, 'start'),
      ...people.map(({ token }) => signUp(world, token, form, { answers: HACKATHON_ANSWERS })),
    ])
    const stored = replies.filter(({ code }) => code === 0).length
    await world.rows('UPDATE competition_event SET capacity = NULL WHERE id = $1', [form.eventId])
    return { stored: batch.written + stored, failed: batch.failed, written: batch.written, taken: (await taken()) - before }
  }
  it('[IMPORT-12] go to as many as there are, of a sheet and of people who sign up meanwhile', async () => {
    const { stored, failed, written, taken: more } = await rush('p')
    expect({ stored, more, rows: failed + written }).toEqual({ stored: 3, more: 3, rows: 6 })
  })
  it('[IMPORT-13] are oversold when nothing guards them (control)', async () => {
    await publishFlowWithoutLimit(world)
    await dropTableRule(world)
    expect(await rush('q')).toMatchObject({ written: 6, failed: 0 })
  })
})

/** Of one character, as a spreadsheet in China writes it. */
function gb18030(sign: string): number[] {
  if (GB18030.size === 0) {
    const decoder = new TextDecoder('gb18030')
    for (let high = 0x81; high < 0xff; high++)
      for (let low = 0x40; low < 0xff; low++) if (low !== 0x7f) GB18030.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  }
  return GB18030.get(sign) ?? [0x3f]
}
const GB18030 = new Map<string, number[]>()

/** The workbook with a part that unpacks to far more than it packs. */
async function inflated(bytes: Buffer): Promise<Buffer> {
  const { default: JSZip } = await import('jszip')
  const zip = await JSZip.loadAsync(bytes)
  zip.file('xl/worksheets/sheet1.xml', Buffer.alloc(60_000_000, 0x20))
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
