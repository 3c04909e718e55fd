/** The organiser's side of the road by HTTP: who sees which registration, and what a review does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createWorld,
  type Form,
  HACKATHON_ANSWERS,
  hackathonForm,
  MASKED_ANSWERS,
  MODELLING,
  serverScope,
  signUp,
  type World,
} from './roadWorld.ts'

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
    const { id } = await registered()
    await act('approve', { id })
    expect((await act('approve', { id })).error).toBe('FLOW_STATE')
    expect((await act('reject', { id, reason: '重复' })).error).toBe('FLOW_STATE')
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
  it('[REVIEW-14] restores who was approved before the suspension, and reviews anyone else again', async () => {
    const [approved, sentBack] = [await registered(), await registered()]
    await act('approve', { id: approved.id })
    await act('reject', { id: sentBack.id, reason: '照片不清晰' })
    for (const { id } of [approved, sentBack]) expect((await act('suspend', { id, reason: '误操作' })).data.status).toBe(5)
    expect((await act('restore', { id: sentBack.id })).error).toBe('REVIEW_FIRST')
    expect((await act('readmit', { id: sentBack.id })).data.status).toBe(2)
    expect((await act('restore', { id: approved.id })).data.status).toBe(4)
    const left = await registered()
    expect((await world.call('api/web/competition/signup/withdraw', { id: left.id }, left.token)).data.status).toBe(10)
    expect((await act('restore', { id: left.id })).error).toBe('REVIEW_FIRST')
    expect((await act('readmit', { id: left.id })).data.status).toBe(2)
    // approved meanwhile, it is restored like any other
    await act('approve', { id: sentBack.id })
    await act('suspend', { id: sentBack.id, reason: '误操作' })
    expect((await act('restore', { id: sentBack.id })).data.status).toBe(4)
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

describe('all that match', () => {
  const finished = async (jobId: string) => {
    const job = () => world.call(`api/platform/job/${jobId}`, {}, organiser, 'GET')
    await expect.poll(async () => (await job()).data.state).toBe('done')
    return (await job()).data.result
  }
  const mark = async (count: number) => {
    const label = `批${Math.random().toString(36).slice(2, 8)}`
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const { id } = await registered()
      await act('label', { id, label })
      ids.push(id)
    }
    return { label, ids: ids.toSorted((one, other) => Number(one) - Number(other)), filters: { competitionId: form.competitionId, label } }
  }
  const statuses = async (ids: string[]) =>
    (await world.rows('SELECT status FROM signup_registration WHERE id = ANY($1) ORDER BY id', [ids])).map(({ status }) => status)

  it('[MATCH-1] are approved by a job, one after another, with figures; what was done is undone, and what was decided since stays', async () => {
    const { ids, filters } = await mark(4)
    await act('approve', { id: ids[0] })
    const ordered = (await act('approveMany', { matching: filters })).data
    expect(ordered).toMatchObject({ jobId: expect.any(String), count: 4 })
    expect(await finished(ordered.jobId)).toMatchObject({ count: 4, approved: 3, skipped: 1 })
    expect(await statuses(ids)).toEqual([4, 4, 4, 4])
    const batch = async () =>
      (await world.call('api/platform/batch', {}, organiser, 'GET')).data.list.find(({ id }: { id: string }) => id === ordered.id)
    expect(await batch()).toMatchObject({ call: 'signup.approveMany', count: 4, done: 3, skipped: 1, refused: 0, canUndo: true })
    await act('suspend', { id: ids[1], reason: '材料不实' })
    const undone = (await world.call('api/platform/batch/undo', { id: ordered.id }, organiser)).data
    expect(await finished(undone.jobId)).toMatchObject({ count: 3 })
    expect(await statuses(ids)).toEqual([4, 5, 2, 2])
    const rows = (await world.call('api/platform/batch/rows', { batchId: undone.id, state: 'refused' }, organiser, 'GET')).data.list
    expect(rows).toMatchObject([{ rowId: ids[1], reason: { zh: expect.stringContaining('。') } }])
    expect((await world.call('api/platform/batch/undo', { id: ordered.id }, organiser)).error).toBe('BATCH_UNDONE')
    expect((await world.call('api/platform/batch/undo', { id: ordered.id }, stranger)).error).toBe('NOT_FOUND')
    expect((await world.call('api/platform/batch/rows', { batchId: ordered.id }, stranger, 'GET')).data.list).toEqual([])
  })
  it('[MATCH-2] are those of the moment of the order and within reach: others later stay, strangers reach none, no filter is no order', async () => {
    const { ids, label, filters } = await mark(2)
    expect((await act('approveMany', { matching: filters }, stranger)).error).toBe('BATCH_EMPTY')
    expect((await act('approveMany', { matching: filters }, null as never)).error).toBe('SESSION_REQUIRED')
    expect((await act('approveMany', {})).error).toBe('CALL_INPUT')
    expect((await act('approveMany', { matching: { competitionId: form.competitionId, nothing: 1 } })).error).toBe('CALL_INPUT')
    const ordered = (await act('rejectMany', { matching: filters, reason: '材料不全' })).data
    const late = await registered()
    await act('label', { id: late.id, label })
    expect(await finished(ordered.jobId)).toMatchObject({ count: 2, changed: 2 })
    expect(await statuses(ids)).toEqual([3, 3])
    expect((await row(late.id)).status).toBe(2)
  })
  it('[MATCH-3] are each done once, also when the job begins anew in the middle: its figures say all of them', async () => {
    const { ids, filters } = await mark(3)
    const ordered = (await act('approveMany', { matching: filters })).data
    await finished(ordered.jobId)
    // as a kill between two rows leaves it
    await act('reconsider', { id: ids[2] })
    await world.rows(`UPDATE "platform_batchRow" SET state = 'waiting' WHERE "batchId" = $1 AND "rowId" = $2`, [ordered.id, ids[2]])
    const { deps } = world.server
    const owner = (await world.rows('SELECT "ownerId"::text AS id FROM platform_batch WHERE id = $1', [ordered.id]))[0].id
    const caller = { session: await deps.services.sessions.person(owner), lang: 'zh' as const }
    expect(await deps.calls.batch(ordered.id, caller, async () => {})).toMatchObject({ count: 3, approved: 3, skipped: 0 })
    const reported = await world.rows(
      `SELECT count(*)::integer AS count FROM platform_log WHERE entity = 'signup.registration' AND "rowId" = $1 AND call = 'signup.approve'`,
      [ids[0]],
    )
    expect(reported).toEqual([{ count: 1 }])
    expect(await statuses(ids)).toEqual([4, 4, 4])
  })
  it('[MATCH-4] can be meant wherever a table acts on chosen rows through a call that takes them', async () => {
    const { documents } = world.server.deps.platform()
    const takesMany = [...documents.call.values()].filter(({ matching }) => matching).map(({ id }) => id)
    expect(takesMany.length).toBeGreaterThan(15)
    for (const table of documents.table.values()) {
      const chosen = JSON.stringify(table.bulkActions ?? [])
      expect([table.id, takesMany.filter((id) => chosen.includes(`"${id}"`))]).toEqual([table.id, []])
    }
    const offered = JSON.stringify([
      [...documents.table.values()].map(({ matchingActions }) => matchingActions),
      [...documents.action.values()],
    ])
    expect(takesMany.filter((id) => !offered.includes(id))).toEqual([])
  })
})

describe('the desk', () => {
  const changes = async (id: string, token = organiser) => (await world.call('api/web/signup/changes', { id }, token, 'GET')).data
  const correct = (id: string, change: Record<string, unknown>, token = organiser) =>
    act('correct', { id, formHash: form.formHash, answers: { ...HACKATHON_ANSWERS, ...change }, reason: '按学校来函更正' }, token)

  it("[DESK-14] corrects a registration for its person, who is told what and why; the log says who; what is not the form's is refused", async () => {
    const { id, token } = await registered()
    expect((await correct(id, { shirt: 'L' })).data).toEqual({ id, status: 2 })
    expect((await row(id)).answers).toMatchObject({ ...HACKATHON_ANSWERS, shirt: 'L' })
    const inbox = JSON.stringify((await world.call('api/web/messageLabelOld/getUserMessage', { pageSize: 10 }, token, 'GET')).data)
    expect(inbox).toContain('按学校来函更正')
    const entry = (await world.call('api/platform/log', { entity: 'signup.registration', rowId: id }, organiser)).data.list[0]
    expect(entry).toMatchObject({ actorName: 'Mira Tan', reason: '按学校来函更正' })
    expect((await correct(id, { shirt: 'nothing' })).error).toBe('FORM_INVALID')
    expect((await correct(id, {}, stranger)).error).toBe('NOT_FOUND')
    expect((await correct(id, {}, token)).error).toBe('PERMISSION_DENIED')
    await act('reject', { id, reason: '补充材料' })
    expect((await correct(id, { shirt: 'M' })).data.status).toBe(2)
    await act('refuse', { id, reason: '不符合' })
    expect((await correct(id, { shirt: 'L' })).error).toBe('NOT_FOUND')
  })
  it('[DESK-16] names what differs from what a reviewer saw last, else from what was sent back, with what it was, masked as for the reader', async () => {
    const { id, token } = await registered()
    expect(await changes(id)).toEqual({ since: null, own: false, fields: [], before: null })
    await act('reject', { id, reason: '电话错了' })
    const answers = { ...HACKATHON_ANSWERS, phone: '+86 19900009999', shirt: 'L' }
    await world.call('api/web/competition/signup/resubmit', { id, formHash: form.formHash, answers }, token)
    const found = await changes(id)
    expect(found).toMatchObject({ own: true, before: { phone: MASKED_ANSWERS.phone, shirt: 'M' } })
    expect(found.fields.toSorted()).toEqual(['phone', 'shirt'])
    const other = await world.signIn('administrator')
    expect(await changes(id, other)).toMatchObject({ own: false, fields: expect.arrayContaining(['phone', 'shirt']) })
    expect((await act('look', { id })).data).toEqual({ id })
    expect((await changes(id)).fields).toEqual([])
    expect((await changes(id, other)).fields).toHaveLength(2)
    await correct(id, { phone: '+86 19900009999', shirt: 'S' })
    expect((await changes(id)).fields).toEqual(['shirt'])
    for (const who of [token, stranger]) expect((await world.call('api/web/signup/changes', { id }, who, 'GET')).code).not.toBe(0)
  })
  it('[EDIT-1] a submitted registration is edited until sign-up closes: back to review, with what differs, and in the history of its person', async () => {
    const { id, token } = await registered()
    const edit = (change: object, who = token) =>
      world.call('api/web/competition/signup/resubmit', { id, formHash: form.formHash, answers: { ...HACKATHON_ANSWERS, ...change } }, who)
    const seen = (await row(id)).submittedAt.toISOString()
    expect((await edit({ shirt: 'L' })).data).toEqual({ id, status: 2 })
    expect((await act('approve', { id, submittedAt: seen })).error).toBe('REGISTRATION_CHANGED')
    expect((await act('approve', { id, submittedAt: (await row(id)).submittedAt.toISOString() })).data.status).toBe(4)
    expect((await edit({ shirt: 'S' })).data).toEqual({ id, status: 2 })
    expect((await row(id)).reviewedAt).toBeNull()
    expect(await changes(id)).toMatchObject({ fields: ['shirt'], before: { shirt: 'L' } })
    // who approves without saying what they saw approves what is there
    expect((await act('approve', { id })).data.status).toBe(4)
    expect((await edit({}, stranger)).error).toBe('NOT_FOUND')
    const history = (who: string) => world.call(`api/web/competition/signup/history/${id}`, {}, who, 'GET')
    const { list } = (await history(token)).data
    await act('label', { id, label: '只给主办方看' })
    expect(list.map(({ own }: { own: boolean }) => own)).toEqual([false, true, false, true, true])
    expect((await history(token)).data.list).toEqual(list)
    expect((await history(stranger)).error).toBe('NOT_FOUND')
    const { competitionId } = form
    await world.rows('UPDATE competition_competition SET "signupEnd" = now() - interval \'1 minute\' WHERE id = $1', [competitionId])
    const late = await edit({ shirt: 'XL' })
    await world.rows('UPDATE competition_competition SET "signupEnd" = now() + interval \'9 days\' WHERE id = $1', [competitionId])
    expect(late.error).toBe('SIGNUP_CLOSED')
  })
  it('[DESK-18] assigns registrations to people who may review them, also all that match; each finds their own', async () => {
    const { id } = await registered()
    const { competitionId } = form
    const people = (await world.call('api/web/signup/reviewers', { competitionId }, organiser, 'GET')).data
    const me = people.find(({ name }: { name: string }) => name === 'Mira Tan')
    expect((await act('assign', { id, userId: me.id })).data).toEqual({ id, assignee: 'Mira Tan' })
    expect((await list({ mine: true })).data.list.map((each: { id: string }) => each.id)).toEqual([id])
    expect((await list({ mine: true }, await world.signIn('administrator'))).data.total).toBe(0)
    const participant = (await world.newcomer()).id
    expect((await act('assign', { id, userId: participant })).error).toBe('REVIEWER_UNKNOWN')
    expect((await act('assign', { id, userId: me.id }, stranger)).error).toMatch(/NOT_FOUND|REVIEWER_UNKNOWN/)
    expect((await act('assignMany', { ids: [id], userId: null })).data).toEqual({ changed: 1 })
    expect((await list({ mine: true })).data.total).toBe(0)
  })
  it('[DESK-20] lists what its organisers look at in each registration, and who ticked what; others read and tick nothing', async () => {
    const { id, token } = await registered()
    const { competitionId } = form
    const items = 'api/web/signup/checkItems'
    const add = (who: string) => world.call(`${items}/add`, { competitionId, title: { zh: '学籍已核实' } }, who)
    const added = await add(organiser)
    expect(added.error).toBeUndefined()
    const item = added.data
    expect((await add(stranger)).code).not.toBe(0)
    const checklist = async (who = organiser) =>
      (await world.call('api/web/signup/checklist', { registrationId: id }, who, 'GET')).data?.list
    const tick = (ticked: boolean, who = organiser) => act('checklist/tick', { registrationId: id, itemId: item.id, ticked }, who)
    expect((await tick(true)).data).toEqual({ ticked: true })
    expect((await tick(true)).code).toBe(0)
    expect(await checklist()).toMatchObject([{ id: item.id, tickedBy: 'Mira Tan', tickedAt: expect.any(String) }])
    expect((await tick(false)).data).toEqual({ ticked: false })
    expect(await checklist()).toMatchObject([{ tickedBy: null, tickedAt: null }])
    for (const who of [token, stranger]) {
      expect(await checklist(who)).toBeUndefined()
      expect((await tick(true, who)).code).not.toBe(0)
    }
    expect((await world.call(`${items}/remove`, { id: item.id }, organiser)).code).toBe(0)
    expect(await checklist()).toEqual([])
  })
})

describe('duplicates', () => {
  const pairs = async (token = organiser) =>
    (await world.call('api/web/signup/duplicates', { competitionId: form.competitionId, pageSize: 100 }, token, 'GET')).data?.list
  const pairOf = async (ids: string[]) =>
    (await pairs()).filter(
      ({ firstId, secondId }: { firstId: string; secondId: string }) => ids.includes(firstId) && ids.includes(secondId),
    )
  const own = (name: string, phone: string, email: string) => ({
    answers: { ...HACKATHON_ANSWERS, fullName: name, phone: `+86 ${phone}`, email, emergencyPhone: `+86 199${phone.slice(3)}` },
  })
  const registeredAs = async (...of: Parameters<typeof own>) =>
    (await signUp(world, (await world.newcomer()).token, form, own(...of))).data.id as string

  it('[DUP-1] are found across accounts by name and school, phone number and email; ended ones and decided pairs are not', async () => {
    const one = await registeredAs('双重 甲', '13800001111', 'a1@mail.example')
    const same = await registeredAs('双重甲', '13800001112', 'a2@mail.example')
    const phone = await registeredAs('双重乙', '13800001111', 'A2@mail.example')
    const found = await pairOf([one, same, phone])
    const kinds = Object.fromEntries(found.map(({ id, kinds }: { id: string; kinds: string[] }) => [id, kinds]))
    expect(kinds[`${one}-${same}`]).toEqual(['name'])
    expect(kinds[`${one}-${phone}`]).toEqual(expect.arrayContaining(['phone']))
    expect(kinds[`${same}-${phone}`]).toEqual(expect.arrayContaining(['email']))
    expect(JSON.stringify(found)).not.toContain('13800001111')
    const decide = (name: string, id: string, otherId: string, token = organiser) => act(`duplicates/${name}`, { id, otherId }, token)
    expect((await decide('different', phone, one, stranger)).error).toBe('NOT_FOUND')
    expect((await decide('different', phone, one)).code).toBe(0)
    expect((await pairOf([one, phone])).map(({ id }: { id: string }) => id)).toEqual([])
    expect(await pairs(stranger)).toBeUndefined()
  })
  it('[DUP-2] are merged: notes and label move, the other ends with the reason and its place is free; what has a work or was paid does not end so', async () => {
    const kept = await registeredAs('合并甲', '13800002222', 'm1@mail.example')
    const other = await registeredAs('合并甲', '13800002223', 'm2@mail.example')
    await act('note', { id: other, text: '已电话核实' })
    await act('label', { id: other, label: '保送' })
    const taken = async () => (await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId]))[0].taken
    const before = await taken()
    await world.rows(`UPDATE signup_registration SET "payState" = 'paid' WHERE id = $1`, [other])
    expect((await act('duplicates/merge', { id: kept, otherId: other })).error).toBe('DUPLICATE_HOLDS')
    await world.rows(`UPDATE signup_registration SET "payState" = 'none' WHERE id = $1`, [other])
    expect((await act('duplicates/merge', { id: kept, otherId: kept })).error).toBe('NOT_FOUND')
    expect((await act('duplicates/merge', { id: kept, otherId: other })).code).toBe(0)
    expect(await row(other)).toMatchObject({ status: 9, reviewReason: expect.stringContaining(kept) })
    expect(await row(kept)).toMatchObject({ status: 2, label: '保送' })
    const notes = (await world.call('api/web/signup/notes', { registrationId: kept }, organiser, 'GET')).data.list
    expect(notes).toMatchObject([{ text: '已电话核实' }])
    expect(await taken()).toBe(before - 1)
  })
})

describe('rules and files', () => {
  it('[RULE-1] approves as it is submitted where a rule of the form says so and nothing is due; the settings offer questions that a rule answers alone', async () => {
    const name = async (field: string | null) =>
      world.rows('UPDATE competition_competition SET "approvalField" = $2 WHERE id = $1', [form.competitionId, field])
    await name('conduct')
    const { token } = await world.newcomer()
    const signed = (await signUp(world, token, form)).data
    expect(signed.status).toBe(4)
    expect(await row(signed.id)).toMatchObject({ status: 4, reviewerId: null, reviewedAt: expect.anything() })
    const inbox = await world.call('api/web/messageLabelOld/getUserMessage', { pageSize: 10 }, token, 'GET')
    expect(JSON.stringify(inbox.data)).toContain('报名成功')
    await act('reconsider', { id: signed.id })
    await act('reject', { id: signed.id, reason: '照片不清晰' })
    await world.rows(`UPDATE signup_registration SET "payState" = 'due' WHERE id = $1`, [signed.id])
    const again = { id: signed.id, formHash: form.formHash, answers: HACKATHON_ANSWERS }
    expect((await world.call('api/web/competition/signup/resubmit', again, token)).data.status).toBe(2)
    await name('shirt')
    expect((await signUp(world, (await world.newcomer()).token, form)).data.status).toBe(2)
    await name(null)
    const fields = { competitionId: form.competitionId, kind: 'decisions' }
    expect((await world.call('api/web/competition/form/fields', fields, organiser, 'GET')).data).toEqual({ list: [] })
  })
  it("[FILES-1] packs the files of registrations under names of the organiser's choice, by GET and POST, for who may download them", async () => {
    const { id } = await registered()
    const scope = serverScope(world, world.server.deps.db)
    const owner = (await row(id)).userId
    const bytes = Buffer.from('%PDF-1.4\n')
    const kept = await world.server.deps.services.files
      .bind(scope)
      .keep(bytes, { name: '学生证.pdf', type: 'application/pdf', purpose: 'answer', ownerId: String(owner) })
    const file = { id: kept.id, name: kept.name, size: kept.size, type: kept.type }
    await world.rows(
      `UPDATE signup_registration SET answers = answers || jsonb_build_object('visa', true, 'passportPhoto', jsonb_build_array($2::jsonb)) WHERE id = $1`,
      [id, JSON.stringify(file)],
    )
    const { default: jszip } = await import('jszip')
    const zip = async (method: 'GET' | 'POST', input: Record<string, unknown>, token = organiser) => {
      const url = `/api/web/downLoadZip/registration${method === 'GET' ? `?${new URLSearchParams(input as never)}` : ''}`
      const headers = { authorization: `Bearer ${token}`, accept: '*/*' }
      return world.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: input } : {}) })
    }
    const { competitionId } = form
    const names = async (reply: { rawPayload: Buffer }) =>
      Object.values((await jszip.loadAsync(reply.rawPayload)).files)
        .filter(({ dir }) => !dir)
        .map(({ name }) => name)
        .toSorted()
    const posted = await zip('POST', { competitionId, ids: [id], folders: 'none', parts: ['name', 'no', 'file'] })
    expect(await names(posted)).toEqual([`Ada Example-${id}-学生证.pdf`, '材料清单.csv'].toSorted())
    const got = await zip('GET', { competitionId, ids: id })
    expect((await names(got)).some((name) => name.startsWith(`${id} Ada Example/${id}-Ada Example-`) && name.endsWith('.pdf'))).toBe(true)
    const filtered = await zip('POST', { competitionId, matching: { status: 2, pageNum: 1 }, folders: 'question', parts: ['no'] })
    expect((await names(filtered)).some((name) => name.endsWith(`/${id}.pdf`))).toBe(true)
    const none = await zip('POST', { competitionId, ids: [(await registered()).id] })
    expect(none.json().error).toBe('SIGNUP_NO_FILES')
    expect((await zip('POST', { competitionId, ids: [id] }, stranger)).json().error).toMatch(/PERMISSION_DENIED|SIGNUP_NO_FILES/)
  })
})

