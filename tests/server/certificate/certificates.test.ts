/** Certificates: numbers, batches made in the background, publishing, withdrawing, and the proof that anyone can look up. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCertificates } from '../../../plugins/certificate/addCertificates.ts'
import { isSerialNumber, serialNumber } from '../../../plugins/certificate/serialNumber.ts'
import { seedRows } from '../../../scripts/seed/seedRows.ts'
import { readPdf } from '../../harness/readPdf.ts'
import { createWorld, MODELLING, type World } from '../roadWorld.ts'

let world: World
let organiser: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  competitionId = await world.competition(MODELLING)
})
afterAll(() => world?.close())

const W = 'api/web/certificate'
let prefixes = 0

async function series(change: Record<string, unknown> = {}): Promise<string> {
  prefixes += 1
  const answers = {
    title: { zh: '获奖证书', en: 'Award' },
    templateId: 'certificate.classic',
    lang: 'zh',
    prefix: `MCM${prefixes}`,
    year: 2026,
    digits: 4,
    ...change,
  }
  const reply = await world.call('api/web/competition/certificate/setting', { competitionId, answers }, organiser)
  expect(reply).toMatchObject({ code: 0 })
  return reply.data.id
}
const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `获奖者${at + 1}\t第${at + 1}大学\t一等奖\tFirst prize`).join('\n')
async function begin(seriesId: string, rule: Record<string, unknown>): Promise<string> {
  const reply = await world.call(`${W}/createByCompetitionId`, { competitionId, seriesId, rule, issuedOn: '2026-11-23' }, organiser)
  expect(reply).toMatchObject({ code: 0 })
  return reply.data.id
}
async function stateOf(id: string): Promise<string> {
  return (await world.rows('SELECT state FROM certificate_batch WHERE id = $1', [id]))[0].state
}
async function ready(id: string): Promise<void> {
  await expect.poll(() => stateOf(id)).toBe('ready')
}
const certificates = (batchId: string) =>
  world.rows('SELECT * FROM certificate_certificate WHERE "batchId" = $1 ORDER BY number', [batchId])
const publish = (id: string, confirmed: string[] = []) => world.call(`${W}/publish`, { id, confirmed }, organiser)
async function issued(count: number, change: Record<string, unknown> = {}) {
  const seriesId = await series(change)
  const id = await begin(seriesId, { source: 'names', names: names(count) })
  await ready(id)
  expect(await publish(id)).toMatchObject({ code: 0 })
  return { seriesId, batchId: id, list: await certificates(id) }
}
const pdf = (query: string, token: string | null = null) =>
  world.app.inject({ method: 'GET', url: `/api/web/getCertificate?${query}`, headers: token ? { authorization: `Bearer ${token}` } : {} })

describe('[CERT-1] a certificate number', () => {
  it('has a check character that finds every wrong character and every swap of neighbours', () => {
    const serial = serialNumber({ prefix: 'MCM', year: 2026, digits: 6 }, 123)
    expect(serial).toMatch(/^MCM-2026-000123-[0-9A-Z]$/)
    expect(isSerialNumber(serial)).toBe(true)
    const digits = [...serial].flatMap((character, at) => (/\d/.test(character) && at < serial.length - 1 ? [at] : []))
    for (const at of digits) {
      const wrong = String((Number(serial[at]) + 1) % 10)
      expect(isSerialNumber(serial.slice(0, at) + wrong + serial.slice(at + 1))).toBe(false)
    }
    for (const at of digits) {
      const [one, two] = [serial[at], serial[at + 1]]
      if (!/\d/.test(two!) || one === two || at + 1 >= serial.length - 1) continue
      expect(isSerialNumber(serial.slice(0, at) + two + one + serial.slice(at + 2))).toBe(false)
    }
  })

  it('keeps its prefix, year and digits once one is given out, and no other series takes the prefix', async () => {
    const { seriesId } = await issued(1)
    const answers = { title: { zh: '获奖证书' }, templateId: 'certificate.classic', lang: 'zh', prefix: 'OTHER', year: 2026, digits: 4 }
    const save = (change: object, id?: string) =>
      world.call(
        'api/web/competition/certificate/setting',
        { ...(id && { id }), competitionId, answers: { ...answers, ...change } },
        organiser,
      )
    expect(await save({}, seriesId)).toMatchObject({ error: 'CERTIFICATE_NUMBERS_FIXED' })
    expect(await save({ prefix: `MCM${prefixes}`, title: { zh: '新名称' } }, seriesId)).toMatchObject({ code: 0 })
    expect(await save({ prefix: `MCM${prefixes}` })).toMatchObject({ error: 'CERTIFICATE_PREFIX_TAKEN' })
    expect(await save({ prefix: 'NEW', templateId: 'certificate.none' })).toMatchObject({ code: expect.not.stringMatching(/^0$/) })
  })
})

describe('[CERT-2] a batch', () => {
  it('makes one file for each name, in chunks, with the words of its values and its hash', async () => {
    const seriesId = await series()
    const id = await begin(seriesId, { source: 'names', names: names(60) })
    await ready(id)
    const list = await certificates(id)
    expect(list.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(new Set(list.map(({ serial }) => serial)).size).toBe(60)
    const { rawPayload, headers } = await pdf(`id=${list[59].id}`, organiser)
    expect(headers['content-type']).toBe('application/pdf')
    const { createHash } = await import('node:crypto')
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(list[59].fileHash)
    const read = await readPdf(rawPayload)
    for (const words of ['获奖者60', '一等奖', list[59].serial, '2026年11月23日', '全国大学生数学建模挑战赛'])
      expect(read.pages[0]).toContain(words)
    expect(read.title).toContain('获奖者60')
  })

  it('in both languages has a page of each, in one file with one number', async () => {
    const { list } = await issued(2, { lang: 'both' })
    const { rawPayload } = await pdf(`id=${list[1].id}`, organiser)
    const { pages, title } = await readPdf(rawPayload)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page).toContain(list[1].serial)
    expect(pages[0]).toMatch(/一等奖.*2026年11月23日/s)
    expect(pages[1]).toContain('Firstprize')
    expect(pages[1]).not.toContain('一等奖')
    expect(title).toMatch(/ \/ /)
    const counted = await world.call(
      `${W}/count`,
      { competitionId, seriesId: await series({ lang: 'both' }), rule: { source: 'names', names: names(2) } },
      organiser,
    )
    expect(counted).toMatchObject({ code: 0, data: { total: 2, missing: 0 } })
  })

  it('is ended once when its jobs come twice, and draws no certificate again', async () => {
    const seriesId = await series()
    const id = await begin(seriesId, { source: 'names', names: names(5) })
    await Promise.all([1, 2, 3].map(() => world.call(`${W}/resume`, { id }, organiser)))
    await ready(id)
    const list = await certificates(id)
    const files = await world.rows(
      `SELECT count(*)::int AS count FROM platform_file WHERE entity = 'certificate.certificate' AND "rowId" = ANY($1::text[])`,
      [list.map(({ id: each }) => String(each))],
    )
    expect([list.length, files[0].count]).toEqual([5, 5])
    expect((await world.rows('SELECT drawn, total FROM certificate_batch WHERE id = $1', [id]))[0]).toEqual({ drawn: 5, total: 5 })
  })

  it('names the letters that cannot be printed, and whose they are, before it is published', async () => {
    const lines = ['王小明', 'Łukasz Świątek', '김철수', 'Ada 🏆', '𠮷野 👨‍👩‍👧'].map((name) => `${name}\t第一大学\t一等奖\tFirst prize`)
    const id = await begin(await series(), { source: 'names', names: lines.join('\n') })
    await ready(id)
    const asked = await publish(id)
    expect(asked).toMatchObject({ error: 'CONFIRM_FIRST', details: { confirmed: ['problems:2'] } })
    expect(asked.message).toBe(
      '5 张证书中有 2 张有问题。\n字体没有这些字，印出来是方框：🏆（Ada 🏆）、𠮷👨‍👩‍👧（𠮷野 👨‍👩‍👧）。请改用其他写法后重新生成，或确认照此发布。',
    )
    expect((await publish(id, ['problems:2'])).data.total).toBe(5)
  })

  it('goes on where a killed process left it: a chunk that was not committed is drawn again, the others are not', async () => {
    const seriesId = await series()
    const id = await begin(seriesId, { source: 'names', names: names(3) })
    await ready(id)
    const drawn = await certificates(id)
    // what a crash leaves: the batch in work, some certificates without files, no job
    await world.rows(`UPDATE certificate_certificate SET file = NULL, "fileHash" = NULL WHERE "batchId" = $1 AND number > 1`, [id])
    await world.rows(`UPDATE certificate_batch SET state = 'drawing', drawn = 1, "workedAt" = now() - interval '1 hour' WHERE id = $1`, [
      id,
    ])
    const { calls } = world.server.deps
    const resume = () => calls.runTimers('hour', { session: world.server.deps.services.sessions.visitor(), lang: 'zh', background: true })
    // control: nothing continues by itself, nor a batch that a job works on now
    const jobs = async () =>
      (await world.rows(`SELECT count(*)::int AS count FROM platform_job WHERE handler = 'certificate.drawBatch'`))[0].count
    const before = await jobs()
    await world.rows('UPDATE certificate_batch SET "workedAt" = now() WHERE id = $1', [id])
    await resume()
    expect([await jobs(), await stateOf(id)]).toEqual([before, 'drawing'])
    await world.rows(`UPDATE certificate_batch SET "workedAt" = now() - interval '1 hour' WHERE id = $1`, [id])
    await resume()
    expect(await jobs()).toBe(before + 1)
    await ready(id)
    const list = await certificates(id)
    expect(list.map(({ fileHash }) => typeof fileHash)).toEqual(['string', 'string', 'string'])
    // control: what was drawn again has another file, so the first was not
    expect(list.map(({ file }, at) => file.id === drawn[at].file.id)).toEqual([true, false, false])
    expect(list.map(({ fileHash }) => fileHash)).toEqual(drawn.map(({ fileHash }) => fileHash))
  })

  it('stops while it is paused, and its numbers stay taken when it is discarded', async () => {
    const seriesId = await series()
    const id = await begin(seriesId, { source: 'names', names: names(120) })
    await expect.poll(() => stateOf(id)).toBe('drawing')
    expect(await world.call(`${W}/pause`, { id }, organiser)).toMatchObject({ code: 0 })
    expect(await publish(id)).toMatchObject({ error: 'CERTIFICATE_BATCH_STATE' })
    expect(await world.call(`${W}/discard`, { id }, organiser)).toMatchObject({ code: 0 })
    await expect
      .poll(async () => [...new Set((await certificates(id)).map(({ state }) => state))], { timeout: 240_000 })
      .toEqual(['discarded'])
    const next = await begin(seriesId, { source: 'names', names: names(1) })
    await ready(next)
    expect((await certificates(next))[0].number).toBe(121)
  })
})

describe('[CERT-3] numbers under two workers', () => {
  async function twoBatches(run: (ids: string[]) => Promise<unknown>) {
    const seriesId = await series()
    const ids = await Promise.all(
      [names(40), names(80).split('\n').slice(40).join('\n')].map((list) => begin(seriesId, { source: 'names', names: list })),
    )
    await run(ids)
    const rows = await world.rows('SELECT number FROM certificate_certificate WHERE "seriesId" = $1 ORDER BY number', [seriesId])
    return rows.map(({ number }) => number)
  }

  it('have no gap and none twice', async () => {
    const numbers = await twoBatches((ids) => Promise.all(ids.map(ready)))
    expect(numbers).toEqual(Array.from({ length: 80 }, (_, at) => at + 1))
    // control: who reads the series without its lock gives the same numbers
    const id = await begin(await series(), { source: 'names', names: names(1) })
    await ready(id)
    const { db } = world.server.deps
    const batch = await db.selectFrom('certificate_batch').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const read = await db.selectFrom('certificate_series').selectAll().where('id', '=', batch.seriesId).executeTakeFirstOrThrow()
    const add = (subject: string) =>
      addCertificates(read as never, batch, [{ subject, userId: null, registrationId: null, name: '甲', award: null, values: {} }], {
        rows: seedRows(db as never, world.server.deps.platform()),
        site: '',
      } as never)
    const both = await Promise.allSettled([add('a'), add('b')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('[CERT-4] who gets one', () => {
  const count = (seriesId: string, rule: object) => world.call(`${W}/count`, { competitionId, seriesId, rule }, organiser)

  it('follows from the rule; those left out are told with the reason, and missing values before anything is made', async () => {
    const seriesId = await series({ templateId: 'certificate.classic' })
    const [{ approved, all }] = await world.rows(
      `SELECT count(*) FILTER (WHERE status = 4)::int AS approved, count(*)::int AS all FROM signup_registration WHERE "competitionId" = $1`,
      [competitionId],
    )
    const reply = await count(seriesId, { source: 'registrations' })
    expect(reply.data).toMatchObject({ total: approved, excluded: all - approved, missing: approved, missingValues: ['奖项名称'] })
    expect(reply.data.reasons).toEqual(all === approved ? [] : [expect.objectContaining({ reason: 'status', count: all - approved })])
    expect(await count(seriesId, { source: 'ranking' })).toMatchObject({ error: 'CERTIFICATE_RULE' })
    expect(await world.rows('SELECT id FROM certificate_certificate WHERE "seriesId" = $1', [seriesId])).toEqual([])
  })

  it('is nobody who has one of the series already, unless the rule says so', async () => {
    const { seriesId } = await issued(3)
    const rule = { source: 'names', names: names(4) }
    expect((await count(seriesId, rule)).data).toMatchObject({ total: 1, reasons: [{ reason: 'already', count: 3 }] })
    expect((await count(seriesId, { ...rule, again: true })).data).toMatchObject({ total: 4, excluded: 0 })
  })

  it('is everyone on the published version of a ranking, with the award and the members of the team', async () => {
    const [registration] = await world.rows(
      `UPDATE signup_registration SET "isTeam" = true WHERE id = (SELECT min(id) FROM signup_registration WHERE "competitionId" = $1 AND status = 4) RETURNING id, "displayName", "userId", "eventId"`,
      [competitionId],
    )
    const members = [
      ['队员甲', 'contestant'],
      ['队长', 'captain'],
      ['教师', 'instructor'],
    ]
    for (const [at, [name, role]] of members.entries())
      await world.rows(
        `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state) SELECT $1, $2, $3, id, $4, $5, 'active' FROM account_user ORDER BY id OFFSET $6 LIMIT 1`,
        [registration.id, competitionId, registration.eventId, name, role, at],
      )
    const [list] = await world.rows(
      `INSERT INTO ranking_list ("competitionId", title, version, "publishedVersion") VALUES ($1, '{"zh":"榜单","en":"Results"}', 2, 1) RETURNING id`,
      [competitionId],
    )
    const award = (version: number, prize: string, registrationId: string | null, name: string) =>
      world.rows(
        `INSERT INTO ranking_award ("listId", "competitionId", version, prize, "registrationId", name, rank, position) VALUES ($1, $2, $3, $4, $5, $6, 1, 0)`,
        [list.id, competitionId, version, prize, registrationId, name],
      )
    await award(1, 'first', registration.id, registration.displayName)
    await award(1, 'second', null, '手工录入的队伍')
    await award(2, 'special', null, '还没公布的队伍')
    const seriesId = await series()
    const rule = { source: 'ranking', listId: String(list.id) }
    expect((await count(seriesId, rule)).data).toMatchObject({ total: 2, names: [registration.displayName, '手工录入的队伍'] })
    expect((await count(seriesId, { ...rule, prizes: ['first'] })).data).toMatchObject({
      total: 1,
      reasons: [{ reason: 'prize', count: 1 }],
    })
    const perPerson = (await count(seriesId, { ...rule, prizes: ['first'], perPerson: true })).data
    expect(perPerson.names).toEqual(['队长', '队员甲'])
    const id = await begin(seriesId, { ...rule, prizes: ['first'] })
    await ready(id)
    const [certificate] = await certificates(id)
    expect(certificate).toMatchObject({
      name: registration.displayName,
      award: { zh: '一等奖', en: 'First prize' },
      userId: registration.userId,
    })
    await publish(id)
    const reported = async () =>
      (await world.rows(`SELECT variables FROM platform_outbox WHERE template = 'certificate.published'`)).map(
        ({ variables }) => variables.serial,
      )
    await expect.poll(reported).toContain(certificate.serial)
  })
})

describe('[CERT-5] the proof', () => {
  const shown = (code: string) => world.call(`${W}/shown`, { certificate: code }, null, 'GET')
  const search = (input: object) => world.call(`${W}/search`, { ...input })

  it('answers drafts, discarded ones and what does not exist alike', async () => {
    const id = await begin(await series(), { source: 'names', names: names(1) })
    await ready(id)
    const [draft] = await certificates(id)
    const [{ code: _, ...none }, { code: __, ...hidden }] = [await shown('nothing-has-this-code'), await shown(draft.code)]
    expect(hidden).toEqual(none)
    expect(await search({ serial: draft.serial })).toEqual(await search({ serial: 'MCM1-2026-9999-0' }))
    expect((await pdf(`certificate=${draft.code}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await pdf(`id=${draft.id}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('shows a valid certificate to anyone who has its address, and says when it is withdrawn and why', async () => {
    const { list } = await issued(1)
    const [{ id, code, serial, fileHash }] = list
    expect((await shown(code)).data).toMatchObject({ state: 'published', serial, hash: fileHash, name: '获奖者1', issuedOn: '2026-11-23' })
    expect((await pdf(`certificate=${code}`)).statusCode).toBe(200)
    expect((await search({ serial: ` ${serial.toLowerCase()} ` })).data.list).toMatchObject([{ serial, code }])
    expect(await world.call(`${W}/withdraw`, { id, reason: '名单有误' }, organiser)).toMatchObject({ code: 0 })
    expect((await shown(code)).data).toMatchObject({ state: 'withdrawn', reason: '名单有误', withdrawnAt: expect.any(String) })
    expect((await pdf(`certificate=${code}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect(await world.call(`${W}/withdraw`, { id, reason: '再次' }, organiser)).toMatchObject({ error: 'CERTIFICATE_STATE' })
  })

  it('leads from a certificate that was issued anew to the new one, which has its own number', async () => {
    const { list } = await issued(1)
    const [old] = list
    const { data } = await world.call(`${W}/reissue`, { id: old.id, reason: '姓名有误', name: '改正的姓名' }, organiser)
    await ready(data.batchId)
    expect((await shown(old.code)).data.state).toBe('published')
    await publish(data.batchId)
    const [next] = await certificates(data.batchId)
    expect(next).toMatchObject({ number: old.number + 1, name: '改正的姓名' })
    expect((await shown(old.code)).data).toMatchObject({ state: 'replaced', replacedBy: next.code, reason: null })
    expect((await shown(next.code)).data).toMatchObject({ state: 'published', name: '改正的姓名' })
  })

  it('is found by name with the last digits of the phone, and searching is limited', async () => {
    const [person] = await world.rows(`SELECT id, phone FROM account_user WHERE phone IS NOT NULL ORDER BY id LIMIT 1`)
    const { list } = await issued(1)
    await world.rows('UPDATE certificate_certificate SET "userId" = $2 WHERE id = $1', [list[0].id, person.id])
    const digits = String(person.phone).slice(-4)
    const wrong = '7351'
    expect((await search({ name: '获奖者1', digits })).data.list.map(({ serial }: { serial: string }) => serial)).toContain(list[0].serial)
    expect((await search({ name: '获奖者1', digits: wrong })).data.list).toEqual([])
    expect((await search({ name: '获奖者1' })).data.list).toEqual([])
    let last: { error?: string } = {}
    for (let at = 0; at < 12; at++) last = await search({ serial: 'X' })
    expect(last.error).toBe('RATE_LIMITED')
    // one name is guessed at ten times in a minute, from however many addresses and in however many spellings
    const from = async (at: number) => {
      const payload = { name: at % 2 ? '李 试' : ' 李　试', digits: wrong }
      return (await world.app.inject({ method: 'POST', url: `/${W}/search`, remoteAddress: `10.7.0.${at}`, payload })).json().error
    }
    const guesses: unknown[] = []
    for (let at = 1; at <= 11; at++) guesses.push(await from(at))
    expect(guesses).toEqual([...Array(10).fill(undefined), 'RATE_LIMITED'])
  })
})

describe('[CERT-6] who may', () => {
  it('issue: those who hold createCertificate for the competition, and no other organiser finds the batch', async () => {
    const { batchId, list } = await issued(1)
    const { token } = await world.newcomer()
    for (const [path, input] of [
      ['publish', { id: batchId }],
      ['pause', { id: batchId }],
      ['withdraw', { id: String(list[0].id), reason: '试试' }],
    ] as const)
      expect(await world.call(`${W}/${path}`, input, token)).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect((await pdf(`id=${list[0].id}`, token)).json()).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('look at a template: as PDF with sample values', async () => {
    const reply = await world.app.inject({
      method: 'GET',
      url: `/${W}/preview?templateId=certificate.team&lang=en&sample=ten`,
      headers: { authorization: `Bearer ${organiser}` },
    })
    const read = await readPdf(reply.rawPayload)
    expect(read.pages).toHaveLength(2)
    expect(read.pages[1]).toContain('AlexanderMontgomery')
    expect((await world.call(`${W}/listCompetitionTemplate`, {}, organiser)).data.total).toBeGreaterThanOrEqual(8)
  })

  it('wait for a PDF without a connection: inside a transaction none is written', async () => {
    const { calls, services } = world.server.deps
    const caller = { session: services.sessions.visitor(), lang: 'zh' as const }
    const draw = (transaction: boolean) =>
      calls.runHandler('certificate.preview', { templateId: 'certificate.minimal' }, caller, { transaction })
    await expect(draw(true)).rejects.toThrow('never waited for inside a transaction')
    // control
    await expect(draw(false)).resolves.toBeNull()
  })
})
