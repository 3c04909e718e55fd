/** School data: awards that schools report, the rows behind all figures, and what may be read of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../runtime/server/database/migrateDatabase.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { jobOver, step } from './import/sheets.ts'
import { createWorld, serverScope, type World } from './roadWorld.ts'

const PATH = 'api/dataService'
const YEAR = new Date().getFullYear()
const AWARD = {
  ...{ year: YEAR, competition: '国际大学生程序设计竞赛', level: 'international', type: 'A', prize: 'first' },
  ...{ awardedOn: `${YEAR}-05-15`, name: '破晓队', people: 3, college: '自动化学院', teacher: '秦岭', proof: [] },
}

const LEVELS = ['international', 'national', 'regional', 'provincial', 'other'] as const
const WEIGHTS = [7, 5, 3, 2, 1]

let world: World
let admin: string
let school: string
let auditor: string
let university: string
let polytechnic: string

beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
  school = await world.signIn('school administrator')
  auditor = await world.signIn('provincial auditor')
  const id = async (name: string) =>
    String((await world.rows(`SELECT id FROM organisation_organisation WHERE name ->> 'zh' = $1`, [name]))[0].id)
  university = await id('楚江大学')
  polytechnic = await id('云江理工学院')
  await refresh()
})
afterAll(() => world?.close())

const post = (name: string, input: Record<string, unknown>, token: string | null) => world.call(`${PATH}/${name}`, input, token)
const get = (name: string, input: Record<string, unknown>, token: string | null) => world.call(`${PATH}/${name}`, input, token, 'GET')
function refresh(): Promise<{ written: number }> {
  const scope = serverScope(world, world.server.deps.db)
  return world.server.deps.calls.runHandler('data.refresh', {}, { ...scope, background: true } as never) as Promise<{ written: number }>
}

describe('a reported award', () => {
  it('[DATA-1] counts once the school and the organisation above have approved it, and the overview changes', async () => {
    const before = (await post('award/page', { organisationId: polytechnic, state: 'approved' }, admin)).data.total
    const { id } = (await post('award/add', { organisationId: polytechnic, ...AWARD }, admin)).data
    expect((await post('award/approve', { id }, auditor)).error).toBe('DATA_STATE')
    expect((await post('award/submit', { id }, admin)).code).toBe(0)
    expect((await post('award/confirmLast', { id }, admin)).error).toBe('DATA_STATE')
    expect((await post('award/confirm', { id }, admin)).code).toBe(0)
    expect((await post('award/approve', { id }, admin)).error).toBe('AUDIT_OWN')
    expect((await refresh()).written).toBe(0)
    const asOf = async () => Date.parse((await get('asOf', {}, school)).data.at)
    const counted = await asOf()
    expect((await post('award/approve', { id }, auditor)).code).toBe(0)
    expect((await refresh()).written).toBe(1)
    expect(await asOf()).toBeGreaterThan(counted)
    expect((await refresh()).written).toBe(0)
    const after = (await post('award/page', { organisationId: polytechnic, state: 'approved' }, admin)).data.total
    expect(after).toBe(before + 1)
    expect(await world.rows('SELECT name, awards, people FROM data_entry WHERE key = $1', [`a:${id}`])).toEqual([
      { name: '破晓队', awards: 1, people: 3 },
    ])
  })
  it('[DATA-2] is sent back with a reason, corrected, and counts no longer when it is not approved', async () => {
    const { id } = (await post('award/add', { organisationId: university, ...AWARD }, school)).data
    await post('award/submit', { id }, school)
    expect((await post('award/change', { id, ...AWARD }, school)).error).toBe('DATA_STATE')
    expect((await post('award/sendBack', { id, reason: '证书不清晰' }, school)).code).toBe(0)
    expect((await post('award/change', { id, ...AWARD, people: 2 }, school)).code).toBe(0)
    await post('award/submit', { id }, school)
    expect((await post('award/confirmLast', { id }, school)).code).toBe(0)
    await refresh()
    expect(await world.rows('SELECT people FROM data_entry WHERE key = $1', [`a:${id}`])).toEqual([{ people: 2 }])
    await world.rows(`UPDATE data_award SET state = 'draft' WHERE id = $1`, [id])
    await refresh()
    expect(await world.rows('SELECT id FROM data_entry WHERE key = $1', [`a:${id}`])).toEqual([])
  })
  it('[DATA-3] is refused for a year that is closed, for another school, and without the permission', async () => {
    const closed = { ...AWARD, organisationId: university, year: YEAR - 5 }
    expect((await post('award/add', closed, school)).error).toBe('DATA_YEAR_CLOSED')
    expect((await post('award/add', { ...AWARD, organisationId: polytechnic }, school)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    const { token } = await world.newcomer()
    expect((await post('award/add', { ...AWARD, organisationId: university }, token)).error).toBe('PERMISSION_DENIED')
  })
})

describe('figures', () => {
  it('[DATA-4] are those of plain SQL over the sources, in every dimension', async () => {
    const [{ people, awards }] = await world.rows(
      `SELECT
        (SELECT coalesce(sum(people), 0) FROM data_award WHERE state = 'approved' AND "organisationId" = $1)::integer
        + (SELECT coalesce(sum(CASE WHEN r."isTeam" THEN greatest(r."memberCount", 1) ELSE 1 END), 0) FROM signup_registration r
           JOIN competition_competition c ON c.id = r."competitionId" LEFT JOIN profile_profile p ON p."userId" = r."userId"
           WHERE r.status = 4 AND c."deletedAt" IS NULL AND coalesce(p.school, CASE r.school WHEN '楚江大学' THEN '42001' WHEN 'Chujiang University' THEN '42001' END) = '42001')::integer AS people,
        (SELECT count(*) FROM data_award WHERE state = 'approved' AND "organisationId" = $1)::integer AS awards`,
      [university],
    )
    const sum = (groups: { people: number; awards: number }[], key: 'people' | 'awards') =>
      groups.reduce((all, group) => all + group[key], 0)
    for (const name of ['years', 'levels', 'types', 'prizes', 'colleges', 'majors', 'teachers', 'competitions']) {
      const { data } = await get(`school/${name}`, { organisationId: university }, school)
      expect(sum(data.groups, 'people'), name).toBe(people)
      expect(sum(data.groups, 'awards'), name).toBeGreaterThanOrEqual(awards)
    }
  })
  it('[DATA-5] and the rows behind them are those of the own school alone', async () => {
    expect((await get('school/years', { organisationId: polytechnic }, school)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    expect((await get('school/rows', { organisationId: polytechnic }, school)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    const { data } = await get('school/rows', { organisationId: university, year: YEAR }, school)
    expect(data.total).toBeGreaterThan(5)
    expect((await get('competition/totals', { viewerId: polytechnic }, school)).error).toBe('NOT_FOUND')
  })
  it('[DATA-6] across schools withhold groups of fewer than five rows, and a second one where only one would be', async () => {
    const of = async () => {
      const reply = await get('competition/totals', { viewerId: university, year: 1999 }, school)
      expect(reply.error).toBeUndefined()
      return reply.data
    }
    const place = `(SELECT min(id) FROM organisation_school)`
    const add = (name: string, count: number) =>
      world.rows(
        `INSERT INTO data_entry (key, source, "schoolId", competition, year, people, "changedAt")
         SELECT 'a:' || (900000 + random() * 90000)::integer || n, 'report', ${place}, $1, 1999, 1, now() FROM generate_series(1, $2::integer) n`,
        [name, count],
      )
    expect((await of()).groups).toEqual([])
    await add('大', 9)
    await add('中', 6)
    expect(await of()).toMatchObject({
      groups: [
        { of: '大', count: 9 },
        { of: '中', count: 6 },
      ],
      withheld: 0,
    })
    await add('小', 2)
    expect(await of()).toMatchObject({ total: 17, groups: [{ of: '大', count: 9 }], withheld: 2 })
    await world.rows('DELETE FROM data_entry WHERE year = 1999')
  })
  it('[DATA-7] rank schools by weights that the asker chooses, and take each score apart', async () => {
    const { data } = await get(
      'school/index',
      { viewerId: university, international: 0, national: 1, regional: 0, provincial: 0, other: 0 },
      school,
    )
    const [first, second] = data.list
    expect(first).toMatchObject({ rank: 1, percentile: 1, toNext: null, points: first.national })
    expect(second.toNext).toBe(first.points - second.points)
    expect(data.weights).toMatchObject({ national: 1, other: 0 })
    // with the weight 1 an award is a point; levels without weight move nothing
    expect(second.needs).toMatchObject({ national: second.toNext, international: null, other: null })
    const own = (await get('school/index', { viewerId: university, own: true }, school)).data.list
    expect(own).toMatchObject([{ school: { zh: '楚江大学' } }])
  })
  it('[DATA-30] rank schools page by page as plain SQL counts the awards of each level, also once a competition has another level', async () => {
    const plain = () =>
      world.rows(`SELECT "schoolId"::text AS id, sum(people)::int AS people, ${LEVELS.map((level) => `coalesce(sum(awards) FILTER (WHERE ${level === 'other' ? `coalesce(level, 'other') NOT IN ('international', 'national', 'regional', 'provincial')` : `level = '${level}'`}), 0)::int AS ${level}`).join(', ')}
        FROM data_entry WHERE "schoolId" IS NOT NULL GROUP BY 1 HAVING count(*) >= 5`)
    const assertExact = async () => {
      const scored = (await plain()).map((row) => ({
        ...row,
        points: LEVELS.reduce((sum, level, at) => sum + row[level] * WEIGHTS[at]!, 0),
      }))
      const expected = scored
        .toSorted((one, other) => other.points - one.points || Number(one.id) - Number(other.id))
        .map((row) => {
          const above = scored.filter(({ points }) => points > row.points)
          const toNext = above.length === 0 ? null : Math.min(...above.map(({ points }) => points)) - row.points
          return { ...row, rank: above.length + 1, percentile: (scored.length - above.length - 1) / (scored.length - 1), toNext }
        })
      const weights = Object.fromEntries(LEVELS.map((level, at) => [level, WEIGHTS[at]]))
      const page = async (more: Record<string, unknown>) =>
        (await get('school/index', { viewerId: university, ...weights, ...more }, school)).data
      const reported = ({ school: _, needs: __, ...row }: Record<string, unknown>) => row
      const half = Math.ceil(expected.length / 2)
      const pages = [await page({ pageSize: half }), await page({ pageSize: half, pageNum: 2 })]
      expect(pages.flatMap(({ list }) => list.map(reported))).toEqual(expected)
      expect(await page({ pageSize: half, pageNum: 3 })).toMatchObject({ list: [], total: expected.length })
      const chosen = await page({ schools: [expected[0]!.id, expected.at(-1)!.id, 'none'].join(',') })
      expect([chosen.total, ...chosen.list.map(reported)]).toEqual([2, expected[0], expected.at(-1)])
      return expected
    }
    const before = await assertExact()
    const [{ id }] = await world.rows(
      `SELECT "competitionId" AS id FROM data_entry WHERE awards > 0 AND level = 'national' AND "competitionId" IS NOT NULL ORDER BY id LIMIT 1`,
    )
    await world.rows(`UPDATE competition_competition SET level = 'regional', "updatedAt" = now() WHERE id = $1`, [id])
    await refresh()
    expect(await assertExact()).not.toEqual(before)
    await world.rows(`UPDATE competition_competition SET level = 'national', "updatedAt" = now() WHERE id = $1`, [id])
    await refresh()
    expect(await assertExact()).toEqual(before)
  })
  it('[DATA-31] of a competition by school add up all its years and levels, and schools of one name are one group', async () => {
    const first = (count: number) => `(SELECT id FROM organisation_school ORDER BY id LIMIT ${count})`
    await world.rows(
      `INSERT INTO data_entry (key, source, "schoolId", competition, year, level, people, teams, awards, "changedAt")
       SELECT 'a:' || (970000 + n), 'report', (ARRAY${first(3)})[1 + n % 3], '多年的竞赛', 1990 + n % 4, (ARRAY['national', 'provincial'])[1 + n % 2], n, n % 2, 1, now() FROM generate_series(1, 40) n`,
    )
    const plain = () =>
      world.rows(`SELECT s.name AS of, count(*)::int AS count, sum(people)::int AS people, sum(teams)::int AS teams, sum(awards)::int AS awards
        FROM data_entry e JOIN organisation_school s ON s.id = e."schoolId" WHERE competition = '多年的竞赛' GROUP BY 1 ORDER BY 2 DESC, 1`)
    const groups = async () => (await get('competition/schools', { viewerId: university, competition: '多年的竞赛' }, school)).data.groups
    expect(await groups()).toEqual(await plain())
    const names = await world.rows(`SELECT id, name FROM organisation_school WHERE id IN ${first(3)}`)
    await world.rows(`UPDATE organisation_school SET name = '{"zh": "同名大学", "en": "Same"}' WHERE id IN ${first(2)}`)
    expect(await groups()).toHaveLength(2)
    expect(await groups()).toEqual(await plain())
    for (const { id, name } of names) await world.rows('UPDATE organisation_school SET name = $2 WHERE id = $1', [id, JSON.stringify(name)])
    await world.rows(`DELETE FROM data_entry WHERE competition = '多年的竞赛'`)
  })
  it('[DATA-8] of a showcase are public once the school says so', async () => {
    const style = () => get('school/style', { organisationId: university }, null)
    const save = (published: boolean) =>
      post('style/save', { organisationId: university, title: { zh: '楚江风采', en: 'Chujiang' }, introduction: null, published }, school)
    expect((await save(false)).code).toBe(0)
    expect((await style()).error).toBe('NOT_FOUND')
    expect((await save(true)).code).toBe(0)
    expect((await style()).data).toMatchObject({ title: { zh: '楚江风采' } })
    expect((await style()).data.awards).toBeGreaterThan(100)
  })
})

describe('what a school and the platform keep beside the figures', () => {
  const FACTORS = {
    typeA: 1,
    typeB: 1,
    typeC: 1,
    typeD: 1,
    typeE: 1,
    special: 1,
    first: 1,
    second: 1,
    third: 1,
    excellent: 1,
    otherPrize: 1,
  }
  const RULE = { title: { zh: '新规则', en: 'New rule' }, international: 0, national: 0, regional: 0, provincial: 1, other: 0, ...FACTORS }
  const index = async () => (await get('school/index', { viewerId: university, pageSize: 100 }, school)).data.list
  it('[DATA-11] a rule of the index shows who moves before it is published, then counts, and is final', async () => {
    const before = await index()
    expect((await post('rule/add', RULE, school)).error).toBe('PERMISSION_DENIED')
    const { id } = (await post('rule/add', RULE, admin)).data
    expect(await index()).toEqual(before)
    const { list } = (await get('rule/moves', { id, pageSize: 100 }, admin)).data
    const after = before.map(({ id: one, provincial }: { id: string; provincial: number }) => [one, provincial])
    expect(list.map(({ id: one, pointsAfter }: { id: string; pointsAfter: number }) => [one, pointsAfter]).toSorted()).toEqual(
      after.toSorted(),
    )
    expect((await get('rules', {}, school)).data.total).toBe(0)
    expect((await post('rule/publish', { id }, admin)).code).toBe(0)
    expect((await index()).map(({ points, provincial }: { points: number; provincial: number }) => points - provincial)).toEqual(
      before.map(() => 0),
    )
    expect((await post('rule/change', { id, ...RULE, national: 9 }, admin)).error).toBe('NOT_FOUND')
    expect((await get('rules', {}, school)).data.list).toMatchObject([{ state: 'published', provincial: 1 }])
  })
  it('[DATA-12] a score is the sum of its parts, and these are of the rows behind them', async () => {
    const { data } = await get('school/scoreParts', { organisationId: university, year: YEAR - 1 }, school)
    const [own] = (await get('school/index', { viewerId: university, year: YEAR - 1, pageSize: 100 }, school)).data.list.filter(
      ({ school: name }: { school: { zh: string } }) => name.zh === '楚江大学',
    )
    expect(data.points).toBeCloseTo(own.points)
    for (const { level, type, prize, awards } of data.list.slice(0, 3)) {
      const rows = await get('school/rows', { organisationId: university, year: YEAR - 1, level, type, prize, pageSize: 100 }, school)
      expect(rows.data.list.reduce((sum: number, row: { awards: number }) => sum + row.awards, 0)).toBe(awards)
    }
    expect((await get('school/scoreParts', { organisationId: polytechnic }, school)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
  })
  it('[DATA-13] names that are merged count as one, and apart again once they are separated', async () => {
    const totals = async () => (await get('school/competitions', { organisationId: university }, school)).data.groups
    const before = await totals()
    const [one, other] = before
    const { id } = (await post('alias/add', { name: one.of, of: other.of }, admin)).data
    expect((await post('alias/add', { name: other.of, of: one.of }, admin)).error).toBe('DATA_ALIAS')
    await refresh()
    const merged = await totals()
    expect(merged.find(({ of }: { of: string }) => of === one.of)).toBeUndefined()
    expect(merged.find(({ of }: { of: string }) => of === other.of)).toMatchObject({
      count: one.count + other.count,
      people: one.people + other.people,
    })
    await post('alias/remove', { id }, admin)
    await refresh()
    expect(await totals()).toEqual(before)
  })
  it('[DATA-14] a target says how far the school is', async () => {
    const { id } = (await post('target/add', { organisationId: university, year: YEAR - 1, measure: 'awards', amount: 1000 }, school)).data
    const { data } = await get('school/years', { organisationId: university }, school)
    const year = data.groups.find(({ of }: { of: number }) => of === YEAR - 1)
    expect((await get('target', { organisationId: university }, school)).data.list).toMatchObject([
      { amount: 1000, awards: year.awards, people: year.people },
    ])
    expect((await get('target', { organisationId: polytechnic }, school)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    expect((await post('target/remove', { id }, school)).code).toBe(0)
  })
  it('[DATA-15] a saved question is answered with the rights that its owner has when it is sent, and stops without them', async () => {
    const { id } = (await post('saved/add', { organisationId: university, title: '各级别', figure: 'byLevels', rhythm: 'weekly' }, school))
      .data
    const [{ userId }] = await world.rows('SELECT "userId" FROM data_saved WHERE id = $1', [id])
    const session = await world.server.deps.services.sessions.person(String(userId))
    const send = () => world.server.deps.calls.runHandler('data.sendSaved', { id }, { session, lang: 'zh', background: true } as never)
    const reported = () =>
      world.rows(`SELECT template FROM platform_outbox WHERE template LIKE 'data.saved%' AND channel = 'message' ORDER BY id`)
    await send()
    expect(await reported()).toEqual([{ template: 'data.savedMail' }])
    expect((await post('saved/schedule', { id, rhythm: 'monthly' }, admin)).error).toBe('NOT_FOUND')
    await world.rows('UPDATE data_saved SET "organisationId" = $2 WHERE id = $1', [id, polytechnic])
    await send()
    expect(await reported()).toEqual([{ template: 'data.savedMail' }, { template: 'data.savedStopped' }])
    expect(await world.rows('SELECT rhythm FROM data_saved WHERE id = $1', [id])).toEqual([{ rhythm: 'never' }])
  })
  it('[DATA-16] the dictionary says of each dataset, measure and figure what it means', async () => {
    const { list } = (await get('dictionary', { pageSize: 100 }, school)).data
    const figures = [...world.server.deps.platform().documents.call.values()].filter(({ figure }) => figure)
    expect(list.filter(({ kind }: { kind: string }) => kind === 'figure')).toHaveLength(figures.length)
    for (const { meaning, source } of list) expect([meaning.zh, meaning.en, source.zh, source.en].every(Boolean)).toBe(true)
    expect(list.find(({ id }: { id: string }) => id === 'data.regions')).toMatchObject({ smallest: 5 })
  })
})

describe('a sheet of awards', () => {
  const HEADS = '年度,竞赛名称,级别,类别,奖项,获奖日期,获奖者或团队,人数,学院'
  const sheet = (...rows: string[]) => Buffer.from([HEADS, ...rows].join('\r\n'))
  const uploaded = async (bytes: Buffer, name: string, token: string) => {
    const part = (head: string) => `--sheet\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(part(`name="file"; filename="${name}"`)), bytes, Buffer.from('\r\n--sheet--\r\n')])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=sheet' }
    return (await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload })).json().data
  }
  const opened = async (bytes: Buffer, token: string) => {
    const { id } = await uploaded(bytes, 'awards.csv', token)
    const reply = await post('award/import', { organisationId: university, file: id }, token)
    if (reply.data) await jobOver(world, token, reply.data.jobId)
    return reply
  }
  const own = async (id: string) => (await world.call(`api/web/signup/import/own/${id}`, {}, school)).data
  const drafts = async () => (await post('award/page', { organisationId: university, search: '导入', sort: 'awardedOn' }, school)).data.list
  it('[DATA-17] becomes drafts of the school, tells rows that are wrong, doubled or of a year that is closed, and is undone where nobody has touched them since', async () => {
    const line = (name: string, change: Record<number, string> = {}) =>
      [YEAR, '导入竞赛', '国家级', 'A 类', '一等奖', `${YEAR}-05-01`, name, 3, '自动化学院'].map((cell, at) => change[at] ?? cell).join(',')
    const bytes = sheet(
      ...[line('导入一队'), line('导入二队'), line('导入三队'), line('导入一队'), line('导入四队', { 2: '无此级别' })],
      line('导入五队', { 0: String(YEAR - 5) }),
    )
    const { id } = (await opened(bytes, school)).data
    expect(await own(id)).toMatchObject({ state: 'mapped' })
    await step(world, school, id, 'check')
    expect(await own(id)).toMatchObject({ state: 'checked', sound: 3, wrong: 3 })
    const found = (await world.call('api/web/signup/import/problems', { batchId: id, pageSize: 100 }, school)).data.list
    expect(found.map(({ number, column }: { number: number; column: string | null }) => [number, column])).toEqual([
      [5, null],
      [6, 'C'],
      [7, 'A'],
    ])
    const headers = { authorization: `Bearer ${school}` }
    for (const url of [`/api/web/signup/import/${id}/marked`, `/api/${PATH.slice(4)}/award/template?organisationId=${university}`])
      expect((await world.app.inject({ url, headers })).rawPayload.subarray(0, 2).toString()).toBe('PK')
    await step(world, school, id, 'start')
    expect(await own(id)).toMatchObject({ state: 'done', written: 3 })
    const made = await drafts()
    expect(made.map(({ state }: { state: string }) => state)).toEqual(['draft', 'draft', 'draft'])
    await post('award/submit', { id: made[0].id }, school)
    const file = await uploaded(Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`), 'proof.pdf', school)
    const { id: two, competition, name } = made[1]
    expect(await post('award/change', { ...AWARD, id: two, competition, name, proof: [file] }, school)).toMatchObject({ code: 0 })
    await step(world, school, id, 'undo')
    expect(await own(id)).toMatchObject({ state: 'undone', undone: 1, kept: 2 })
    expect(await drafts()).toMatchObject([
      { id: made[0].id, state: 'school' },
      { id: two, state: 'draft', proof: [{ id: file.id }] },
    ])
  })
  it('[DATA-18] takes nothing once the year is closed, and is open to its own school and to who uploaded it alone', async () => {
    const { id } = (await opened(sheet(`${YEAR},导入赛,国家级,A 类,一等奖,${YEAR}-05-01,导入六队,3,`), school)).data
    await step(world, school, id, 'check')
    const [year] = (await get('years', {}, admin)).data.list.filter((one: { year: number }) => one.year === YEAR)
    const close = (open: boolean) => post('year/change', { id: year.id, open }, admin)
    expect((await close(false)).code).toBe(0)
    await step(world, school, id, 'start')
    expect((await close(true)).code).toBe(0)
    expect(await own(id)).toMatchObject({ state: 'done', written: 0, failed: 1 })
    expect((await opened(Buffer.from(HEADS), await world.signIn('organiser'))).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    expect((await world.call(`api/web/signup/import/own/${id}`, {}, admin)).error).toBe('NOT_FOUND')
  })
})

/** Participants, teams and awards by school, year, level and type: over the sources, in SQL of its own. */
const PLAIN = `WITH one AS (
    SELECT coalesce((SELECT s.id FROM organisation_school s WHERE s.code = p.school), (SELECT min(s.id) FROM organisation_school s WHERE p.school IS NULL AND btrim(r.school) IN (s.name ->> 'zh', s.name ->> 'en'))) AS school,
      extract(year FROM coalesce(c."competitionEnd", c."competitionStart", r."createdAt") AT TIME ZONE 'Asia/Shanghai')::int AS year, c.level, c.type,
      CASE WHEN r."isTeam" THEN greatest(r."memberCount", 1) ELSE 1 END AS people, r."isTeam"::int AS teams, 0 AS awards
    FROM signup_registration r JOIN competition_competition c ON c.id = r."competitionId" LEFT JOIN profile_profile p ON p."userId" = r."userId"
    WHERE r.status = 4 AND c."deletedAt" IS NULL
    UNION ALL SELECT (SELECT min(id) FROM organisation_school s WHERE s."organisationId" = d."organisationId"), d.year, d.level, d.type, d.people, (d.people > 1)::int, 1
    FROM data_award d WHERE d.state = 'approved'
    UNION ALL SELECT coalesce((SELECT s.id FROM organisation_school s WHERE s.code = p.school), (SELECT min(s.id) FROM organisation_school s WHERE p.school IS NULL AND btrim(coalesce(nullif(a.school, ''), r.school)) IN (s.name ->> 'zh', s.name ->> 'en'))),
      extract(year FROM coalesce(c."competitionEnd", c."competitionStart", a."createdAt") AT TIME ZONE 'Asia/Shanghai')::int, c.level, c.type, 0, 0, 1
    FROM ranking_award a JOIN ranking_list l ON l.id = a."listId" AND l."publishedVersion" = a.version AND l."removedAt" IS NULL JOIN competition_competition c ON c.id = a."competitionId" AND c."deletedAt" IS NULL
    LEFT JOIN signup_registration r ON r.id = a."registrationId" LEFT JOIN profile_profile p ON p."userId" = r."userId" WHERE a.prize IS NOT NULL OR a."prizeName" IS NOT NULL)
  SELECT coalesce(sum(people), 0)::int AS people, coalesce(sum(teams), 0)::int AS teams, coalesce(sum(awards), 0)::int AS awards FROM one
  WHERE ($1::bigint IS NULL OR school = $1) AND ($2::int IS NULL OR year = $2) AND ($3::text IS NULL OR level = $3) AND ($4::text IS NULL OR type = $4)`