describe('reminders', () => {
  it('[REMIND-1] are named with their next time and who gets them today, as things stand; off for one competition, nobody gets them there', async () => {
    const { competitionId } = form
    const { id } = await registered()
    const all = async (token = organiser) =>
      (await world.call('api/web/message/reminders', { competitionId, pageNum: 1, pageSize: 50 }, token, 'GET')).data?.list
    const one = async () => (await all()).find((each: { id: string }) => each.id === 'signup.unmended')
    const known = ['competition.closes', 'competition.opens', 'signup.unfinished', 'signup.unmended', 'work.due']
    expect((await all()).map((each: { id: string }) => each.id).toSorted()).toEqual(known)
    expect(await one()).toMatchObject({ on: true, today: 0, names: [] })
    await act('reject', { id, reason: '照片不清晰' })
    const ends = new Date(Date.now() + 24 * 3_600_000 + 1_000)
    const [{ editEnd }] = await world.rows('SELECT "editEnd" FROM competition_competition WHERE id = $1', [competitionId])
    await world.rows('UPDATE competition_competition SET "editEnd" = $2 WHERE id = $1', [competitionId, ends.toISOString()])
    expect(await one()).toMatchObject({ on: true, today: expect.any(Number), names: expect.arrayContaining(['Ada Example']) })
    expect(new Date((await one()).next).getTime()).toBe(ends.getTime() - 24 * 3_600_000)
    const set = (on: boolean, token = organiser, timer = 'signup.unmended') =>
      world.call('api/web/message/reminders/set', { competitionId, timer, on }, token)
    expect((await set(false, stranger)).code).not.toBe(0)
    expect((await set(false, organiser, 'summary.dueSoon')).error).toBe('NOT_FOUND')
    expect((await set(false)).data).toEqual({ on: false })
    expect(await one()).toMatchObject({ on: false, next: null, today: 0 })
    await world.rows('UPDATE competition_competition SET "editEnd" = $2 WHERE id = $1', [
      competitionId,
      new Date(Date.now() + 24 * 3_600_000 - 1_000).toISOString(),
    ])
    const reported = async () =>
      (await world.rows(`SELECT count(*)::integer AS count FROM platform_outbox WHERE template = 'signup.unmended'`))[0].count
    const { deps } = world.server
    const clock = { session: deps.services.sessions.visitor(), lang: 'zh' as const }
    const before = await reported()
    await deps.calls.runTimers('hour', clock)
    expect(await reported()).toBe(before)
    expect((await set(true)).data).toEqual({ on: true })
    await deps.calls.runTimers('hour', clock)
    expect(await reported()).toBeGreaterThan(before)
    await world.rows('UPDATE competition_competition SET "editEnd" = $2 WHERE id = $1', [competitionId, editEnd])
    expect(await all(stranger)).toBeUndefined()
  })
})

describe('the list of registrations', () => {
  it('[LIST-5] filters by status, by school and by the fields of the form', async () => {
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
  it('[LIST-6] shows the answers at their form version', async () => {
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
