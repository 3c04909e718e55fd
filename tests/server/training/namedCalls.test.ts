/** The ten calls of training that the specification names, one after another as a course lives: method, request and answer of each. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSheet } from '../readSheet.ts'
import { createTrainingWorld, DAY, HOUR, type TrainingWorld } from './trainingWorld.ts'

const FEE = 20_000
let world: TrainingWorld
beforeAll(async () => {
  world = await createTrainingWorld()
})
afterAll(() => world?.close())

/** @returns the data of a reply that must be a success (body code 0) */
async function must(path: string, input: Record<string, unknown>, token: string | null, method: 'GET' | 'POST') {
  const reply = await world.call(`api/training/${path}`, input, token, method)
  expect(reply, path).toMatchObject({ code: 0, message: 'ok' })
  return reply.data
}

it('[TRAIN-50] a course goes through the ten named calls of the specification, each by the method that it names', async () => {
  const { organiser, competitionId, at } = world
  const create = () => must('createTraining', { competitionId, title: { zh: '赛前培训' } }, organiser, 'POST')
  const { id } = await create()

  // POST updateTraining: the whole course as its form has it
  const session = { title: { zh: '第一讲' }, startsAt: at(DAY), endsAt: at(DAY + 2 * HOUR), place: { zh: '301 教室' } }
  const answers = {
    title: { zh: '冲刺班', en: 'Final course' },
    signupStart: at(-HOUR),
    signupEnd: at(DAY / 2),
    fee: FEE,
    sessions: [session],
  }
  expect(await must('updateTraining', { id, answers }, organiser, 'POST')).toEqual({ id })

  // POST publishTraining: until then the list and the course do not have it
  const listed = async () =>
    (await must('selectTraining', { pageNum: 1, pageSize: 100 }, null, 'GET')).list.find((course: { id: string }) => course.id === id)
  expect(await listed()).toBeUndefined()
  expect(await must('publishTraining', { id }, organiser, 'POST')).toEqual({ id, state: 'published' })

  // GET selectTraining and selectTrainingDetail: visitors read list, total and the course
  const page = await must('selectTraining', { pageNum: 1, pageSize: 2 }, null, 'GET')
  expect(page.list).toHaveLength(2)
  expect(page.total).toBeGreaterThan(2)
  expect(await listed()).toMatchObject({ title: { zh: '冲刺班', en: 'Final course' }, phase: 'open', fee: FEE, sessionCount: 1, taken: 0 })
  const detail = await must('selectTrainingDetail', { id }, null, 'GET')
  expect(detail).toMatchObject({ id, state: 'published', competitionId, formHash: expect.any(String), mine: null })

  // POST selectSignupList: staff read who signed up
  const person = await world.newcomer()
  const { id: signupId } = (await world.signUp(id, person)).data
  const signups = () => must('selectSignupList', { courseId: id, pageNum: 1, pageSize: 20 }, organiser, 'POST')
  expect(await signups()).toMatchObject({
    total: 1,
    list: [{ id: signupId, courseId: id, name: '何新人', state: 'enrolled', payState: 'due' }],
  })
  expect((await world.call('api/training/selectSignupList', { courseId: id }, person.token)).error).toBe('PERMISSION_DENIED')

  // GET pay/queryOfflineStatus: the payer reads whether remittance is offered, and how theirs stands
  const status = () => must('pay/queryOfflineStatus', { id: signupId }, person.token, 'GET')
  expect(await status()).toMatchObject({ offered: false, account: null, id: null, state: null })
  const [order] = await world.rows('SELECT id, "organisationId" FROM pay_order WHERE "enrolmentId" = $1', [signupId])
  const [{ id: transfer }] = await world.rows(
    `INSERT INTO pay_remittance ("orderId", open, "competitionId", "organisationId", "userId", amount, "accountName", "transferredOn")
     VALUES ($1::bigint, $1::text, $2, $3, $4, $5, '何新人', current_date) RETURNING id::text`,
    [order.id, competitionId, order.organisationId, person.id, FEE],
  )
  expect(await status()).toMatchObject({ id: transfer, state: 'submitted' })

  // POST pay/auditUserPay: finance sends it back; GET pay/resetStatus: and takes that back; then confirms it
  const back = { id: transfer, result: 'return', reason: '未到账' }
  expect(await must('pay/auditUserPay', back, organiser, 'POST')).toEqual({ id: transfer, state: 'returned' })
  expect(await status()).toMatchObject({ state: 'returned', reason: '未到账' })
  expect(await must('pay/resetStatus', { id: transfer }, organiser, 'GET')).toEqual({ id: transfer, state: 'submitted' })
  expect(await must('pay/auditUserPay', { id: transfer }, organiser, 'POST')).toEqual({ id: transfer, state: 'confirmed' })
  expect((await signups()).list[0]).toMatchObject({ state: 'enrolled', payState: 'paid' })

  // GET report/trainingSignUpInfo: a file of the sign-ups, made in the background
  const { jobId } = await must('report/trainingSignUpInfo', { courseId: id }, organiser, 'GET')
  const [head, row] = await readSheet(world, jobId, organiser)
  expect(head).toEqual(expect.arrayContaining(['报名编号', '姓名', '缴费状态']))
  expect(row).toContain('何新人')

  // GET delTraining: drafts alone; a published course stays
  expect((await world.call('api/training/delTraining', { id }, organiser, 'GET')).error).toBe('TRAINING_NOT_DRAFT')
  const { id: draft } = await create()
  await must('delTraining', { id: draft }, organiser, 'GET')
  expect((await world.call('api/training/selectTrainingDetail', { id: draft }, organiser, 'GET')).error).toBe('NOT_FOUND')
})
