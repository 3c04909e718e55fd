/** School data: awards that schools report, the rows behind all figures, and what may be read of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, serverScope, type World } from './roadWorld.ts'

const PATH = 'api/dataService'
const YEAR = new Date().getFullYear()
const AWARD = {
  ...{ year: YEAR, competition: '国际大学生程序设计竞赛', level: 'international', type: 'A', prize: 'first' },
  ...{ awardedOn: `${YEAR}-05-15`, name: '破晓队', people: 3, college: '自动化学院', teacher: '秦岭', proof: [] },
}

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
    expect((await post('award/approve', { id }, auditor)).code).toBe(0)
    expect((await refresh()).written).toBe(1)
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
