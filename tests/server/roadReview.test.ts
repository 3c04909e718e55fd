/** The organiser's side of the road by HTTP: who sees which registration, and what a review does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Form, HACKATHON_ANSWERS, hackathonForm, MASKED_ANSWERS, MODELLING, signUp, type World } from './roadWorld.ts'

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
afterAll(() => world.close())

async function registered(): Promise<{ id: string; token: string }> {
  const { token } = await world.newcomer()
  return { id: (await signUp(world, token, form)).data.id, token }
}
const row = async (id: string) => (await world.rows('SELECT * FROM signup_registration WHERE id = $1', [id]))[0]
const act = (name: string, input: Record<string, unknown>, token = organiser) => world.call(`api/web/signup/${name}`, input, token)
const list = (input: Record<string, unknown>, token = organiser) =>
  world.call('api/web/report/signUpMember', { competitionId: form.competitionId, ...input }, token)

describe('reviewing', () => {
  it('[REVIEW-1] sends back with a reason, takes the correction and approves it', async () => {
    const { id, token } = await registered()
    expect((await act('reject', { id, reason: '邮箱写错了' })).data).toMatchObject({ status: 3, reviewReason: '邮箱写错了' })
    const mine = await world.call('api/web/user/personCompetition', { competitionId: form.competitionId }, token, 'GET')
    expect(mine.data.list[0]).toMatchObject({ id, status: 3, reviewReason: '邮箱写错了' })
    const own = (await world.call(`api/web/competition/signup/ownAnswers/${id}`, {}, token, 'GET')).data
    const answers = { ...own.answers, email: 'ada.right@mail.example' }
    expect((await world.call('api/web/competition/signup/resubmit', { id, formHash: own.formHash, answers }, token)).data.status).toBe(2)
    expect((await row(id)).answers.email).toBe('ada.right@mail.example')
    expect((await act('approve', { id })).data.status).toBe(4)
    expect(await row(id)).toMatchObject({ status: 4, reviewReason: null })
  })
  it('[REVIEW-2] sends back only with a reason', async () => {
    const { id } = await registered()
    expect((await act('reject', { id })).error).toBe('CALL_INPUT')
    expect((await row(id)).status).toBe(2)
  })
  it('[REVIEW-3] refuses a step that does not start from where the registration stands', async () => {
    const { id, token } = await registered()
    await act('approve', { id })
    expect((await act('approve', { id })).error).toBe('FLOW_STATE')
    expect(
      (await world.call('api/web/competition/signup/resubmit', { id, formHash: form.formHash, answers: HACKATHON_ANSWERS }, token)).error,
    ).toBe('FLOW_STATE')
    expect((await row(id)).status).toBe(4)
  })
  it('[REVIEW-4] of two organisers who decide at the same time one is refused', async () => {
    const { id } = await registered()
    const replies = await Promise.all([act('approve', { id }), act('reject', { id, reason: '重复' })])
    expect(replies.map(({ error }) => error ?? 'done').toSorted()).toEqual(['FLOW_STATE', 'done'])
  })
  it('[REVIEW-5] frees the place when a registration is suspended and takes it again when restored', async () => {
    const { id } = await registered()
    const taken = async () => (await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId]))[0].taken
    await act('approve', { id })
    const before = await taken()
    expect((await act('suspend', { id, reason: '资格核实未通过' })).data.status).toBe(5)
    expect(await taken()).toBe(before - 1)
    expect((await act('restore', { id })).data.status).toBe(4)
    expect(await taken()).toBe(before)
  })
  it('[REVIEW-6] approves many at once and skips those that do not wait', async () => {
    const [first, second] = [await registered(), await registered()]
    await act('approve', { id: first.id })
    expect((await act('approveMany', { ids: [first.id, second.id] })).data).toEqual({ approved: 1, skipped: 1 })
    expect((await row(second.id)).status).toBe(4)
  })
  it('[REVIEW-7] keeps who did what and why in the history of the registration', async () => {
    const { id } = await registered()
    await act('reject', { id, reason: '照片不清晰' })
    const { data } = await world.call('api/platform/log', { entity: 'signup.registration', rowId: id }, organiser)
    expect(data.list[0]).toMatchObject({ actorName: 'Mira Tan', reason: '照片不清晰' })
  })
  it('[REVIEW-8] does not approve for good: with a reason and a notice, the place becomes free; whoever may review takes it up again', async () => {
    const { id, token } = await registered()
    const taken = async () => (await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId]))[0].taken
    const before = await taken()
    expect((await act('refuse', { id })).error).toBe('CALL_INPUT')
    expect((await act('refuse', { id, reason: '不属于参赛对象' }, stranger)).error).toBe('NOT_FOUND')
    expect((await act('refuse', { id, reason: '不属于参赛对象' })).data).toMatchObject({ status: 9, reviewReason: '不属于参赛对象' })
    expect(await taken()).toBe(before - 1)
    const [notice] = await world.rows(
      'SELECT to_jsonb(m) AS "row" FROM platform_outbox m WHERE "userId"::bigint = (SELECT "userId" FROM signup_registration WHERE id = $1) ORDER BY id DESC',
      [id],
    )
    expect(JSON.stringify(notice)).toContain('不属于参赛对象')
    for (const name of ['approve', 'reconsider', 'restore']) expect((await act(name, { id })).error).toBe('FLOW_STATE')
    const again = { id, formHash: form.formHash, answers: HACKATHON_ANSWERS }
    expect((await world.call('api/web/competition/signup/resubmit', again, token)).error).toBe('FLOW_STATE')
    expect((await act('readmit', { id }, token)).error).toBe('PERMISSION_DENIED')
    expect((await act('readmit', { id })).data.status).toBe(2)
    expect(await taken()).toBe(before)
  })
  it('[REVIEW-9] undoes an approval or a sending back for a day', async () => {
    const decisions = [(id: string) => act('approve', { id }), (id: string) => act('reject', { id, reason: '重复' })]
    for (const decide of decisions) {
      const { id } = await registered()
      await decide(id)
      expect((await act('reconsider', { id })).data).toMatchObject({ status: 2, reviewedAt: null, reviewReason: null })
      await decide(id)
      await world.rows(`UPDATE signup_registration SET "reviewedAt" = now() - interval '25 hours' WHERE id = $1`, [id])
      expect((await act('reconsider', { id })).error).toBe('UNDO_TOO_LATE')
    }
  })
  it('[REVIEW-10] sends back, suspends and does not approve many at once, each by its own right; those that do not fit are skipped', async () => {
    const ids = [(await registered()).id, (await registered()).id, (await registered()).id]
    await act('approve', { id: ids[0] })
    expect((await act('rejectMany', { ids, reason: '材料不全' })).data).toEqual({ changed: 2, skipped: 1 })
    expect((await act('suspendMany', { ids, reason: '材料不全' })).data).toEqual({ changed: 3, skipped: 0 })
    const others = [(await registered()).id, ids[0]]
    expect((await act('refuseMany', { ids: others, reason: '材料不全' })).data).toEqual({ changed: 1, skipped: 1 })
    expect((await act('refuseMany', { ids: others, reason: '材料不全' }, stranger)).error).toBe('NOT_FOUND')
  })
  it('[REVIEW-11] keeps notes and a label for the organisers alone, and shows other registrations of the person within reach', async () => {
    const { id, token } = await registered()
    expect((await act('note', { id, text: '已电话核实学籍' })).code).toBe(0)
    expect((await act('label', { id, label: '重点' })).data).toEqual({ id, label: '重点' })
    const notes = (who: string) => world.call('api/web/signup/notes', { registrationId: id }, who, 'GET')
    expect((await notes(organiser)).data.list).toMatchObject([{ text: '已电话核实学籍', author: 'Mira Tan' }])
    for (const who of [token, stranger]) {
      expect((await notes(who)).data?.list ?? []).toEqual([])
      expect((await act('note', { id, text: 'x' }, who)).code).not.toBe(0)
    }
    expect((await list({ label: '重点' })).data.list.map((row: { id: string }) => row.id)).toEqual([id])
    expect(
      JSON.stringify((await world.call('api/web/user/personCompetition', { competitionId: form.competitionId }, token, 'GET')).data),
    ).not.toContain('重点')
    const earlier = (await world.call('api/web/signup/earlier', { id }, organiser, 'GET')).data
    expect(earlier.list).toEqual([])
    await world.rows(
      'UPDATE signup_registration SET "userId" = (SELECT "userId" FROM signup_registration WHERE id = $1) WHERE id = (SELECT min(id) FROM signup_registration WHERE "competitionId" <> $2)',
      [id, form.competitionId],
    )
    const others = async (who: string) => (await world.call('api/web/signup/earlier', { id }, who, 'GET')).data?.list
    expect(await others(organiser)).toEqual([])
    expect(await others(stranger)).toBeUndefined()
    expect(await others(await world.signIn('administrator'))).toHaveLength(1)
  })
})

describe('the list of registrations', () => {
  it('[LIST-1] filters by status, by school and by the fields of the form', async () => {
    const { data } = await list({ status: 4, pageSize: 100 })
    expect(data.list.length).toBeGreaterThan(0)
    expect(data.list.every(({ status }: { status: number }) => status === 4)).toBe(true)
    const climate = (await list({ answers: { track: 'climate' }, pageSize: 100 })).data
    expect(climate.list.length).toBeGreaterThan(0)
    expect(climate.list.every(({ answers }: { answers: { track: string } }) => answers.track === 'climate')).toBe(true)
    const all = (await list({ pageSize: 1 })).data
    expect(climate.total).toBeLessThan(all.total)
    expect((await world.call('api/web/report/countSignUp', { competitionId: form.competitionId }, organiser)).data.total).toBe(all.total)
  })
  it('[LIST-2] shows the answers at their form version', async () => {
    const { id } = await registered()
    const { data } = await world.call(`api/web/signup/answers/${id}`, {}, organiser, 'GET')
    expect(data).toEqual({ id, formHash: form.formHash, answers: MASKED_ANSWERS })
  })
})

describe('results of sign-ups', () => {
  it('[RESULTS-1] tell how far those came who have begun and not signed up, and nothing of what they wrote, to who manages them', async () => {
    const { competitionId, formHash: hash } = form
    const results = (token = organiser) => world.call('api/web/report/signUpStatistics', { competitionId }, token)
    const before = (await results()).data.head
    const fields: string[] = before.dropOff.map(({ title }: { title: { en: string } }) => title.en)
    const names = Object.keys((await world.call(`api/platform/form/${hash}`, {}, organiser, 'GET')).data.form.schema.properties)
    const begin = async (answers: Record<string, unknown>, token?: string) =>
      world.call('api/platform/draft', { key: `signup:${competitionId}`, hash, answers }, token ?? (await world.newcomer()).token)
    await begin({ [names[0]!]: '保密的话' })
    await begin({ [names[0]!]: '保密的话', [names[1]!]: '' })
    await begin({ [names[1]!]: '保密的话' })
    // who signed up and writes on has not stopped
    await begin({ [names[1]!]: '保密的话' }, (await registered()).token)
    const reply = await results()
    const { head } = reply.data
    expect([head.started, head.submitted]).toEqual([before.started + 4, before.submitted + 1])
    const left = (at: number, of = head) => of.dropOff[at].left - before.dropOff[at].left
    expect([left(0), left(1), left(2)]).toEqual([2, 1, 0])
    expect(head.dropOff).toHaveLength(fields.length)
    expect(head.dropOff[0].reached).toBe(head.started)
    expect(JSON.stringify(reply)).not.toContain('保密的话')
    expect((await results(stranger)).error).toBe('NOT_FOUND')
  })
})

describe('who may see and decide', () => {
  it('[WITHIN-1] shows an organiser of another organisation nothing', async () => {
    const { id } = await registered()
    expect((await list({}, stranger)).data).toMatchObject({ total: 0, list: [] })
    expect((await world.call(`api/web/signup/detail/${id}`, {}, stranger, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call(`api/web/signup/answers/${id}`, {}, stranger, 'GET')).error).toBe('NOT_FOUND')
    expect((await act('approve', { id }, stranger)).error).toBe('NOT_FOUND')
    expect((await act('approveMany', { ids: [id] }, stranger)).error).toBe('NOT_FOUND')
    expect((await world.call('api/platform/log', { entity: 'signup.registration', rowId: id }, stranger)).data.total).toBe(0)
    expect((await row(id)).status).toBe(2)
  })
  it('[WITHIN-2] shows each organiser the competitions of the own organisations', async () => {
    const managed = async (token: string) =>
      (await world.call('api/web/competition/myCompetition', {}, token, 'GET')).data.list.map(
        ({ title }: { title: { zh: string } }) => title.zh,
      )
    expect(await managed(stranger)).toContain(MODELLING)
    expect(await managed(organiser)).not.toContain(MODELLING)
  })
  it('[WITHIN-3] lets a participant read and correct only the own registration', async () => {
    const { id } = await registered()
    const other = (await world.newcomer()).token
    expect((await world.call(`api/web/competition/signup/own/${id}`, {}, other, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call(`api/web/competition/signup/ownAnswers/${id}`, {}, other, 'GET')).error).toBe('NOT_FOUND')
    expect(
      (await world.call('api/web/competition/signup/resubmit', { id, formHash: form.formHash, answers: HACKATHON_ANSWERS }, other)).error,
    ).toBe('NOT_FOUND')
    expect((await list({}, other)).error).toBe('PERMISSION_DENIED')
    expect((await act('approve', { id }, other)).error).toBe('PERMISSION_DENIED')
  })
})