const COUNTED = PLAIN.replace(/WITH one AS .*\)\n {2}SELECT/s, 'SELECT')
  .replace('FROM one', 'FROM "data_schoolSum"')
  .replace('school =', '"schoolId" =')

describe('the list of a year', () => {
  it('[DATA-24] is taken over from another year, says which competitions a school did not enter, and merges doubles', async () => {
    const item = { level: 'national', type: 'A', organiser: '教育学会' }
    const one = (await get('school/competitions', { organisationId: university, year: YEAR }, school)).data.groups[0].of
    expect((await post('listed/add', { year: 2090, name: one, ...item }, school)).error).toBe('PERMISSION_DENIED')
    for (const name of [one, '无人参加的竞赛', '无人参加竞赛'])
      expect((await post('listed/add', { year: 2090, name, ...item }, admin)).code).toBe(0)
    expect((await post('listed/add', { year: 2090, name: one, ...item }, admin)).error).toBe('DATA_LISTED')
    expect((await post('listed/copy', { from: 2090, year: 2091 }, admin)).data).toEqual({ added: 3 })
    expect((await post('listed/copy', { from: 2090, year: 2091 }, admin)).data).toEqual({ added: 0 })
    const listed = async (year: number) => (await get('listed', { year, pageSize: 100 }, school)).data.list
    const [id, intoId] = ['无人参加竞赛', '无人参加的竞赛'].map(
      async (name) => (await listed(2090)).find((each: { name: string }) => each.name === name).id,
    )
    expect((await post('listed/merge', { id: await id, intoId: await intoId }, admin)).code).toBe(0)
    expect((await listed(2090)).map(({ name }: { name: string }) => name).toSorted()).toEqual([one, '无人参加的竞赛'].toSorted())
    await world.rows(
      `UPDATE data_listed SET year = ${YEAR} WHERE year = 2090 AND NOT EXISTS (SELECT 1 FROM data_listed l WHERE l.year = ${YEAR} AND l.name = data_listed.name)`,
    )
    const gaps = (await get('school/gaps', { viewerId: university, year: YEAR, pageSize: 100 }, school)).data.list.map(
      ({ name }: { name: string }) => name,
    )
    expect(gaps).toContain('无人参加的竞赛')
    expect(gaps).not.toContain(one)
    await world.rows(`DELETE FROM data_listed WHERE year > 2089 OR name LIKE '无人参加%'`)
    await world.rows(`DELETE FROM data_alias WHERE name LIKE '无人参加%'`)
    await refresh()
  })
  it('[DATA-25] figures have comments of those who may see them, which their authors alone take back', async () => {
    const text = { organisationId: university, figure: 'byLevels', year: YEAR, text: '国家级少于去年' }
    const { id } = (await post('comment/add', text, school)).data
    expect((await post('comment/add', { ...text, organisationId: polytechnic }, school)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    expect((await get('comment', { organisationId: university, year: YEAR }, admin)).data.list).toMatchObject([
      { id, text: text.text, own: false },
    ])
    expect((await post('comment/remove', { id }, admin)).error).toBe('NOT_FOUND')
    expect((await post('comment/remove', { id }, school)).code).toBe(0)
    expect((await get('comment', { organisationId: university, year: YEAR }, admin)).data.total).toBe(0)
  })
})

/** What is there now: closed years with what came later. */
const NOW = COUNTED.replace(
  /sum\((people|teams|awards)\)/g,
  (_, name: string) => `sum(${name} + "later${name[0]!.toUpperCase()}${name.slice(1)}")`,
)

describe('a year whose data is closed', () => {
  const of = YEAR - 1
  const yearId = async () => (await get('years', {}, admin)).data.list.find(({ year }: { year: number }) => year === of).id
  const ofYear = async () => {
    const { groups } = (await get('school/years', { organisationId: university }, school)).data
    return groups.find((group: { of: number }) => group.of === of)
  }
  const index = async () => (await get('school/index', { viewerId: university, year: of, pageSize: 100 }, school)).data.list
  const same = async (sql: string) =>
    expect(await world.rows(sql, [null, of, null, null])).toEqual(await world.rows(PLAIN, [null, of, null, null]))
  const levels = async () => {
    const { groups } = (await get('school/levels', { organisationId: university, year: of }, school)).data
    return groups.map(({ of: level, people, awards }: Record<string, unknown>) => [level, people, awards])
  }

  it('[DATA-23] stands still with who, when and why; what changes later is told apart, also after its sums are counted anew, and counts once it is open again', async () => {
    const id = await yearId()
    const before = { year: await ofYear(), levels: await levels(), index: await index() }
    expect(before.year).toMatchObject({ laterPeople: 0, laterAwards: 0 })
    expect((await post('year/close', { id, reason: '年报已报送' }, school)).error).toBe('PERMISSION_DENIED')
    expect((await post('year/reopen', { id, reason: '未关闭' }, admin)).error).toBe('DATA_YEAR_NOT_SHUT')
    expect((await post('year/close', { id, reason: '年报已报送' }, admin)).code).toBe(0)
    expect((await post('year/close', { id, reason: '再次关闭' }, admin)).error).toBe('DATA_YEAR_SHUT')
    expect((await post('year/change', { id, open: true }, admin)).error).toBe('DATA_YEAR_SHUT')
    const [reported] = (await get('years', {}, school)).data.list.filter(({ year }: { year: number }) => year === of)
    expect(reported).toMatchObject({ open: false, stateReason: '年报已报送', closedAt: expect.any(String), stateBy: expect.any(String) })

    const own = `SELECT id FROM data_award WHERE state = 'approved' AND year = ${of} AND "organisationId" = ${university} ORDER BY id`
    await world.rows(`UPDATE data_award SET people = people + 7, "updatedAt" = now() WHERE id = (${own} LIMIT 1)`)
    await world.rows(`UPDATE data_award SET state = 'draft', "updatedAt" = now() WHERE id = (${own} LIMIT 1 OFFSET 1)`)
    const [{ gone }] = await world.rows(
      `SELECT people AS gone FROM data_award WHERE state = 'draft' AND year = ${of} AND "organisationId" = ${university}`,
    )
    await refresh()
    const later = { laterPeople: 7 - gone, laterAwards: -1 }
    const assertStill = async () => {
      expect(await ofYear()).toMatchObject({ ...before.year, laterTeams: expect.any(Number), ...later })
      expect(await levels()).toEqual(before.levels)
      expect(await index()).toEqual(before.index)
      await same(NOW)
    }
    await assertStill()
    // a release whose sums say something else counts them anew
    const [{ name }] = await world.rows(
      `SELECT p.proname AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = 'data_entry'::regclass AND p.prosrc LIKE '%"data_schoolSum"%' LIMIT 1`,
    )
    await world.rows(`DROP FUNCTION "${name}" CASCADE`)
    await migrateDatabase({ databaseUrl: world.databaseUrl, projectDirectory: PROJECT_DIRECTORY, platform: world.server.deps.platform() })
    await assertStill()

    expect((await post('year/reopen', { id, reason: '补报获奖' }, admin)).code).toBe(0)
    const after = await ofYear()
    expect(after).toMatchObject({ people: before.year.people + later.laterPeople, awards: before.year.awards + later.laterAwards })
    expect(after).toMatchObject({ laterPeople: 0, laterAwards: 0 })
    await same(COUNTED)
  })

  it('[DATA-29] is in sums that a release adds as it is then, and stands still in them from then on', async () => {
    const id = await yearId()
    const before = await index()
    expect(before.length).toBeGreaterThan(1)
    expect((await post('year/close', { id, reason: '年报已报送' }, admin)).code).toBe(0)
    const names = await world.rows(
      `SELECT DISTINCT p.proname AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = 'data_entry'::regclass AND p.prosrc LIKE '%"data_schoolYearSum"%'`,
    )
    for (const { name } of names) await world.rows(`DROP FUNCTION "${name}" CASCADE`)
    await world.rows('DELETE FROM "data_schoolYearSum"')
    expect(await index()).toEqual([])
    await migrateDatabase({ databaseUrl: world.databaseUrl, projectDirectory: PROJECT_DIRECTORY, platform: world.server.deps.platform() })
    expect(await index()).toEqual(before)
    await world.rows(
      `INSERT INTO data_entry (key, source, "schoolId", competition, year, level, awards, "changedAt") VALUES ('a:990003', 'report', $1, '之后', $2, 'national', 1, now())`,
      [before[1].id, of],
    )
    expect(await index()).toEqual(before)
    expect((await post('year/reopen', { id, reason: '继续' }, admin)).code).toBe(0)
    const after = (await index()).find((row: { id: string }) => row.id === before[1].id)
    expect(after.national).toBe(before[1].national + 1)
    await world.rows(`DELETE FROM data_entry WHERE key = 'a:990003'`)
  })

  /** Closes the year while a change of its rows is under way. @returns the figure once it is closed, and once the change has ended */
  const closeInBetween = async (key: string) => {
    const id = await yearId()
    const client = await world.server.deps.pool.connect()
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO data_entry (key, source, "organisationId", competition, year, people, "changedAt") VALUES ($1, 'report', $2, '同时', $3, 5, now())`,
      [key, university, of],
    )
    let isClosed = false
    const closing = post('year/close', { id, reason: '同时关闭' }, admin).then(({ code }) => {
      isClosed = code === 0
    })
    const waits = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%data_year%'`
    await expect.poll(async () => isClosed || (await world.rows(waits))[0].count > 0).toBe(true)
    const atClosing = isClosed ? (await ofYear()).people : null
    await client.query('COMMIT')
    client.release()
    await closing
    const { people } = await ofYear()
    await world.rows('DELETE FROM data_entry WHERE key = $1', [key])
    expect((await post('year/reopen', { id, reason: '继续' }, admin)).code).toBe(0)
    return [atClosing ?? people, people]
  }
  it('[DATA-26] waits for changes under way before it stands still, and would move without that', async () => {
    const [atClosing, after] = await closeInBetween('a:990001')
    expect(after).toBe(atClosing)
    const functions = await world.rows(
      `SELECT proname AS name, prosrc AS source FROM pg_proc WHERE proname LIKE 'agon_sums_%' AND prosrc LIKE '%for share%'`,
    )
    expect(functions.length).toBeGreaterThan(3)
    const write = (name: string, source: string) =>
      world.rows(`CREATE OR REPLACE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $body$${source}$body$`)
    for (const { name, source } of functions) await write(name, source.replaceAll(/perform 1 .*? for share;/g, ''))
    const [moved, then] = await closeInBetween('a:990002')
    for (const { name, source } of functions) await write(name, source)
    expect(then).toBe(moved! + 5)
  })
})

describe('the rows behind the figures', () => {
  const slices = async (count: number) => {
    const schools = (await world.rows('SELECT id FROM organisation_school ORDER BY random() LIMIT 4')).map(({ id }) => id)
    const any = <T>(values: T[]) => values[Math.floor(Math.random() * values.length)] ?? null
    const slice = () => [
      any([null, ...schools]),
      any([null, YEAR, YEAR - 1, YEAR - 4]),
      any([null, 'national', 'provincial']),
      any([null, null, 'A', 'B']),
    ]
    return [[null, null, null, null], ...Array.from({ length: count }, slice)]
  }
  const assertExact = async () => {
    for (const slice of await slices(8)) expect(await world.rows(COUNTED, slice), String(slice)).toEqual(await world.rows(PLAIN, slice))
  }
  it('[DATA-9] follow what changed of registrations, people, competitions, schools and rankings, as plain SQL counts them', async () => {
    await assertExact()
    const changes = [
      `UPDATE signup_registration SET status = 4, "updatedAt" = now() WHERE id IN (SELECT id FROM signup_registration WHERE status <> 4 ORDER BY id LIMIT 3)`,
      `UPDATE signup_registration SET status = 7, "updatedAt" = now() WHERE id IN (SELECT id FROM signup_registration WHERE status = 4 ORDER BY id LIMIT 2)`,
      `UPDATE profile_profile SET school = (SELECT max(code) FROM organisation_school), "updatedAt" = now() WHERE id IN (SELECT p.id FROM profile_profile p JOIN signup_registration r ON r."userId" = p."userId" WHERE r.status = 4 ORDER BY p.id LIMIT 4)`,
      `UPDATE competition_competition SET level = 'regional', "updatedAt" = now() WHERE id = (SELECT "competitionId" FROM data_entry WHERE "competitionId" IS NOT NULL ORDER BY id LIMIT 1)`,
      `UPDATE organisation_school SET name = jsonb_set(name, '{zh}', '"改名大学"') WHERE id = (SELECT "schoolId" FROM data_entry WHERE source = 'registration' AND "schoolId" IS NOT NULL ORDER BY id LIMIT 1)`,
      `DELETE FROM data_award WHERE id = (SELECT max(id) FROM data_award WHERE state = 'approved')`,
    ]
    for (const change of changes) {
      const before = await world.rows(PLAIN, [null, null, null, null])
      await world.rows(change)
      await refresh()
      await assertExact()
      if (change.startsWith('DELETE')) expect(await world.rows(PLAIN, [null, null, null, null])).not.toEqual(before)
    }
    expect((await refresh()).written).toBe(0)
  })
})
