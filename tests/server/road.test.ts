/** The road by HTTP: from the list of competitions to a reviewed registration. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createWorld,
  DESIGN,
  FINISHED,
  type Form,
  HACKATHON,
  HACKATHON_ANSWERS,
  hackathonForm,
  MODELLING,
  NOT_OPEN_YET,
  signUp,
  type World,
} from './roadWorld.ts'

let world: World
let form: Form
beforeAll(async () => {
  world = await createWorld()
  form = await hackathonForm(world)
})
afterAll(() => world.close())

const titles = (data: { list: { title: { zh: string } }[] }) => data.list.map(({ title }) => title.zh)
const find = (input: Record<string, unknown>) => world.call('api/web/competition/queryCompetitionList', input, null, 'GET')

describe('finding a competition', () => {
  it('[FIND-6] lists published competitions to visitors, those that close soon first', async () => {
    const { code, data } = await find({ state: 1, pageSize: 100 })
    expect(code).toBe(0)
    const ends = data.list.map(({ signupEnd }: { signupEnd: string }) => signupEnd)
    expect(ends).toEqual(ends.toSorted())
    const known = [HACKATHON, DESIGN, MODELLING]
    expect(titles(data).filter((title) => known.includes(title))).toEqual(known)
  })
  it('[FIND-7] filters by level, type, state and words together', async () => {
    expect(titles((await find({ level: 'national', mode: 'team', state: 1, search: '数学' })).data)).toEqual([MODELLING])
    expect(titles((await find({ level: 'company', type: 'C', state: 3 })).data)).toEqual([FINISHED])
    expect(titles((await find({ level: 'company', type: 'C', state: 2 })).data)).toEqual([])
    expect(titles((await find({ search: '黑客' })).data)).toEqual([HACKATHON])
    expect(titles((await find({ search: 'Biennial', level: 'national' })).data)).toEqual([])
  })
  it('[FIND-8] hides a competition that is not published, with its events and schedule', async () => {
    const id = await world.competition(DESIGN)
    await world.rows('UPDATE competition_competition SET published = false WHERE id = $1', [id])
    expect((await world.call(`api/web/competition/detail/${id}`, {}, null, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call(`api/web/competition/btn/${id}`, {}, null, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call(`api/web/competition/child/${id}`, {}, null, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/competition/timeline', { competitionId: id }, null, 'GET')).error).toBe('NOT_FOUND')
    await world.rows('UPDATE competition_competition SET published = true WHERE id = $1', [id])
  })
  it('[FIND-9] counts all 216 sign-ups of the demo and never more places than there are', async () => {
    const [{ count }] = await world.rows('SELECT count(*)::int AS count FROM signup_registration')
    expect(count).toBe(216)
    const wrong = await world.rows(
      `SELECT e.id FROM competition_event e WHERE e.taken <> (SELECT count(*) FROM signup_registration r WHERE r."eventId" = e.id AND r.status IN (2, 3, 4, 6))`,
    )
    expect(wrong).toEqual([])
  })
})

describe('the one primary button', () => {
  const button = async (title: string, token: string | null = null) =>
    (await world.call(`api/web/competition/btn/${await world.competition(title)}`, {}, token, 'GET')).data
  it('[BUTTON-1] asks a visitor to sign in while sign-up is open', async () => {
    expect(await button(HACKATHON)).toMatchObject({ next: 'signIn', enabled: true, signup: { isOpen: 1, isEdit: 1 } })
  })
  it('[BUTTON-2] names the moment sign-up opens, or that it has closed', async () => {
    const opens = await button(NOT_OPEN_YET)
    expect(opens).toMatchObject({ next: 'notStarted', enabled: false, signup: { isOpen: 0 } })
    expect(Date.parse(opens.at)).toBeGreaterThan(Date.now())
    expect(await button(FINISHED)).toMatchObject({ next: 'closed', enabled: false })
  })
  it('[BUTTON-3] offers to sign up, then to continue a draft, then shows the registration', async () => {
    const { token } = await world.newcomer()
    expect((await button(HACKATHON, token)).next).toBe('signUp')
    const address = `/details/signup?competitionId=${form.competitionId}&eventId=${form.eventId}`
    const draft = { key: `signup:${form.competitionId}`, hash: form.formHash, answers: { fullName: 'Ada' }, revision: 0, page: address }
    const todo = async () => (await world.call('api/web/user/todo', {}, token, 'GET')).data.list
    expect(await todo()).toEqual([])
    expect((await world.call('api/platform/draft', draft, token)).code).toBe(0)
    expect(await button(HACKATHON, token)).toMatchObject({ next: 'continue', draftAddress: address })
    expect(await todo()).toMatchObject([{ kind: 'draft', address, name: null }])
    const elsewhere = { ...draft, key: 'signup:elsewhere', page: '//elsewhere.example' }
    expect((await world.call('api/platform/draft', elsewhere, token)).code).toBe(0)
    expect(await world.rows(`SELECT page FROM platform_draft WHERE key = 'signup:elsewhere'`)).toEqual([{ page: null }])
    const { data } = await signUp(world, token, form)
    expect(await todo()).toEqual([])
    await world.rows('UPDATE signup_registration SET status = 3 WHERE id = $1', [data.id])
    expect(await todo()).toMatchObject([{ kind: 'fix', name: 'Ada Example', address: `/personalCenter/jingsai/${data.id}/fix` }])
    await world.rows('UPDATE signup_registration SET status = 2 WHERE id = $1', [data.id])
    expect(await button(HACKATHON, token)).toMatchObject({ next: 'underReview', registrationId: data.id, status: 2 })
    expect(
      await world.rows(
        'SELECT id FROM platform_draft WHERE key = $1 AND "ownerId" = (SELECT "userId" FROM signup_registration WHERE id = $2)',
        [draft.key, data.id],
      ),
    ).toEqual([])
  })
  it('[BUTTON-4] tells the person whose registration was sent back to fix it, with the reason', async () => {
    const state = await button(DESIGN, await world.signIn('participant'))
    expect(state).toMatchObject({ next: 'fix', enabled: true, status: 3 })
    expect(state.reason).not.toBe('')
  })
})

describe('signing up', () => {
  const taken = async () =>
    (
      await world.rows(
        'SELECT e.taken AS event, c.taken AS competition FROM competition_event e JOIN competition_competition c ON c.id = e."competitionId" WHERE e.id = $1',
        [form.eventId],
      )
    )[0]
  const stored = (userId: string) => world.rows('SELECT * FROM signup_registration WHERE "userId" = $1', [userId])

  it('[SIGNUP-1] stores the checked answers under review, takes one place and writes the log', async () => {
    const { id, token } = await world.newcomer()
    const before = await taken()
    const { code, data } = await signUp(world, token, form)
    expect(code).toBe(0)
    expect(data.status).toBe(2)
    const [row] = await stored(id)
    expect(row).toMatchObject({ status: 2, displayName: 'Ada Example', school: 'Chujiang University', formHash: form.formHash })
    expect(row.answers).toEqual(HACKATHON_ANSWERS)
    expect(await taken()).toEqual({ event: before.event + 1, competition: before.competition + 1 })
    const log = await world.rows(`SELECT 1 FROM platform_log WHERE entity = 'signup.registration' AND "rowId" = $1`, [data.id])
    expect(log.length).toBeGreaterThan(0)
  })
  it('[KNOWN-1] questions that say so are filled in from account and profile, later from the last sign-up, where the rules of the question take it', async () => {
    const { id, token } = await world.newcomer()
    const known = async (formHash = form.formHash) =>
      (await world.call('api/web/competition/signup/known', { formHash }, token, 'GET')).data
    expect(await known()).toEqual({ answers: { fullName: '何新人' }, names: ['fullName'] })
    await world.rows('UPDATE account_user SET phone = $2, email = $3 WHERE id = $1', [id, `139${id.padStart(8, '0')}`, 'he@mail.example'])
    await world.rows(`INSERT INTO profile_profile ("userId", nationality, "birthDate") VALUES ($1, 'FR', '2004-02-03')`, [id])
    const first = await known()
    expect(first.answers).toEqual({
      fullName: '何新人',
      email: 'he@mail.example',
      phone: `139${id.padStart(8, '0')}`,
      birthDate: '2004-02-03',
      country: 'FR',
    })
    await signUp(world, token, form, { answers: { ...HACKATHON_ANSWERS, shirt: 'L' } })
    const then = (await known()).answers
    expect(then).toMatchObject({
      fullName: '何新人',
      shirt: 'L',
      country: 'FR',
      university: HACKATHON_ANSWERS.university,
      skills: ['firmware', 'pitch'],
    })
    expect(then).not.toHaveProperty('conduct')
    const stranger = await world.newcomer()
    expect((await world.call('api/web/competition/signup/known', { formHash: form.formHash }, stranger.token, 'GET')).data.names).toEqual([
      'fullName',
    ])
    expect((await world.call('api/web/competition/signup/known', { formHash: form.formHash }, null, 'GET')).code).toBe(401)
  })
  it('[KNOWN-2] what the profile lacks, or has otherwise, is told after a sign-up and saved only when the person says so', async () => {
    const { id, token } = await world.newcomer()
    await world.rows(`INSERT INTO profile_profile ("userId", nationality) VALUES ($1, 'FR')`, [id])
    const { data } = await signUp(world, token, form)
    const gaps = async (who = token) => world.call(`api/web/competition/signup/profileGaps/${data.id}`, {}, who, 'GET')
    const keep = (fields: string[], who = token) => world.call('api/web/competition/signup/keepInProfile', { id: data.id, fields }, who)
    const profile = async () =>
      (await world.rows('SELECT nationality, "birthDate"::text, "otherSchool" FROM profile_profile WHERE "userId" = $1', [id]))[0]
    expect((await gaps()).data.list.map(({ field, known }: { field: string; known: string | null }) => [field, known])).toEqual([
      ['birthDate', null],
      ['nationality', '法国'],
      ['otherSchool', null],
    ])
    expect(await profile()).toEqual({ nationality: 'FR', birthDate: null, otherSchool: null })
    const stranger = await world.newcomer()
    expect([(await gaps(stranger.token)).error, (await keep(['birthDate'], stranger.token)).error]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect((await keep(['birthDate', 'bankAccount'])).code).toBe(0)
    expect(await profile()).toEqual({ nationality: 'FR', birthDate: HACKATHON_ANSWERS.birthDate, otherSchool: null })
    expect((await keep(['nationality', 'otherSchool'])).code).toBe(0)
    expect(await profile()).toEqual({
      nationality: 'CN',
      birthDate: HACKATHON_ANSWERS.birthDate,
      otherSchool: HACKATHON_ANSWERS.university,
    })
    expect((await gaps()).data.list).toEqual([])
  })
  it('[SIGNUP-2] needs somebody signed in', async () => {
    expect((await signUp(world, '', form)).code).toBe(401)
  })
  it.each([
    ['[SIGNUP-3] refuses without the agreement', { agreement: false }, 'AGREEMENT_NEEDED'],
    ['[SIGNUP-4] refuses an event of another competition', { eventId: '999999' }, 'EVENT_UNKNOWN'],
    ['[SIGNUP-5] refuses answers to a form version that is not the published one', { formHash: 'f'.repeat(64) }, 'FORM_CHANGED'],
    ['[SIGNUP-6] refuses answers that break the form', { answers: { ...HACKATHON_ANSWERS, email: 'no address' } }, 'FORM_INVALID'],
    ['[SIGNUP-7] refuses a value for a field that is hidden', { answers: { ...HACKATHON_ANSWERS, passport: 'E12345678' } }, 'FORM_INVALID'],
  ])('%s, and stores nothing', async (_rule, change, error) => {
    const { id, token } = await world.newcomer()
    const before = await taken()
    expect((await signUp(world, token, form, change)).error).toBe(error)
    expect(await stored(id)).toEqual([])
    expect(await taken()).toEqual(before)
  })
  it('[SIGNUP-8] names the field and the rule of each wrong answer', async () => {
    const { token } = await world.newcomer()
    const { email: _email, ...missing } = HACKATHON_ANSWERS
    const { details } = await signUp(world, token, form, { answers: { ...missing, skills: ['juggling'] } })
    expect(details?.errors?.map(({ path, rule }) => [path, rule])).toEqual([
      ['/email', 'required'],
      ['/skills', 'option'],
    ])
  })
  it('[SIGNUP-9] refuses a full event and leaves it unchanged', async () => {
    const { id, token } = await world.newcomer()
    const eventId = await world.event(form.competitionId, '新手工作坊')
    expect((await signUp(world, token, form, { eventId })).error).toBe('FULL')
    expect(await stored(id)).toEqual([])
  })
  it('[SIGNUP-10] takes each person once, also when the button is pressed twice at the same time', async () => {
    const { id, token } = await world.newcomer()
    const replies = await Promise.all([1, 2, 3].map(() => signUp(world, token, form)))
    expect(replies.map(({ error }) => error ?? 'stored').toSorted()).toEqual(['ALREADY_SIGNED_UP', 'ALREADY_SIGNED_UP', 'stored'])
    expect(await stored(id)).toHaveLength(1)
  })
  it('[SIGNUP-11] opens and closes by the clock of the server', async () => {
    const { token } = await world.newcomer()
    const move = (start: string, end: string) =>
      world.rows(
        `UPDATE competition_competition SET "signupStart" = now() + $2::interval, "signupEnd" = now() + $3::interval WHERE id = $1`,
        [form.competitionId, start, end],
      )
    await move('1 hour', '2 hours')
    expect((await signUp(world, token, form)).error).toBe('SIGNUP_NOT_STARTED')
    await move('-2 hours', '-1 second')
    expect((await signUp(world, token, form)).error).toBe('SIGNUP_CLOSED')
    await move('-25 days', '12 days')
    await world.rows('UPDATE competition_competition SET paused = true WHERE id = $1', [form.competitionId])
    expect((await signUp(world, token, form)).error).toBe('SIGNUP_PAUSED')
    await world.rows('UPDATE competition_competition SET paused = false WHERE id = $1', [form.competitionId])
    expect((await signUp(world, token, form)).code).toBe(0)
  })
})
