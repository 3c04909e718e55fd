/** The audit of competitions by the organisations above: the road up, back, sideways and past its deadline, and who sees and decides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallDocument, FlowDocument } from '../../../runtime/core/documents.ts'
import { serverScope } from '../roadWorld.ts'
import { AUDIT, type AuditWorld, createAuditWorld, INFO, INFORMATION, type Person } from './auditWorld.ts'

let world: AuditWorld
beforeAll(async () => {
  world = await createAuditWorld()
  const { post, auditor, school } = world
  const rule = { organisationId: school, mode: 'levels', levels: 2, deadlineDays: 5, onDeadline: 'remind' }
  expect((await post(`${AUDIT}/saveRule`, rule, auditor)).code).toBe(0)
})
afterAll(() => world?.close())

const approve = (id: string, position: number, person: Person) => world.post(`${AUDIT}/approve`, { id, position }, person)
const sendBack = (id: string, position: number, person: Person, rest: object = {}) =>
  world.post(`${AUDIT}/sendBack`, { id, position, reason: '请补充收费依据。', ...rest }, person)
const standing = async (competitionId: string, person = world.organiser) =>
  (await world.get(`${AUDIT}/standing`, { competitionId }, person)).data
const waiting = async (person: Person): Promise<number> => (await world.get(`${AUDIT}/waiting`, {}, person)).data.total
const detail = async (id: string, person: Person) => (await world.get(`${AUDIT}/detail`, { id }, person)).data
const rename = (competitionId: string, title: string) =>
  world.rows('UPDATE competition_competition SET title = $2 WHERE id = $1', [competitionId, { zh: title, en: title }])

const publish = (competitionId: string) => world.post(`api/web/competition/publish/${competitionId}`, {}, world.organiser)
const count = (list: string[], template: string) => list.filter((each) => each === template).length
const hourly = () =>
  world.server.deps.calls.runHandler('audit.deadlines', {}, { session: world.server.deps.services.sessions.visitor(), lang: 'zh' })

describe('the audit of a competition', () => {
  it('[AUDIT-1] goes up two levels, comes back once with the reason, and is complete when the last level approves', async () => {
    const { organiser, auditor, national, post, submit, told: reported } = world
    const competitionId = await world.contest('省大学生创新设计赛')
    expect(await standing(competitionId)).toMatchObject({ demanded: true, state: 'none', mayPublish: false, maySubmit: true })
    const up = await world.get(`${INFO}/getUpGroup`, { competitionId }, organiser)
    expect(up.data).toMatchObject({
      deadlineDays: 5,
      list: [
        { name: { zh: '江南省竞赛办' }, auditors: 2 },
        { name: { zh: '全国竞赛中心' }, auditors: 1 },
      ],
    })

    const refused = await publish(competitionId)
    expect(refused.error).toBe('AUDIT_NEEDED')
    const wizard = async () => (await world.get('api/web/competition/competitionInfos', { competitionId }, organiser)).data
    expect(await wizard()).toMatchObject({ barrier: refused.message, submittable: true })
    const first = await submit(competitionId)
    expect(await wizard()).toMatchObject({ submittable: false })
    expect((await publish(competitionId)).error).toBe('AUDIT_WAITING')
    expect((await post(`${INFO}/submitAudit`, { competitionId }, organiser)).error).toBe('AUDIT_WAITING')
    expect([await waiting(auditor), await waiting(national)]).toEqual([1, 0])
    expect((await approve(first, 1, national)).error).toBe('AUDIT_NOT_YOURS')
    expect((await approve(first, 2, national)).error).toBe('AUDIT_DECIDED')
    expect((await sendBack(first, 1, auditor, { to: 'below' })).error).toBe('AUDIT_LOWEST')
    expect((await sendBack(first, 1, auditor)).data.state).toBe('sentBack')
    expect(await standing(competitionId)).toMatchObject({ state: 'sentBack', reason: '请补充收费依据。', maySubmit: true })
    expect(await reported(organiser)).toContain('audit.sentBack')
    expect((await publish(competitionId)).error).toBe('AUDIT_SENT_BACK')

    await rename(competitionId, '省大学生创新设计大赛')
    const feeBasis = '按省物价部门备案标准收取。'
    const saved = await post(`${INFO}/saveInfo`, { competitionId, answers: { ...INFORMATION, feeBasis } }, organiser)
    expect(saved.code).toBe(0)
    const second = await submit(competitionId, '已补充收费依据。')
    const seen = await detail(second, auditor)
    expect(seen).toMatchObject({ number: 2, note: '已补充收费依据。', mine: true, changedSince: null })
    expect(seen.changes).toMatchObject([
      {
        field: { zh: '竞赛名称', en: 'Title' },
        kind: 'changed',
        before: { zh: '省大学生创新设计赛 / 省大学生创新设计赛 (en)' },
        after: { zh: '省大学生创新设计大赛' },
      },
      { field: { zh: '收费依据' }, before: null, after: { zh: feeBasis } },
    ])
    expect((await approve(second, 1, auditor)).data).toEqual({ id: second, state: 'waiting', position: 2 })
    expect([await waiting(auditor), await waiting(national)]).toEqual([0, 1])
    expect((await approve(second, 2, national)).data.state).toBe('approved')
    expect(await standing(competitionId)).toMatchObject({ state: 'approved', mayPublish: true, maySubmit: false })

    expect((await publish(competitionId)).code).toBe(0)
    const history = await world.get(`${INFO}/auditHistory`, { competitionId }, organiser)
    expect(
      history.data.list.map((entry: { action: string; number: number; position: number }) => [entry.action, entry.number, entry.position]),
    ).toEqual([
      ['approve', 2, 2],
      ['approve', 2, 1],
      ['submit', 2, null],
      ['sendBack', 1, 1],
      ['submit', 1, null],
    ])
    expect(await reported(organiser)).toEqual(['audit.sentBack', 'audit.levelApproved', 'audit.approved'])
    expect(await reported(national)).toEqual(['audit.toAudit'])
  })

  it('[AUDIT-2] a submission needs the required information; what is edited while it waits is not part of what is decided', async () => {
    const { organiser, auditor, national, post, submit } = world
    const competitionId = await world.contest('机械创新赛')
    await world.rows('DELETE FROM "competitionInfo_info" WHERE "competitionId" = $1', [competitionId])
    const refused = await post(`${INFO}/submitAudit`, { competitionId }, organiser)
    expect([refused.error, refused.details?.fields]).toEqual(['AUDIT_INFO', '办赛宗旨、预计参赛人数、评审与公平保障'])
    expect((await post(`${INFO}/saveInfo`, { competitionId, answers: { purpose: '短' } }, organiser)).error).toBe('FORM_INVALID')
    await post(`${INFO}/saveInfo`, { competitionId, answers: INFORMATION }, organiser)
    const id = await submit(competitionId)
    await rename(competitionId, '机械创新赛（改）')
    expect((await detail(id, auditor)).changedSince.zh).toBe('竞赛名称')
    await approve(id, 1, auditor)
    await approve(id, 2, national)
    expect(await standing(competitionId)).toMatchObject({
      state: 'changed',
      changed: { zh: '竞赛名称', en: 'Title' },
      mayPublish: false,
      maySubmit: true,
    })
    const stopped = await publish(competitionId)
    expect([stopped.error, stopped.message]).toEqual([
      'AUDIT_CHANGED',
      '审核通过后又修改了需要审核的内容：竞赛名称。请重新送审，或改回原来的内容。',
    ])
  })

  it('[AUDIT-3] after the approval a change that matters must be approved again, another need not', async () => {
    const { auditor, national, submit } = world
    const competitionId = await world.contest('程序设计赛')
    const id = await submit(competitionId)
    await approve(id, 1, auditor)
    await approve(id, 2, national)
    await world.rows('UPDATE competition_competition SET "contactPhone" = $2 WHERE id = $1', [competitionId, '010-5550 0199'])
    expect(await standing(competitionId)).toMatchObject({ state: 'approved', mayPublish: true })
    await world.rows('UPDATE competition_competition SET "signupEnd" = "signupEnd" + interval \'1 day\' WHERE id = $1', [competitionId])
    expect(await standing(competitionId)).toMatchObject({ state: 'changed', changed: { zh: '报名截止' }, mayPublish: false })
    expect((await detail(await submit(competitionId), auditor)).changes.map(({ field }: { field: { zh: string } }) => field.zh)).toEqual([
      '报名截止',
      '咨询电话',
    ])
  })

  it('[AUDIT-9] a public competition is marked with the very write that changes what was approved, told of once, and approved again when it is changed back', async () => {
    const { auditor, national, organiser, post, submit, told: reported, rows } = world
    const competitionId = await world.contest('数学竞赛')
    const id = await submit(competitionId)
    await approve(id, 1, auditor)
    await approve(id, 2, national)
    expect((await publish(competitionId)).code).toBe(0)
    const stored = async () => (await rows('SELECT "auditState" FROM competition_competition WHERE id = $1', [competitionId]))[0].auditState
    const { info } = (await world.get('api/web/competition/competitionInfos', { competitionId }, organiser)).data
    const save = (answers: object) => post('api/web/competition/saveInfo', { competitionId, answers: { ...info, ...answers } }, organiser)
    expect((await save({ contactPhone: '010-5550 0199' })).code).toBe(0)
    expect(await stored()).toBe('approved')
    expect((await save({ level: 'national' })).code).toBe(0)
    expect(await stored()).toBe('changed')
    expect((await save({ level: 'national', region: '32' })).code).toBe(0)
    expect(count(await reported(national), 'audit.changedAfter')).toBe(1)
    const [message] = await rows(`SELECT variables FROM platform_outbox WHERE template = 'audit.changedAfter' AND "userId" = $1`, [
      national.id,
    ])
    expect(message.variables).toMatchObject({ fields: '级别', fieldsEn: 'Level' })
    expect((await save({ level: 'provincial' })).code).toBe(0)
    expect(await stored()).toBe('approved')

    const [event] = await rows('SELECT id::text AS id FROM competition_event WHERE "competitionId" = $1', [competitionId])
    const change = { id: event.id, answers: { title: { zh: '决赛' }, fee: 0 } }
    expect((await post('api/web/competition/event/save', change, organiser)).code).toBe(0)
    expect(await stored()).toBe('changed')
  })

  it('[AUDIT-4] the second level may send down to the first, which decides again', async () => {
    const { auditor, national, submit, told: reported } = world
    const id = await submit(await world.contest('英语演讲赛'))
    await approve(id, 1, auditor)
    expect((await sendBack(id, 2, national, { to: 'below', reason: '请核对主办单位。' })).data.state).toBe('waiting')
    expect(await reported(auditor)).toContain('audit.sentDown')
    const { steps } = await detail(id, auditor)
    expect(steps.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'pending'])
    expect((await approve(id, 2, national)).error).toBe('AUDIT_DECIDED')
    await approve(id, 1, auditor)
    expect((await approve(id, 2, national)).data.state).toBe('approved')
  })

  it('[AUDIT-5] the organiser withdraws it while it waits, and nobody can decide it then', async () => {
    const { organiser, auditor, post, submit, told: reported } = world
    const competitionId = await world.contest('书法赛')
    const id = await submit(competitionId)
    expect((await post(`${AUDIT}/revoke`, { id }, auditor)).error).toBe('PERMISSION_DENIED')
    expect((await post(`${AUDIT}/revoke`, { id }, organiser)).data.state).toBe('revoked')
    expect((await approve(id, 1, auditor)).error).toBe('AUDIT_DECIDED')
    expect((await post(`${AUDIT}/revoke`, { id }, organiser)).error).toBe('FLOW_STATE')
    expect(await reported(auditor)).toContain('audit.revoked')
    expect(await standing(competitionId)).toMatchObject({ state: 'revoked', maySubmit: true })
  })

  it('[AUDIT-6] nobody audits what they submitted themselves', async () => {
    const both = await world.person('account.organiser', 'organisation', world.school)
    await world.rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', [
      both.id,
      'account.superiorAuditor',
      'organisation',
      world.province,
    ])
    world.server.deps.services.sessions.bind(serverScope(world, world.server.deps.db)).changed(both.id)
    const competitionId = await world.contest('摄影赛')
    const { data } = await world.post(`${INFO}/submitAudit`, { competitionId }, both)
    expect((await approve(data.id, 1, both)).error).toBe('AUDIT_OWN')
    expect((await approve(data.id, 1, world.auditor)).code).toBe(0)
  })

  it('[AUDIT-7] an organisation elsewhere sees nothing of it: no row, no detail, no decision, no history', async () => {
    const elsewhere = await world.person('account.superiorAuditor', 'organisation', await world.organisation('江北省竞赛办', world.nation))
    const stranger = await world.person('account.organiser', 'organisation', await world.organisation('江北大学', null))
    const competitionId = await world.contest('舞蹈赛')
    const id = await world.submit(competitionId)
    const list = await world.get(`${AUDIT}/page`, { pageSize: 100 }, elsewhere)
    expect(list.data).toMatchObject({ list: [], total: 0 })
    expect(
      (await world.get(`${AUDIT}/page`, { pageSize: 100 }, world.auditor)).data.list.some((row: { id: string }) => row.id === id),
    ).toBe(true)
    for (const person of [elsewhere, stranger]) expect((await world.get(`${AUDIT}/detail`, { id }, person)).error).toBe('NOT_FOUND')
    expect((await approve(id, 1, elsewhere)).error).toBe('NOT_FOUND')
    for (const path of [`${INFO}/auditHistory`, `${INFO}/getInfo`, `${AUDIT}/standing`]) {
      const [found, absent] = [competitionId, '999999999999'].map((each) => world.get(path, { competitionId: each }, stranger))
      expect((await found)?.error).toBe((await absent)?.error)
    }
    expect((await world.get(`${INFO}/cardPage`, {}, stranger)).data.list).toEqual([])
  })

  it('[AUDIT-8] filters of the work list: waiting for me, level, state, overdue, and words', async () => {
    const { auditor, national, get } = world
    const page = async (filter: object, person = auditor) => (await get(`${AUDIT}/page`, { pageSize: 100, ...filter }, person)).data
    const mine = await page({ mine: true })
    expect(mine.list.length).toBe(await waiting(auditor))
    expect(mine.list.every((row: { mine: boolean; state: string }) => row.mine && row.state === 'waiting')).toBe(true)
    expect((await page({ state: 'approved' }, national)).list.every((row: { state: string }) => row.state === 'approved')).toBe(true)
    const second = (await page({ level: 2, state: 'waiting' })).list
    expect(second.every((row: { position: number; mine: boolean }) => row.position === 2 && !row.mine)).toBe(true)
    expect((await page({ search: '舞蹈' })).total).toBe(1)
    expect((await page({ search: '%' })).total).toBe(0)
    expect((await page({ overdue: true })).total).toBe(0)
    expect((await get(`${AUDIT}/page`, { organisationId: world.nation }, auditor)).error).toBe('PERMISSION_DENIED')
  })
})

describe('delegation', () => {
  const delegate = (input: object, person: Person) =>
    world.post(`${AUDIT}/delegate`, { organisationId: world.nation, until: tomorrow(), ...input }, person)
  it('[AUDIT-20] an organisation below decides in its place, but not on its own competitions; and gives the task to nobody else', async () => {
    const { national, auditor, province, submit, told: reported } = world
    const [id, ofProvince] = [await submit(await world.contest('歌唱赛')), await world.contest('省直属赛', province)]
    await approve(id, 1, auditor)
    expect((await approve(id, 2, auditor)).error).toBe('AUDIT_NOT_YOURS')
    expect((await delegate({ toOrganisationId: province }, auditor)).error).toBe('PERMISSION_DENIED')
    expect((await delegate({ toOrganisationId: world.school }, national)).error).toBe('AUDIT_DELEGATE')
    expect((await delegate({ toOrganisationId: province, until: '2020-01-01' }, national)).error).toBe('AUDIT_PERIOD')
    const given = await delegate({ toOrganisationId: province }, national)
    expect(given.code).toBe(0)
    expect(await reported(auditor)).toContain('audit.delegated')
    const own = await world.person('account.organiser', 'organisation', province)
    const sent = await world.post(`${INFO}/submitAudit`, { competitionId: ofProvince }, own)
    expect(sent.error).toBe('AUDIT_NOT_DEMANDED')
    expect((await approve(id, 2, auditor)).data.state).toBe('approved')
    const { trail } = await detail(id, national)
    expect(trail[0]).toMatchObject({ action: 'approve', position: 2, onBehalf: { zh: '全国竞赛中心' } })

    expect((await world.post(`${AUDIT}/endDelegation`, { id: given.data.id }, auditor)).error).toBe('NOT_FOUND')
    expect((await world.post(`${AUDIT}/endDelegation`, { id: given.data.id }, national)).code).toBe(0)
    const next = await submit(await world.contest('合唱赛'))
    await approve(next, 1, auditor)
    expect((await approve(next, 2, auditor)).error).toBe('AUDIT_NOT_YOURS')
  })

  it('[AUDIT-21] a person of the organisation with the right decides one submission only, until the delegation ends by itself', async () => {
    const { national, auditor, nation, submit } = world
    const deputy = await world.person('account.superiorAuditor', 'organisation', await world.organisation('江东省竞赛办', nation))
    const [one, other] = [await submit(await world.contest('辩论赛')), await submit(await world.contest('围棋赛'))]
    for (const id of [one, other]) await approve(id, 1, auditor)
    expect((await delegate({ userId: deputy.id, id: one }, national)).error).toBe('AUDIT_DELEGATE')
    await world.rows('INSERT INTO organisation_member ("organisationId", "userId") VALUES ($1, $2)', [nation, deputy.id])
    const people = (await world.get(`${AUDIT}/delegates`, { organisationId: nation, kind: 'person' }, national)).data
    expect(people.map(({ id }: { id: string }) => id)).toContain(deputy.id)
    const given = await delegate({ userId: deputy.id, id: one }, national)
    expect(given.code).toBe(0)
    expect(await waiting(deputy)).toBe(1)
    expect((await approve(other, 2, deputy)).error).toBe('NOT_FOUND')
    await world.rows(`UPDATE audit_delegation SET "startsAt" = now() - interval '2 days', until = now() - interval '1 day' WHERE id = $1`, [
      given.data.id,
    ])
    expect((await approve(one, 2, deputy)).error).toBe('NOT_FOUND')
    expect((await approve(one, 2, national)).data.state).toBe('approved')
  })
})

describe('deadlines', () => {
  const letPass = (id: string, hours: number) =>
    world.rows(`UPDATE audit_step SET deadline = now() - make_interval(hours => $2) WHERE "submissionId" = $1 AND state = 'waiting'`, [
      id,
      hours,
    ])

  it('[AUDIT-30] auditors are reminded a day before and every day after, once each', async () => {
    const { auditor, submit, told: reported } = world
    const id = await submit(await world.contest('航模赛'))
    await letPass(id, -20)
    await Promise.all([hourly(), hourly()])
    expect(count(await reported(auditor), 'audit.dueSoon')).toBe(1)
    await letPass(id, 1)
    await world.rows(`UPDATE audit_step SET "remindedAt" = now() - interval '25 hours' WHERE "submissionId" = $1 AND position = 1`, [id])
    await hourly()
    await hourly()
    expect(count(await reported(auditor), 'audit.overdue')).toBe(1)
    const list = (await world.get(`${AUDIT}/page`, { overdue: true }, auditor)).data.list
    expect(list).toMatchObject([{ id, overdue: true }])
    expect((await detail(id, auditor)).steps[0].state).toBe('waiting')
  })

  it('[AUDIT-31] where the rule says so, it goes on to the next level, beyond the last one too, and reminds where nobody is above', async () => {
    const { post, auditor, national, organiser, school, told: reported } = world
    const rule = { organisationId: school, mode: 'parent', deadlineDays: 2, onDeadline: 'escalate' }
    expect((await post(`${AUDIT}/saveRule`, rule, auditor)).code).toBe(0)
    const id = await world.submit(await world.contest('机器人赛'))
    await letPass(id, 1)
    await hourly()
    const { steps, position, levels } = await detail(id, national)
    expect([steps.map(({ state }: { state: string }) => state), position, levels]).toEqual([['escalated', 'waiting'], 2, 2])
    expect(await reported(organiser)).toContain('audit.escalated')
    expect((await approve(id, 1, auditor)).error).toBe('AUDIT_DECIDED')
    await letPass(id, 1)
    await hourly()
    expect(count(await reported(national), 'audit.overdue')).toBe(1)
    expect((await approve(id, 2, national)).data.state).toBe('approved')
  })
})

describe('rules, and competitions that are stopped', () => {
  it('[AUDIT-40] the rule of an organisation is set from above, and holds for those below that have none', async () => {
    const { post, get, auditor, national, province, nation, school } = world
    const rule = { mode: 'levels', levels: 1, deadlineDays: 3, onDeadline: 'remind' }
    expect((await post(`${AUDIT}/saveRule`, { organisationId: province, ...rule }, auditor)).error).toBe('AUDIT_RULE_ABOVE')
    expect((await post(`${AUDIT}/saveRule`, { organisationId: nation, ...rule }, national)).error).toBe('AUDIT_RULE_ABOVE')
    expect((await post(`${AUDIT}/saveRule`, { organisationId: province, ...rule }, national)).code).toBe(0)
    expect((await post(`${AUDIT}/dropRule`, { organisationId: school }, auditor)).code).toBe(0)
    const { list } = (await get(`${AUDIT}/rules`, { search: '江南大学' }, auditor)).data
    expect(list).toMatchObject([{ id: school, own: false, organisationId: province, mode: 'levels', deadlineDays: 3, maySet: true }])
    const none = { organisationId: school, mode: 'none' }
    expect((await post(`${AUDIT}/saveRule`, none, world.organiser)).error).toBe('PERMISSION_DENIED')
  })

  it('[AUDIT-41] a superior stops a competition with the reason; it may neither be submitted nor published until the stop is lifted', async () => {
    const { post, auditor, organiser, told: reported } = world
    const competitionId = await world.contest('网络安全赛')
    await world.rows('UPDATE competition_competition SET published = true WHERE id = $1', [competitionId])
    const stranger = await world.person('account.superiorAuditor', 'organisation', world.school)
    expect((await post(`${AUDIT}/ban`, { competitionId, reason: '越权' }, stranger)).error).toBe('NOT_FOUND')
    expect((await post(`${AUDIT}/ban`, { competitionId, reason: '未按批文收费。' }, auditor)).code).toBe(0)
    expect((await world.rows('SELECT published FROM competition_competition WHERE id = $1', [competitionId]))[0].published).toBe(false)
    expect(await standing(competitionId)).toMatchObject({ state: 'banned', mayPublish: false, maySubmit: false })
    expect((await post(`${INFO}/submitAudit`, { competitionId }, organiser)).error).toBe('AUDIT_BANNED')
    expect((await publish(competitionId)).error).toBe('AUDIT_BANNED')
    expect(await reported(organiser)).toContain('audit.banned')
    expect((await post(`${AUDIT}/pass`, { competitionId }, auditor)).code).toBe(0)
    expect(await standing(competitionId)).toMatchObject({ state: 'none', maySubmit: true })
  })
})

describe('the information on a competition', () => {
  const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const upload = async (call: string, competitionId: string, person: Person) => {
    const part = (head: string) => `--boundary\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
    const head = `${part('name="competitionId"')}${competitionId}\r\n${part('name="file"; filename="permit.png"')}`
    const payload = Buffer.concat([Buffer.from(head), PNG, Buffer.from('\r\n--boundary--\r\n')])
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'multipart/form-data; boundary=boundary' }
    return (await world.app.inject({ method: 'POST', url: `/${INFO}/${call}`, payload, headers })).json()
  }

  it('[INFO-1] takes papers, which auditors of the line above may open and others may not, and lets them go again', async () => {
    const { organiser, auditor, post, get } = world
    const competitionId = await world.contest('陶艺赛')
    const stranger = await world.person('account.organiser', 'organisation', await world.organisation('外校', null))
    expect((await upload('uploadFile', competitionId, stranger)).error).toBe('PERMISSION_DENIED')
    const { data: paper } = await upload('uploadFile', competitionId, organiser)
    expect(paper).toMatchObject({ name: 'permit.png', type: 'image/png' })
    const saved = await post(`${INFO}/saveInfo`, { competitionId, answers: { ...INFORMATION, papers: [paper] } }, organiser)
    expect(saved.code).toBe(0)
    const open = async (person: Person) =>
      (await world.app.inject({ url: `/api/platform/file/${paper.id}`, headers: { authorization: `Bearer ${person.token}` } })).headers[
        'content-type'
      ]
    expect(await open(auditor)).toBe('image/png')
    expect(await open(stranger)).toMatch(/json/)
    const about = (await get(`${INFO}/getInfo`, { competitionId }, auditor)).data
    expect(about).toMatchObject({
      title: { zh: '陶艺赛' },
      organisation: { zh: '江南大学' },
      info: { scale: 300, papers: [{ id: paper.id }] },
    })
    expect((await post(`${INFO}/deleteFile`, { competitionId, fileId: paper.id }, organiser)).data.papers).toEqual([])
    expect((await post(`${INFO}/deleteFile`, { competitionId, fileId: paper.id }, organiser)).error).toBe('NOT_FOUND')
  })

  it('[INFO-2] the picture of a card has at least 480x270 pixels; the card is listed with the state of the audit', async () => {
    const { organiser, post, get } = world
    const competitionId = await world.contest('花艺赛')
    expect((await upload('uploadThumb', competitionId, organiser)).error).toBe('FORM_INVALID')
    const answers = { shortName: '花艺', slogan: '四时有花', contactEmail: 'not an address' }
    expect((await post(`${INFO}/saveCard`, { competitionId, answers }, organiser)).error).toBe('FORM_INVALID')
    expect(
      (await post(`${INFO}/saveCard`, { competitionId, answers: { ...answers, contactEmail: 'flower@school.example' } }, organiser)).code,
    ).toBe(0)
    const { list } = (await get(`${INFO}/cardPage`, { search: '花艺' }, organiser)).data
    expect(list).toMatchObject([{ id: competitionId, shortName: '花艺', auditState: 'none', filled: 0.27 }])
    const enums = (await get(`${INFO}/enumList`, {}, organiser)).data.map(({ id }: { id: string }) => id)
    expect(enums).toContain('competition.level')
  })
})

describe('two decisions at once', () => {
  const rush = async (): Promise<number> => {
    const id = await world.submit(await world.contest('抢答赛'))
    const decide = () => Promise.all([approve(id, 1, world.auditor), sendBack(id, 1, world.colleague), approve(id, 1, world.auditor)])
    const replies = await allUnderWay(id, decide)
    expect(replies.filter(({ error }) => error && !['AUDIT_DECIDED', 'FLOW_STATE'].includes(error))).toEqual([])
    return replies.filter(({ code }) => code === 0).length
  }
  it('[AUDIT-50] have one winner', async () => {
    expect(await rush()).toBe(1)
  })
  it('[AUDIT-51] (control) have several when neither the lock nor the flow guards them', async () => {
    const { get } = world.server.deps.platform()
    for (const id of ['audit.approve', 'audit.sendBack']) {
      const { locks: _, ...unlocked } = get('call', id)
      await replace('call', unlocked)
    }
    for (const id of ['audit.level', 'audit.review']) {
      const flow = get('flow', id)
      const everywhere = ['pending', 'waiting', 'approved', 'sentBack', 'revoked', 'escalated', 'closed']
      const known = new Set(flow.transitions.flatMap(({ from, to }) => [...from, to]))
      const from = everywhere.filter((state) => known.has(state))
      await replace('flow', { ...flow, transitions: flow.transitions.map((transition) => ({ ...transition, from })) })
    }
    await world.server.reloadPlatform()
    expect(await rush()).toBeGreaterThan(1)
  })
})

/** Holds the rows of a submission until three requests wait, for them or for each other. */
async function allUnderWay<T>(id: string, run: () => Promise<T>): Promise<T> {
  const holder = await world.server.deps.pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM audit_submission WHERE id = $1 FOR NO KEY UPDATE', [id])
    await holder.query('SELECT 1 FROM audit_step WHERE "submissionId" = $1 FOR NO KEY UPDATE', [id])
    const outcome = run()
    const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await world.rows(waiting))[0].n).toBe(3)
    await holder.query('COMMIT')
    return await outcome
  } finally {
    holder.release()
  }
}

/** A published document takes the place of the shipped one. */
async function replace(kind: 'call' | 'flow', document: CallDocument | FlowDocument): Promise<void> {
  await world.server.deps.db.transaction().execute(async (db) => {
    const documentStore = world.server.deps.services.documentStore.bind(serverScope(world, db))
    await documentStore.saveDraft(kind, document.id, document)
    await documentStore.publish(kind, document.id)
  })
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
}
