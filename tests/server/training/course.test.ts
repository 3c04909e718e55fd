/** A course from draft to sign-ups: who sees what, the waiting list, review, cancelling. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANSWERS, createTrainingWorld, DAY, HOUR, type TrainingWorld } from './trainingWorld.ts'

let world: TrainingWorld
beforeAll(async () => {
  world = await createTrainingWorld()
})
afterAll(() => world?.close())

const ids = (reply: { data: { list: { id: string }[] } }) => reply.data.list.map(({ id }) => id)

describe('publishing a course', () => {
  it('[TRAIN-1] shows a draft to its staff alone, and everyone the published course', async () => {
    const id = await world.draft()
    expect((await world.call('api/training/selectTrainingDetail', { id })).error).toBe('NOT_FOUND')
    expect((await world.call(`api/training/manage/${id}`, {}, world.organiser, 'GET')).data).toMatchObject({
      state: 'draft',
      sessionCount: 2,
    })
    await world.call('api/training/publishTraining', { id }, world.organiser)
    expect(ids(await world.call('api/training/selectTraining'))).toContain(id)
    expect((await world.call('api/training/selectTrainingDetail', { id })).data).toMatchObject({
      phase: 'open',
      startsAt: world.at(10 * DAY),
    })
  })
  it('[TRAIN-2] refuses a course without sessions, and one that is over', async () => {
    const bare = await world.draft({ sessions: [] })
    expect((await world.call('api/training/publishTraining', { id: bare }, world.organiser)).error).toBe('TRAINING_NO_SESSIONS')
    const past = { title: { zh: '昨天' }, startsAt: world.at(-2 * DAY), endsAt: world.at(-DAY) }
    const over = await world.draft({ sessions: [past] })
    expect((await world.call('api/training/publishTraining', { id: over }, world.organiser)).error).toBe('TRAINING_ENDED')
  })
  it('[TRAIN-3] deletes drafts only', async () => {
    const [draft, course] = [await world.draft(), await world.course()]
    expect((await world.call('api/training/delTraining', { id: course }, world.organiser, 'GET')).error).toBe('TRAINING_NOT_DRAFT')
    expect((await world.call('api/training/delTraining', { id: draft }, world.organiser, 'GET')).code).toBe(0)
    expect(await world.rows('SELECT id FROM training_session WHERE "courseId" = $1', [draft])).toEqual([])
  })
  it('[TRAIN-4] does not exist for the staff of another competition', async () => {
    const id = await world.course()
    const other = await world.signIn('organiser')
    expect((await world.call('api/training/updateTraining', { id, answers: {} }, other)).error).toBe('NOT_FOUND')
    expect((await world.call('api/training/publishTraining', { id }, other)).error).toBe('NOT_FOUND')
    expect((await world.call('api/training/selectSignupList', { courseId: id }, other)).data?.list ?? []).toEqual([])
  })
})

describe('signing up', () => {
  it('[TRAIN-5] gives a place, and then shows place, link and materials of the sessions', async () => {
    const id = await world.course()
    const person = await world.newcomer()
    const seen = async (token: string | null) => (await world.call('api/training/sessions', { courseId: id }, token)).data.list[0]
    expect(await seen(person.token)).toMatchObject({ place: null, liveLink: null })
    const { data } = await world.signUp(id, person)
    expect(data.state).toBe('enrolled')
    expect(await seen(person.token)).toMatchObject({ liveLink: 'https://live.example/room' })
    expect(await seen(null)).toMatchObject({ place: null, liveLink: null })
    expect(await world.messages(person.id)).toContain('training.enrolled')
    expect((await world.signUp(id, person)).error).toBe('TRAINING_SIGNED_UP')
  })
  it('[TRAIN-6] refuses outside the window by the clock of the server, and another version of the form', async () => {
    const id = await world.course()
    const { token } = await world.newcomer()
    expect((await world.call('api/training/signUp', { courseId: id, formHash: 'other', answers: ANSWERS }, token)).error).toBe(
      'FORM_CHANGED',
    )
    await world.rows('UPDATE training_course SET "signupEnd" = $2 WHERE id = $1', [id, world.at(-1)])
    expect((await world.call('api/training/signUp', { courseId: id, formHash: 'other', answers: ANSWERS }, token)).error).toBe(
      'TRAINING_NOT_OPEN',
    )
  })
  it('[TRAIN-7] puts people of a full course on the waiting list, and the one who waited longest moves up', async () => {
    const id = await world.course({ capacity: 1 })
    const people = [await world.newcomer(), await world.newcomer(), await world.newcomer()] as const
    const [first, second, third] = [await world.signUp(id, people[0]), await world.signUp(id, people[1]), await world.signUp(id, people[2])]
    expect([first, second, third].map(({ data }) => data.state)).toEqual(['enrolled', 'waiting', 'waiting'])
    const own = (await world.call('api/training/mine', {}, people[2].token, 'GET')).data.list[0]
    expect(own).toMatchObject({ stage: 'upcoming', state: 'waiting', waitingAt: 2 })
    expect((await world.call('api/training/withdraw', { id: first.data.id }, people[0].token)).code).toBe(0)
    expect([await world.state(second.data.id), await world.state(third.data.id)]).toEqual(['enrolled', 'waiting'])
    expect(await world.messages(people[1].id)).toContain('training.promoted')
    expect(await world.taken(id)).toBe(1)
  })
  it('[TRAIN-8] moves the waiting list up when there are more places', async () => {
    const id = await world.course({ capacity: 1 })
    await world.signUp(id, await world.newcomer())
    const { data } = await world.signUp(id, await world.newcomer())
    const { answers } = (await world.call(`api/training/edit/${id}`, {}, world.organiser, 'GET')).data
    expect((await world.call('api/training/updateTraining', { id, answers: { ...answers, capacity: 2 } }, world.organiser)).code).toBe(0)
    expect(await world.state(data.id)).toBe('enrolled')
  })
  it('[TRAIN-37] a visitor sees nothing of someone who signed up and withdrew', async () => {
    const id = await world.course()
    const person = await world.newcomer()
    const { data } = await world.signUp(id, person)
    expect((await world.call('api/training/withdraw', { id: data.id }, person.token)).code).toBe(0)
    for (const token of [null, person.token, (await world.newcomer()).token])
      expect((await world.call('api/training/selectTrainingDetail', { id }, token)).data).toMatchObject({ mine: null, mineState: null })
  })
  it('[TRAIN-9] refuses in a full course without a waiting list, and lets no one cancel once it has begun', async () => {
    const id = await world.course({ capacity: 1, waitingList: false })
    const person = await world.newcomer()
    const { data } = await world.signUp(id, person)
    expect((await world.signUp(id, await world.newcomer())).error).toBe('TRAINING_FULL')
    world.clock.now += 10 * DAY + HOUR
    expect((await world.call('api/training/withdraw', { id: data.id }, person.token)).error).toBe('TRAINING_STARTED')
    world.clock.now -= 10 * DAY + HOUR
  })
})

describe('reviewing sign-ups', () => {
  it('[TRAIN-10] holds the place until the organiser decides', async () => {
    const id = await world.course({ capacity: 2, reviewed: true })
    const people = [await world.newcomer(), await world.newcomer(), await world.newcomer()] as const
    const [one, other, late] = [await world.signUp(id, people[0]), await world.signUp(id, people[1]), await world.signUp(id, people[2])]
    expect([one, other, late].map(({ data }) => data.state)).toEqual(['review', 'review', 'waiting'])
    expect((await world.call('api/training/approve', { id: one.data.id }, people[0].token)).error).toBe('PERMISSION_DENIED')
    const many = await world.call('api/training/approveMany', { ids: [one.data.id, late.data.id] }, world.organiser)
    expect(many.data).toEqual({ approved: 1, skipped: 1 })
    await world.call('api/training/decline', { id: other.data.id, reason: '名额有限' }, world.organiser)
    expect(await Promise.all([one, other, late].map(({ data }) => world.state(data.id)))).toEqual(['enrolled', 'declined', 'review'])
    expect(await world.messages(people[1].id)).toContain('training.declined')
    const { list } = (await world.call('api/training/selectSignupList', { courseId: id, state: 'enrolled' }, world.organiser)).data
    expect(list).toMatchObject([{ name: '何新人', school: '楚江大学', answers: { phone: expect.stringContaining('*') } }])
  })
})

describe('cancelling a course', () => {
  it('[TRAIN-11] ends all sign-ups in the background, and moves no one up', async () => {
    const id = await world.course({ capacity: 1 })
    const people = [await world.newcomer(), await world.newcomer()] as const
    const signups = [await world.signUp(id, people[0]), await world.signUp(id, people[1])]
    expect((await world.call('api/training/cancelTraining', { id, reason: '讲师生病' }, world.organiser)).data.state).toBe('cancelled')
    await world.run('training.endAll', { id })
    expect(await Promise.all(signups.map(({ data }) => world.state(data.id)))).toEqual(['withdrawn', 'withdrawn'])
    expect(await world.messages(people[1].id)).toContain('training.cancelled')
    expect(await world.taken(id)).toBe(0)
  })
})
