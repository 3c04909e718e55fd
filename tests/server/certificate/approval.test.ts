/** Certificates on the road of approval: where the rule of an organisation asks for it, those above approve a batch before it is published. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AUDIT, type AuditWorld, createAuditWorld, type Person } from '../competition/auditWorld.ts'
import { names, W } from './certificateWorld.ts'

let world: AuditWorld
let competitionId: string
let batchId: string
let prefix = 0

const RULE = { mode: 'levels', levels: 2, deadlineDays: 5, onDeadline: 'remind' }
const setRule = (certificates: boolean) =>
  world.post(`${AUDIT}/saveRule`, { organisationId: world.school, ...RULE, certificates }, world.auditor)
const ask = (path: string, input: Record<string, unknown>, person: Person = world.organiser) => world.post(`${W}/${path}`, input, person)
const state = async () => (await world.rows('SELECT state FROM certificate_batch WHERE id = $1', [batchId]))[0].state
const approve = (id: string, position: number, person: Person) => world.post(`${AUDIT}/approve`, { id, position }, person)
const submission = async () =>
  String((await world.rows('SELECT id FROM audit_submission WHERE "batchId" = $1 ORDER BY id DESC LIMIT 1', [batchId]))[0].id)

beforeAll(async () => {
  world = await createAuditWorld()
  competitionId = await world.contest('省大学生创新设计赛')
})
afterAll(() => world?.close())
beforeEach(async () => {
  expect((await setRule(true)).code).toBe(0)
  prefix += 1
  const numbers = { prefix: `AUD${prefix}`, year: 2026, digits: 4 }
  const answers = { title: { zh: '获奖证书', en: 'Awards' }, templateId: 'certificate.classic', lang: 'zh', ...numbers }
  const series = await world.post('api/web/competition/certificate/setting', { competitionId, answers }, world.organiser)
  const rule = { source: 'names', names: names(2) }
  batchId = (await ask('createByCompetitionId', { competitionId, seriesId: series.data.id, rule })).data.id
  await expect.poll(state).toBe('ready')
})

describe('certificates that must be approved', () => {
  it('[CERT-8] are not published before both stages approved, and then by their organiser, not by those who approved', async () => {
    expect((await ask('selectAuditPermission', { competitionId })).data).toMatchObject({
      demanded: true,
      setBy: expect.objectContaining({ zh: expect.any(String) }),
      auditors: [{}, {}],
    })
    expect((await ask('publish', { id: batchId })).error).toBe('CERTIFICATE_NEEDS_APPROVAL')
    expect(await state()).toBe('ready')
    expect((await ask('selectApplyForInfo', { id: batchId })).data).toMatchObject({ state: null, steps: [] })
    expect((await ask('applyForAudit', { id: batchId, note: '请审核' })).data.state).toBe('inAudit')
    expect((await ask('publish', { id: batchId })).error).toBe('CERTIFICATE_BATCH_STATE')
    expect((await ask('discard', { id: batchId })).error).toBe('CERTIFICATE_BATCH_STATE')
    const id = await submission()
    const page = (await world.get(`${AUDIT}/page`, { subject: 'certificates' }, world.auditor)).data.list
    expect(page).toMatchObject([{ id, subject: 'certificates', title: { zh: '省大学生创新设计赛 · 获奖证书' }, mine: true }])
    const { contents, sampleId } = (await world.get(`${AUDIT}/detail`, { id }, world.auditor)).data
    expect(contents.map(({ field }: { field: { zh: string } }) => field.zh)).toEqual(
      expect.arrayContaining(['证书数', '模板版本', '获奖者1', '获奖者2']),
    )
    const file = (person: Person) =>
      world.app.inject({ url: `/api/web/getCertificate?id=${sampleId}`, headers: { authorization: `Bearer ${person.token}` } })
    expect((await file(world.auditor)).headers['content-type']).toBe('application/pdf')
    expect((await file((await world.newcomer()) as never)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await approve(id, 1, world.auditor)).data.state).toBe('waiting')
    expect(await state()).toBe('inAudit')
    expect((await approve(id, 2, world.national)).data.state).toBe('approved')
    expect(await state()).toBe('approved')
    expect(await world.told(world.organiser)).toContain('certificate.approved')
    expect((await ask('selectApplyForInfo', { id: batchId })).data).toMatchObject({ state: 'approved', note: '请审核', steps: [{}, {}] })
    for (const person of [world.auditor, world.national])
      expect((await ask('publish', { id: batchId }, person)).error).toBe('PERMISSION_DENIED')
    expect((await ask('publish', { id: batchId })).data.total).toBe(2)
  })

  it('[CERT-9] are ready again with the reason when they are sent back, and are taken back by those who issue them alone', async () => {
    await ask('applyForAudit', { id: batchId })
    const reason = '印章不清楚'
    await world.post(`${AUDIT}/sendBack`, { id: await submission(), position: 1, reason, to: 'organiser' }, world.auditor)
    expect(await state()).toBe('ready')
    expect((await ask('selectApplyForInfo', { id: batchId })).data).toMatchObject({ state: 'sentBack', reason })
    await ask('applyForAudit', { id: batchId })
    expect((await ask('revokeApply', { id: batchId }, await world.person('account.organiser', 'organisation', world.nation))).error).toBe(
      'NOT_FOUND',
    )
    expect((await ask('revokeApply', { id: batchId })).data.state).toBe('ready')
    expect((await ask('revokeApply', { id: batchId })).error).toBe('AUDIT_DECIDED')
    expect((await approve(await submission(), 1, world.auditor)).error).toBe('AUDIT_DECIDED')
  })

  it('[CERT-10] need none without the rule: they are published directly, and holders are told by message and email, by text message when asked', async () => {
    await setRule(false)
    expect((await ask('selectAuditPermission', { competitionId })).data).toMatchObject({ demanded: false, setBy: null, auditors: [] })
    expect((await ask('applyForAudit', { id: batchId })).error).toBe('CERTIFICATE_NO_APPROVAL')
    const [one, two] = await world.rows(
      'SELECT id, email, phone FROM account_user WHERE email IS NOT NULL AND phone IS NOT NULL ORDER BY id LIMIT 2',
    )
    const [first, second] = await world.rows('SELECT id, code FROM certificate_certificate WHERE "batchId" = $1 ORDER BY id', [batchId])
    for (const [certificate, person] of [
      [first, one],
      [second, two],
    ])
      await world.rows('UPDATE certificate_certificate SET "userId" = $2 WHERE id = $1', [certificate.id, person.id])
    await world.rows('UPDATE account_user SET email = NULL WHERE id = $1', [two.id])
    expect((await ask('publish', { id: batchId, by: ['mail', 'sms'] })).code).toBe(0)
    const reported = async () =>
      (
        await world.rows(
          `SELECT template, "userId" FROM platform_outbox WHERE template LIKE 'certificate.published%' AND variables->>'address' LIKE ANY($1) ORDER BY id`,
          [[first, second].map(({ code }) => `%${code}`)],
        )
      ).map(({ template, userId }) => `${template} ${userId}`)
    await expect
      .poll(reported)
      .toEqual([
        `certificate.published ${one.id}`,
        `certificate.publishedMail ${one.id}`,
        `certificate.publishedSms ${one.id}`,
        `certificate.published ${two.id}`,
        `certificate.publishedSms ${two.id}`,
      ])
  })
})
