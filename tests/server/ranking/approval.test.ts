/** Rankings on the road of approval: where the rule of an organisation asks for it, those above approve before visitors read. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AUDIT, type AuditWorld, createAuditWorld, type Person } from '../competition/auditWorld.ts'

let world: AuditWorld
let competitionId: string
let listId: string

const RULE = { mode: 'levels', levels: 2, deadlineDays: 5, onDeadline: 'remind' }
const setRule = (rankings: boolean) => world.post(`${AUDIT}/saveRule`, { organisationId: world.school, ...RULE, rankings }, world.auditor)
beforeAll(async () => {
  world = await createAuditWorld()
  competitionId = await world.contest('省大学生创新设计赛')
  await world.rows('UPDATE competition_competition SET published = true WHERE id = $1', [competitionId])
})
afterAll(() => world?.close())
beforeEach(async () => {
  expect((await setRule(true)).code).toBe(0)
  await world.rows('DELETE FROM ranking_list')
  const answers = { title: { zh: '总决赛', en: 'Final' } }
  listId = (await ranking('save', { competitionId, answers })).data.id
  await world.post('api/web/competition/saveAwards', { listId, entries: [{ name: '晨星队', rank: 1, prize: 'first' }] }, world.organiser)
})

const ranking = (path: string, input: Record<string, unknown>, person = world.organiser) =>
  world.post(`api/web/competition/ranking/${path}`, input, person)
const publish = () => ranking('publish', { id: listId, published: true })
const state = async () => (await world.get(`api/web/competition/ranking/manage/${listId}`, {}, world.organiser)).data
const visible = async () => (await world.call('api/web/competition/listTagRank', { competitionId, listId }, null, 'GET')).data.total
const approve = (id: string, position: number, person: Person) => world.post(`${AUDIT}/approve`, { id, position }, person)
const submission = async () =>
  (await world.rows('SELECT id FROM audit_submission WHERE "listId" = $1 ORDER BY id DESC LIMIT 1', [listId]))[0].id

describe('a ranking that must be approved', () => {
  it('[RANK-13] goes up both stages and is public with the last approval, not before', async () => {
    expect((await publish()).data).toMatchObject({ state: 'inAudit', published: false })
    expect(await visible()).toBe(0)
    expect((await publish()).error).toBe('RANKING_STATE')
    expect((await ranking('remove', { id: listId })).error).toBe('RANKING_IN_AUDIT')
    const id = String(await submission())
    const page = (await world.get(`${AUDIT}/page`, { subject: 'ranking' }, world.auditor)).data.list
    expect(page).toMatchObject([{ id, subject: 'ranking', title: { zh: '省大学生创新设计赛 · 总决赛' }, mine: true }])
    const { contents, changes } = (await world.get(`${AUDIT}/detail`, { id }, world.auditor)).data
    expect(contents).toMatchObject([{ field: { zh: '晨星队' }, value: { zh: '第 1 名 · 一等奖', en: 'Rank 1 · First prize' } }])
    expect(changes).toBeNull()
    expect((await approve(id, 1, world.auditor)).data.state).toBe('waiting')
    expect(await visible()).toBe(0)
    expect((await approve(id, 2, world.national)).data.state).toBe('approved')
    expect(await state()).toMatchObject({ state: 'published', publishedVersion: 1 })
    expect(await visible()).toBe(1)
    expect(await world.told(world.organiser)).toContain('ranking.approved')
  })

  it('[RANK-14] is final again with the reason when it is sent back, shows what changed the next time, and is taken back by its organiser', async () => {
    await publish()
    const reason = '请核对第一名。'
    await world.post(`${AUDIT}/sendBack`, { id: String(await submission()), position: 1, reason, to: 'organiser' }, world.auditor)
    expect(await state()).toMatchObject({ state: 'final', sentBackReason: reason })
    expect((await ranking('reopen', { id: listId })).data.state).toBe('draft')
    await world.post('api/web/competition/saveAwards', { listId, entries: [{ name: '拾光队', rank: 2 }] }, world.organiser)
    expect((await publish()).data.state).toBe('inAudit')
    const id = String(await submission())
    expect((await world.get(`${AUDIT}/detail`, { id }, world.auditor)).data.changes).toMatchObject([
      { kind: 'added', field: { zh: '拾光队' } },
    ])
    expect((await ranking('revoke', { id: listId }, world.auditor)).code).not.toBe(0)
    expect((await ranking('revoke', { id: listId })).data.state).toBe('final')
    expect((await approve(id, 1, world.auditor)).error).toBe('AUDIT_DECIDED')
    expect((await ranking('revoke', { id: listId })).error).toBe('AUDIT_DECIDED')
    expect(await visible()).toBe(0)
  })

  it('[RANK-15] says nothing of the competition: its own approval and history stay apart, and without the rule rankings go out at once', async () => {
    const standing = async () => (await world.get(`${AUDIT}/standing`, { competitionId }, world.organiser)).data
    await publish()
    expect(await standing()).toMatchObject({ state: 'none', submissionId: null, maySubmit: true })
    const own = await world.submit(competitionId)
    expect(await standing()).toMatchObject({ state: 'waiting', submissionId: own })
    const history = (await world.post('api/web/competition/info/auditHistory', { competitionId }, world.organiser)).data.list
    expect(history).toHaveLength(1)
    await approve(String(await submission()), 1, world.auditor)
    await approve(String(await submission()), 2, world.national)
    expect(await standing()).toMatchObject({ state: 'waiting', submissionId: own })
    await setRule(false)
    await ranking('revise', { id: listId, reason: '更正' })
    expect((await publish()).data).toMatchObject({ state: 'published', published: true })
  })

  it('[RANK-16] of an approval and a withdrawal at the same moment one holds', async () => {
    for (let round = 0; round < 4; round++) {
      await publish()
      const id = String(await submission())
      await approve(id, 1, world.auditor)
      const replies = await Promise.all([approve(id, 2, world.national), ranking('revoke', { id: listId })])
      expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
      const { state: now } = await state()
      expect(now).toBe(replies[0]!.code === 0 ? 'published' : 'final')
      if (now === 'published') await ranking('publish', { id: listId, published: false })
    }
  })
})
