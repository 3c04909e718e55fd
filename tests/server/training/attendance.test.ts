/** What follows a sign-up: reminder, attendance, evaluation, certificate. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTrainingWorld, DAY, HOUR, type Person, type TrainingWorld } from './trainingWorld.ts'

const MINUTE = 60_000
let world: TrainingWorld
let base: number
let courseId: string
let sessions: string[]
let person: Person
let signupId: string

beforeAll(async () => {
  world = await createTrainingWorld()
  base = world.clock.now
  courseId = await world.course()
  const rows = await world.rows('SELECT id FROM training_session WHERE "courseId" = $1 ORDER BY "startsAt"', [courseId])
  sessions = rows.map(({ id }) => String(id))
  person = await world.newcomer()
  signupId = String((await world.signUp(courseId, person)).data.id)
})
afterAll(() => world?.close())

/** Messages to the people of courses that were ordered. */
const ordered = async () => (await world.rows(`SELECT count(*)::int AS count FROM platform_job WHERE handler = 'training.tell'`))[0].count
const codeOf = async (at: number) => (await world.call('api/training/code', { id: sessions[at] }, world.organiser, 'GET')).data.code
const attend = (code: string, { token }: Person = person) => world.call('api/training/attend', { courseId, code }, token)
const attended = async () => (await world.rows('SELECT attended FROM training_enrolment WHERE id = $1', [signupId]))[0].attended
const mine = async () => (await world.call('api/training/mine', {}, person.token, 'GET')).data.list[0]

describe('attending a course', () => {
  it('[TRAIN-30] reminds of a session once, the day before', async () => {
    await world.minute()
    world.clock.now = base + 9 * DAY + HOUR
    const before = await ordered()
    await world.minute()
    await world.minute()
    expect(await ordered()).toBe(before + 1)
    await world.run('training.tell', { id: courseId, template: 'training.reminder', sessionId: sessions[0] })
    expect(await world.messages(person.id)).toContain('training.reminder')
  })
  it('[TRAIN-31] takes the code of the screen around the session, from people with a place, and counts it once', async () => {
    expect((await attend(await codeOf(0))).error).toBe('TRAINING_NOT_NOW')
    world.clock.now = base + 10 * DAY + 5 * MINUTE
    const code = await codeOf(0)
    expect((await attend(code, await world.newcomer())).error).toBe('TRAINING_NO_PLACE')
    expect((await attend(code)).data).toMatchObject({ isNew: true })
    expect((await attend(code)).data).toMatchObject({ isNew: false })
    expect(await attended()).toBe(1)
  })
  it('[TRAIN-32] refuses a code from a minute ago, and shows the code to staff alone', async () => {
    const old = await codeOf(0)
    world.clock.now += MINUTE
    expect((await attend(old)).error).toBe('TRAINING_CODE')
    expect((await world.call('api/training/code', { id: sessions[0] }, person.token, 'GET')).error).toBe('PERMISSION_DENIED')
    const stranger = await world.signIn('organiser')
    expect((await world.call('api/training/code', { id: sessions[0] }, stranger, 'GET')).error).toBe('NOT_FOUND')
  })
  it('[TRAIN-33] lets the organiser record attendance by hand and take it back', async () => {
    const mark = (present: boolean, at = 0) =>
      world.call('api/training/mark', { id: signupId, sessionId: sessions[at], present }, world.organiser)
    await mark(false)
    expect(await attended()).toBe(0)
    await mark(true)
    await mark(true)
    expect(await attended()).toBe(1)
    const { list } = (await world.call('api/training/attendance', { sessionId: sessions[0] }, world.organiser, 'GET')).data
    expect(list).toMatchObject([{ id: signupId, present: true, sessions: 2 }])
  })
})

describe('after the course', () => {
  it('[TRAIN-34] gives the certificate to those who attended enough sessions and asked for it', async () => {
    const [{ id: seriesId }] = await world.rows(
      `INSERT INTO certificate_series ("competitionId", "organisationId", title, "templateId", prefix, year)
       SELECT id, "organisationId", '{"zh":"培训证书","en":"Course"}', 'certificate.classic', 'TRN', 2026 FROM competition_competition WHERE id = $1 RETURNING id`,
      [world.competitionId],
    )
    const set = { id: courseId, seriesId: String(seriesId), certificateShare: 100 }
    expect((await world.call('api/web/training/set', set, world.organiser)).code).toBe(0)
    const { data } = await world.call('api/web/training/get', { id: courseId }, world.organiser, 'GET')
    expect(data).toMatchObject({ seriesId: String(seriesId), certificateShare: 100 })
    const ask = () => world.call('api/training/requestCertificate', { id: signupId }, person.token)
    expect((await ask()).error).toBe('TRAINING_SHARE')
    await world.call('api/training/mark', { id: signupId, sessionId: sessions[1], present: true }, world.organiser)
    expect(await mine()).toMatchObject({ attended: 2, percent: 100, certificate: 'due' })
    const rule = { source: 'training', courseId }
    const create = { competitionId: world.competitionId, seriesId: String(seriesId), rule }
    expect((await world.call('api/web/certificate/createByCompetitionId', create, world.organiser)).error).toBe('CERTIFICATE_NOBODY')
    expect((await ask()).code).toBe(0)
    expect((await ask()).error).toBe('TRAINING_REQUESTED')
    const batch = (await world.call('api/web/certificate/createByCompetitionId', create, world.organiser)).data
    await world.run('certificate.fillBatch', { id: batch.id })
    const made = await world.rows('SELECT subject, "userId", name FROM certificate_certificate WHERE "batchId" = $1', [batch.id])
    expect(made).toEqual([{ subject: `training:${signupId}`, userId: person.id, name: '何新人' }])
    expect((await mine()).certificate).toBe('requested')
  })
  it('[TRAIN-35] asks for the evaluation once the course has ended and its questionnaire is open', async () => {
    const { id } = (await world.call('api/training/createEvaluation', { id: courseId }, world.organiser)).data
    expect((await world.call('api/web/questionnaire/publish', { id }, world.organiser)).code).toBe(0)
    const open = () => world.call('api/training/evaluation', { id: signupId }, person.token)
    expect((await open()).error).toBe('TRAINING_NO_EVALUATION')
    world.clock.now = base + 12 * DAY
    const before = await ordered()
    await world.minute()
    await world.minute()
    expect(await ordered()).toBe(before + 1)
    expect((await mine()).evaluation).toBe('due')
    const { data } = await open()
    expect(data.path).toMatch(new RegExp(`^/admin/collection/${id}/`))
    expect((await open()).data.path).toBe(data.path)
  })
})
