/** What an organiser opens: a sheet of words, days and links, beside it the members one by one. */
import type Excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputSchema } from '../../../runtime/server/calls/inputSchema.ts'
import { askedFilters } from '../../../runtime/server/exports/askedFilters.ts'
import { localText } from '../../../runtime/server/screens/localText.ts'
import { readWorkbook } from '../../harness/readWorkbook.ts'
import { readSheets } from '../readSheet.ts'
import { createWorld, HACKATHON, HACKATHON_ANSWERS, hackathonForm, MODELLING, signUp, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function exported(title: string, role: string): Promise<Excel.Worksheet[]> {
  const token = await world.signIn(role)
  const competitionId = await world.competition(title)
  const { jobId } = (await world.call('api/web/report/exportCompetitionSignUp', { competitionId }, token)).data
  return readSheets(world, jobId, token)
}

const head = (sheet: Excel.Worksheet) => (sheet.getRow(1).values as string[]).slice(1)
const cell = (sheet: Excel.Worksheet, row: number, title: string) => sheet.getCell(row, head(sheet).indexOf(title) + 1)
/** Row of a registration. */
const rowOf = (sheet: Excel.Worksheet, id: string) => sheet.getColumn(1).values.indexOf(id)

describe('an export of registrations', () => {
  it('[EXPORT-1] names regions and schools, gives each member a line and each file a link', async () => {
    const competitionId = await world.competition(MODELLING)
    const [picked] = await world.rows(
      `SELECT id, answers FROM signup_registration WHERE "competitionId" = $1 AND jsonb_array_length(answers->'members') = 2 AND "submittedAt" IS NOT NULL LIMIT 1`,
      [competitionId],
    )
    const file = (mark: string) => ({ id: mark.repeat(22), name: `${mark}.png`, size: 10, type: 'image/png' })
    const chosen = { region: ['11', '1101'], school: ['11', '11001'], studentCards: [file('a'), file('b')] }
    await world.rows('UPDATE signup_registration SET answers = answers || $2::jsonb WHERE id = $1', [picked.id, JSON.stringify(chosen)])

    const [sheet, members] = await exported(MODELLING, 'organiser')
    const row = rowOf(sheet!, String(picked.id))
    expect(cell(sheet!, row, '学校').value).toMatch(/^北京.* \/ 燕北大学$/)
    expect(cell(sheet!, row, '赛区').value).toMatch(/^北京.* \/ \D+$/)
    expect(cell(sheet!, row, '学生证照片 2').value).toMatchObject({ text: 'b.png', hyperlink: `http://localhost/file/${'b'.repeat(22)}` })
    expect(members!.name).toMatch(/队员/)
    const lines = members!.getColumn(1).values.flatMap((id, at) => (id === String(picked.id) ? [at] : []))
    expect(lines.map((at) => cell(members!, at, '姓名').value)).toEqual(picked.answers.members.map(({ name }: { name: string }) => name))
  })

  it('[EXPORT-2] holds days and moments as a sheet knows them, by the clock that its head names', async () => {
    const { token } = await world.newcomer()
    const form = await hackathonForm(world)
    const { id } = (await signUp(world, token, form)).data
    await world.rows(`UPDATE signup_registration SET "submittedAt" = '2026-11-20T18:30:05Z' WHERE id = $1`, [id])
    const [sheet] = await exported(HACKATHON, 'organiser 2')
    const row = rowOf(sheet!, id)
    expect(cell(sheet!, row, '提交时间（中国标准时间）')).toMatchObject({
      value: new Date('2026-11-21T02:30:05Z'),
      numFmt: 'yyyy-mm-dd hh:mm:ss',
    })
    expect(cell(sheet!, row, '出生日期')).toMatchObject({ value: new Date(HACKATHON_ANSWERS.birthDate), numFmt: 'yyyy-mm-dd' })
    const ends = head(sheet!).filter((title) => /（[起止]）$/.test(title))
    expect(ends.map((title) => cell(sheet!, row, title).value)).toEqual(HACKATHON_ANSWERS.arrival.map((day) => new Date(day)))
  })

  it('[EXPORT-3] has links that open a page, which hands the file to whoever may read it', async () => {
    const reply = await world.app.inject({ url: `/file/${'a'.repeat(22)}` })
    expect(reply.statusCode).toBe(200)
  })

  it('[EXPORT-4] says on its last sheet how many rows there are and which filters were set, in words', async () => {
    const token = await world.signIn('organiser 2')
    const competitionId = await world.competition(HACKATHON)
    const eventId = await world.event(competitionId, '正赛')
    const input = { competitionId, eventId, status: 4, submittedFrom: '2020-01-01T00:00:00.000Z', answers: { shirt: 'M' }, search: 'a' }
    const ordered = await world.call('api/web/report/exportCompetitionSignUp', input, token)
    expect(ordered.error).toBeUndefined()
    const { jobId } = ordered.data
    const sheets = await readSheets(world, jobId, token)
    const about = sheets.at(-1)!
    const lines = Object.fromEntries(about.getSheetValues().flatMap((row) => (Array.isArray(row) ? [[row[1], row[2]]] : [])))
    expect(about.name).toBe('导出说明')
    expect(lines).toEqual({
      项目: '内容',
      '导出时间（中国标准时间）': expect.any(Date),
      行数: sheets[0]!.rowCount - 2,
      竞赛: sheets[0]!.rowCount > 1 ? HACKATHON : competitionId,
      赛项: sheets[0]!.rowCount > 1 ? '正赛' : eventId,
      状态: '报名成功',
      '提交时间（中国标准时间）不早于': new Date('2020-01-01T08:00:00Z'),
      'T 恤尺码': 'M',
      搜索: 'a',
    })
    expect(await exported(HACKATHON, 'organiser 2').then((all) => all.at(-1)!.getCell(4, 1).value)).toBe('竞赛')
  })

  it('[EXPORT-5] names every parameter that chooses rows, of every export, in both languages', () => {
    const platform = world.server.deps.platform()
    const unnamed = [...platform.documents.call.values()].flatMap((call) => {
      if (call.operation?.kind !== 'export' || !call.operation.export) return []
      const properties = inputSchema(call, platform).properties as Record<string, unknown>
      const given = Object.fromEntries(Object.keys(properties).map((name) => [name, 'x']))
      return askedFilters(call, call.operation.export, given, platform).flatMap(({ title }) => {
        const words = (['zh', 'en'] as const).map((lang) => localText(platform, lang, title))
        return words.every(
          (word) => word !== '' && !word.includes('export.parameter') && (words[0] !== words[1] || !/^[a-z]+[A-Z]/.test(word)),
        )
          ? []
          : [`${call.id}: ${JSON.stringify(title)}`]
      })
    })
    expect(unnamed).toEqual([])
  })

  it('[EXPORT-6] has the people of teams on a sheet of their own, of the exported teams alone', async () => {
    const competitionId = await world.competition(HACKATHON)
    const { id: userId, token } = await world.newcomer()
    const other = await world.newcomer()
    const form = await hackathonForm(world)
    const { id } = (await signUp(world, token, form)).data
    const { id: elsewhere } = (await signUp(world, other.token, form)).data
    for (const [registration, user, name] of [
      [id, userId, '甲队员'],
      [elsewhere, other.id, '乙队员'],
    ])
      await world.rows(
        `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state, "joinedAt")
         VALUES ($1, $2, $3, $4, $5, 'contestant', 'active', '2026-11-20T18:30:05Z')`,
        [registration, competitionId, form.eventId, user, name],
      )
    await world.rows(`UPDATE signup_registration SET label = '一组' WHERE id = $1`, [id])
    const organiser = await world.signIn('organiser 2')
    const ordered = await world.call('api/web/report/exportCompetitionSignUp', { competitionId, label: '一组' }, organiser)
    expect(ordered.error).toBeUndefined()
    const { jobId } = ordered.data
    const [registrations, people] = (await readSheets(world, jobId, organiser)).filter(
      ({ name }) => name === '报名名单' || name === '团队成员',
    )
    // head, one registration, the total of its money
    expect(registrations!.rowCount).toBe(3)
    expect(registrations!.getCell(3, 1).value).toBe('合计')
    expect(
      people!
        .getSheetValues()
        .slice(1)
        .map((row) => (row as unknown[]).slice(1)),
    ).toEqual([
      ['报名编号', '团队', '赛项', '姓名', '角色', '加入时间（中国标准时间）', '信息填写时间（中国标准时间）'],
      [id, expect.any(String), '正赛', '甲队员', '队员', new Date('2026-11-21T02:30:05Z')],
    ])
  })
})

describe('statistics of a competition', () => {
  const report = (path: string, token: string | null, competitionId: string, input: object = {}) =>
    world.call(`api/web/report/${path}`, { competitionId, pageSize: 100, ...input }, token, 'GET')
  const visit = (competitionId: string, arrival: string, tag?: string) =>
    world.call('api/web/competition/visited', { competitionId, arrival, ...(tag === undefined ? {} : { tag }) })

  it('[STAT-20] counts visits by day and source without anything of the visitor, and keeps at most 20 words of links a day', async () => {
    const competitionId = await world.competition(MODELLING)
    for (const arrival of ['direct', 'direct', 'search', 'nowhere']) await visit(competitionId, arrival)
    for (let at = 0; at < 22; at++) await visit(competitionId, 'link', `tag-${at}`)
    await visit(competitionId, 'link', 'tag-3')
    expect((await visit(competitionId, 'link', 'a b')).error).toBe('CALL_INPUT')
    const columns = await world.rows(`SELECT column_name FROM information_schema.columns WHERE table_name = 'competition_visit'`)
    expect(columns.map(({ column_name: name }) => name).toSorted()).toEqual(
      ['arrival', 'competitionId', 'count', 'createdAt', 'day', 'id', 'tag', 'updatedAt'].toSorted(),
    )
    const { list } = (await report('signUpSources', await world.signIn('organiser'), competitionId)).data
    const by = Object.fromEntries(list.map(({ source, visits }: { source: string; visits: number }) => [source, visits]))
    expect(by).toMatchObject({ direct: 2, search: 1, link: 2, 'link:tag-3': 2 })
    expect(list).toHaveLength(23)
    // one that is not public yet is counted nowhere
    await world.rows('UPDATE competition_competition SET published = false WHERE id = $1', [competitionId])
    await visit(competitionId, 'direct')
    await world.rows('UPDATE competition_competition SET published = true WHERE id = $1', [competitionId])
    expect(await world.rows('SELECT sum(count)::integer AS sum FROM competition_visit')).toEqual([{ sum: 26 }])
  })

  it('[STAT-21] are those of the rows: funnel, days, schools and regions, as lists and as one workbook', async () => {
    const competitionId = await world.competition(MODELLING)
    const token = await world.signIn('organiser')
    const { id: userId } = await world.newcomer()
    await world.rows(
      `INSERT INTO platform_draft ("ownerId", key, hash, answers, revision, "savedAt") VALUES ($1, $2, 'h', '{}', 1, now())`,
      [userId, `signup:${competitionId}`],
    )
    const [count] = await world.rows(
      `SELECT count(*)::int AS submitted, count(*) FILTER (WHERE status = 4)::int AS approved FROM signup_registration
       WHERE "competitionId" = $1 AND "submittedAt" IS NOT NULL`,
      [competitionId],
    )
    const funnel = (await report('signUpFunnel', token, competitionId)).data.list as { step: string; count: number; share: number | null }[]
    const of = Object.fromEntries(funnel.map(({ step, count: number }) => [step, number]))
    expect(of).toMatchObject({ begun: count.submitted + 1, submitted: count.submitted, approved: count.approved })
    expect(funnel.find(({ step }) => step === 'submitted')!.share).toBeCloseTo(count.submitted / (count.submitted + 1))
    const sum = (list: { submitted: number }[]) => list.reduce((all, { submitted }) => all + submitted, 0)
    const [days, schools, regions] = await Promise.all(
      ['signUpDays', 'signUpSchools', 'signUpRegions'].map(async (path) => (await report(path, token, competitionId)).data.list),
    )
    const named = await world.rows(
      `SELECT count(*)::int AS count FROM signup_registration WHERE "competitionId" = $1 AND "submittedAt" IS NOT NULL AND trim(coalesce(school, '')) <> ''`,
      [competitionId],
    )
    expect([sum(days), sum(schools), sum(regions)]).toEqual([count.submitted, named[0].count, named[0].count])
    expect(regions[0].label.zh).toMatch(/[省市区]$|^其他$/)
    for (const method of ['GET', 'POST'] as const) {
      const query = method === 'GET' ? `?competitionId=${competitionId}` : ''
      const reply = await world.app.inject({
        method,
        url: `/api/web/report/export${query}`,
        headers: { authorization: `Bearer ${token}`, accept: '*/*' },
        ...(method === 'POST' ? { payload: { competitionId } } : {}),
      })
      const book = await readWorkbook(reply.rawPayload)
      expect(book.map(({ name }) => name)).toEqual(['竞赛统计', '每日', '来源', '学校与单位', '地区', '导出说明'])
      const cells = book[0]!.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : []))
      expect(cells[0]).toEqual(['步骤', '人次', '占开始填写'])
      expect(cells.slice(1).map(([, value]) => value)).toEqual(funnel.map(({ count: number }) => number))
    }
  })

  it('[STAT-22] of another organiser are closed, and to visitors', async () => {
    const competitionId = await world.competition(MODELLING)
    const other = await world.signIn('organiser 2')
    for (const path of ['signUpFunnel', 'signUpDays', 'signUpSources', 'signUpSchools', 'signUpRegions', 'export']) {
      expect([path, (await world.call(`api/web/report/${path}`, { competitionId }, other)).error]).toEqual([path, 'PERMISSION_DENIED'])
      expect((await world.call(`api/web/report/${path}`, { competitionId })).error).toBe('SESSION_REQUIRED')
    }
  })
})
