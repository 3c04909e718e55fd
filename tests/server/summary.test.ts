/** Reports of competitions: asked for, prefilled, submitted up the chain, sent back with marks, approved, printed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../harness/readPdf.ts'
import { createWorld, HACKATHON, type World } from './roadWorld.ts'

const SMARTCAR = '云江高校智能车邀请赛'
const PATH = 'api/web/competition/summary'
const FILLED = {
  registrations: 12,
  people: 30,
  awards: 4,
  organisation: '三校联合筹备，提前两个月开放报名。',
  judging: '现场计时，光电门自动记录。',
  safety: 'none',
  outcomes: '学生独立完成整车调试。',
  problems: '赛道数量不足。',
}

let world: World
let writer: string
let auditor: string
let council: string
let competitionId: string
let planId: string
let id: string

beforeAll(async () => {
  world = await createWorld({ template: 'seeded' })
  writer = await world.signIn('polytechnic organiser')
  auditor = await world.signIn('provincial auditor')
  council = await world.signIn('national auditor')
  competitionId = await world.competition(SMARTCAR)
  await world.rows('UPDATE competition_competition SET published = true, "publishedAt" = now() WHERE id = $1', [competitionId])
})
afterAll(() => world?.close())

const summary = (name: string, input: Record<string, unknown>, token: string | null) => world.call(`${PATH}/${name}`, input, token)
const draft = () => summary('getSave', { competitionId, planId }, writer)

describe('a call for reports', () => {
  it('[SUM-1] makes a report to fill in for each competition of the year below the organisation, once', async () => {
    const [{ organisationId, year }] = await world.rows(
      `SELECT o."superiorId" AS "organisationId", extract(year FROM c."competitionEnd" AT TIME ZONE 'Asia/Shanghai')::integer AS year
       FROM competition_competition c JOIN organisation_organisation o ON o.id = c."organisationId" WHERE c.id = $1`,
      [competitionId],
    )
    const plan = { organisationId: String(organisationId), title: { zh: '年度总结', en: 'Yearly report' }, year }
    const added = await summary('plan/add', { ...plan, deadline: '2030-12-20T10:00:00.000Z' }, auditor)
    expect(added.code).toBe(0)
    planId = String(added.data.id)
    expect((await summary('plan/open', { id: planId }, writer)).error).toBe('PERMISSION_DENIED')
    const opened = await summary('plan/open', { id: planId }, auditor)
    expect(opened.data.asked).toBeGreaterThan(0)
    const { list } = (await summary('page', { planId, competitionId }, auditor)).data
    expect(list).toMatchObject([{ competitionId, state: 'open', overdue: false }])
    expect((await summary('getTime', { competitionId }, writer)).data.list).toMatchObject([
      { planId, deadline: '2030-12-20T10:00:00.000Z' },
    ])
  })
  it('[SUM-2] shows and prefills what the platform counts, exactly', async () => {
    const { data } = await draft()
    const [{ registrations }] = await world.rows(
      `SELECT count(*)::integer AS registrations FROM signup_registration WHERE "competitionId" = $1 AND status IN (2, 3, 4, 6, 7)`,
      [competitionId],
    )
    expect(data.figures).toMatchObject({ registrations })
    expect(data).toMatchObject({ state: 'open', mayEdit: true, needsApproval: true, answers: {} })
  })
  it('[SUM-14] reminds a week and a day before it is due, once each', async () => {
    const caller = { session: world.server.deps.services.sessions.visitor(), lang: 'zh', background: true } as never
    const reported = async () => {
      await world.server.deps.calls.runTimers('hour', caller)
      return (await world.rows(`SELECT id FROM platform_outbox WHERE template = 'summary.dueSoon' AND channel = 'message'`)).length
    }
    const due = (days: number) =>
      world.rows(`UPDATE summary_plan SET deadline = now() + $2 * interval '1 day' WHERE id = $1`, [planId, days])
    await due(9)
    expect(await reported()).toBe(0)
    await due(6.9)
    const week = await reported()
    expect(week).toBeGreaterThan(0)
    expect(await reported()).toBe(week)
    await due(0.9)
    const day = await reported()
    expect(day).toBeGreaterThan(week)
    expect(await reported()).toBe(day)
    await world.rows(`UPDATE summary_plan SET deadline = '2030-12-20T10:00:00.000Z' WHERE id = $1`, [planId])
  })
  it('[SUM-3] does not exist for the organiser of another competition', async () => {
    const stranger = await world.signIn('organiser 2')
    expect((await summary('getSave', { competitionId, planId }, stranger)).error).toBe('NOT_FOUND')
    expect((await summary('save', { competitionId, planId, answers: FILLED }, stranger)).error).toBe('NOT_FOUND')
    expect((await summary('page', { competitionId }, stranger)).data.list).toEqual([])
    const { token } = await world.newcomer()
    expect((await summary('page', {}, token)).error).toBe('PERMISSION_DENIED')
  })
})

describe('a report', () => {
  it('[SUM-4] is saved while someone types, without questions that do not exist, and refuses a save over another person’s', async () => {
    const saved = await summary('save', { competitionId, planId, answers: { ...FILLED, unknown: 1 } }, writer)
    expect(saved.code).toBe(0)
    id = String(saved.data.id)
    const { data } = await draft()
    expect(data.answers).toEqual(FILLED)
    expect(data.state).toBe('draft')
    const admin = await world.signIn('administrator')
    expect(
      (await summary('update', { id, answers: { ...FILLED, problems: '赛道不足，已追加。' }, version: data.version }, admin)).code,
    ).toBe(0)
    const late = await summary('update', { id, answers: FILLED, version: data.version }, writer)
    expect(late.error).toBe('SUMMARY_CHANGED')
  })
  it('[SUM-5] refuses a submit that lacks required answers, and stays a draft', async () => {
    const { outcomes: _, ...partial } = FILLED
    expect((await summary('submit', { id, answers: partial }, writer)).error).toBe('FORM_INVALID')
    expect((await draft()).data.state).toBe('draft')
  })
  it('[SUM-6] is submitted once by two submits at the same time', async () => {
    const replies = await Promise.all([1, 2].map(() => summary('submit', { id, answers: FILLED }, writer)))
    expect(replies.map(({ error }) => error ?? 'done').toSorted()).toEqual(['SUMMARY_STATE', 'done'])
    const rows = await world.rows('SELECT state, subject FROM audit_submission WHERE "summaryId" = $1', [id])
    expect(rows).toEqual([{ state: 'waiting', subject: 'summary' }])
  })
  it('[SUM-7] is withdrawn by its organiser while it is pending', async () => {
    expect((await summary('revocation', { id }, auditor)).error).toMatch(/PERMISSION_DENIED|NOT_FOUND/)
    expect((await summary('revocation', { id }, writer)).code).toBe(0)
    expect((await draft()).data.state).toBe('draft')
    expect((await summary('revocation', { id }, writer)).error).toBe('SUMMARY_STATE')
    expect((await summary('submit', { id, answers: FILLED }, writer)).data.state).toBe('waiting')
  })
  it('[SUM-8] is sent back by the organisation whose turn it is, with marks on questions that exist', async () => {
    const marks = [
      { field: 'problems', note: '请写明改进办法' },
      { field: 'nothing', note: '没有这道题' },
    ]
    expect((await summary('sendBack', { id, reason: '还没轮到', marks }, council)).error).toBe('AUDIT_NOT_YOURS')
    expect((await summary('sendBack', { id, reason: '请补充', marks }, auditor)).data).toMatchObject({ state: 'sentBack' })
    expect((await draft()).data).toMatchObject({ state: 'sentBack', reason: '请补充', marks: [marks[0]], mayEdit: true })
  })
  it('[SUM-9] is approved stage by stage, with differences in words in its history', async () => {
    const better = { ...FILLED, problems: '赛道数量不足，明年增加两条。' }
    expect((await summary('submit', { id, answers: better }, writer)).data.state).toBe('waiting')
    expect((await summary('approve', { id }, auditor)).data.state).toBe('waiting')
    expect((await summary('approve', { id }, council)).data.state).toBe('approved')
    const { list } = (await summary('history', { id }, writer)).data
    expect(list.map(({ act }: { act: string }) => act)).toEqual([
      'approved',
      'submitted',
      'sentBack',
      'submitted',
      'revoked',
      'submitted',
      'saved',
      'saved',
    ])
    expect(list[1].changes).toEqual([
      {
        field: { zh: '问题与改进', en: 'Problems and improvements' },
        kind: 'changed',
        before: { zh: FILLED.problems, en: FILLED.problems },
        after: { zh: better.problems, en: better.problems },
      },
    ])
    expect((await summary('update', { id, answers: FILLED }, writer)).error).toBe('SUMMARY_STATE')
    expect((await summary('records', { competitionId }, auditor)).data.list).toMatchObject([
      { state: 'approved', reportId: id },
      { state: 'sentBack' },
      { state: 'revoked' },
    ])
  })
  it('[SUM-10] is printed with cover, contents, figures, answers and approval, in both languages', async () => {
    for (const [language, words] of [
      ['zh', ['目录', '平台统计', '问题与改进', '明年增加两条', '审核']],
      ['en', ['Contents', 'Figures', 'Problemsandimprovements', 'Approval']],
    ] as const) {
      const url = `/${PATH}/pdf?id=${id}&language=${language}`
      const reply = await world.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${writer}` } })
      const { pages, title } = await readPdf(reply.rawPayload)
      expect(title).toContain(language === 'zh' ? SMARTCAR : '')
      expect(pages.length).toBeGreaterThan(3)
      for (const word of words) expect(pages.join('')).toContain(word)
    }
  })
  it('[SUM-11] is approved at once where no organisation is above, and may be a final report without a call', async () => {
    const own = await world.signIn('organiser 2')
    const hackathon = await world.competition(HACKATHON)
    const saved = await summary('save', { competitionId: hackathon, answers: FILLED }, own)
    expect((await summary('submit', { id: saved.data.id }, own)).data).toEqual({ id: saved.data.id, state: 'approved' })
    expect((await summary('detail', { id: saved.data.id }, own)).data).toMatchObject({ kind: 'final', mayEdit: false, steps: [] })
  })
  it('[SUM-12] cannot be written once its call is closed', async () => {
    await world.rows(`UPDATE summary_report SET state = 'draft' WHERE id = $1`, [id])
    expect((await summary('plan/close', { id: planId }, auditor)).code).toBe(0)
    expect((await summary('update', { id, answers: FILLED }, writer)).error).toBe('SUMMARY_PLAN_CLOSED')
    expect((await summary('submit', { id, answers: FILLED }, writer)).error).toBe('SUMMARY_PLAN_CLOSED')
  })
  it('[SUM-13] tells administrators of schools from others', async () => {
    const asked = async (role: string) => (await summary('isSchoolAdmin', {}, await world.signIn(role))).data
    expect(await asked('school administrator')).toEqual({ isSchoolAdmin: true })
    expect(await asked('organiser 2')).toEqual({ isSchoolAdmin: false })
    expect(await asked('administrator')).toEqual({ isSchoolAdmin: false })
  })
})
