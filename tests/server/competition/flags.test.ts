/** The flags of a competition follow from its times by the clock of the server, at the exact millisecond (spec 4; closed intervals). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Form, HACKATHON, hackathonForm, signUp, type World } from '../roadWorld.ts'

let world: World
let form: Form
let organiser: string
let now: number | null = null
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', clock: () => (now === null ? new Date() : new Date(now)) })
  form = await hackathonForm(world)
  organiser = await world.signIn('organiser 2')
  await world.rows(
    `UPDATE competition_competition SET "signupStart" = $2, "signupEnd" = $3, "editEnd" = $4, "competitionStart" = $5, "competitionEnd" = $6,
       "worksStart" = $7, "worksEnd" = $8, "reviewStart" = $9, "reviewEnd" = $10 WHERE id = $1`,
    [form.competitionId, ...Object.values(TIMES)],
  )
})
afterAll(() => world.close())

const TIMES = {
  signupStart: '2027-01-01T00:00:00.000Z',
  signupEnd: '2027-01-31T15:59:59.000Z',
  editEnd: '2027-02-10T00:00:00.000Z',
  competitionStart: '2027-03-01T00:00:00.000Z',
  competitionEnd: '2027-04-01T00:00:00.000Z',
  worksStart: '2027-03-02T00:00:00.000Z',
  worksEnd: '2027-03-10T00:00:00.000Z',
  reviewStart: '2027-03-11T00:00:00.000Z',
  reviewEnd: '2027-03-20T00:00:00.000Z',
}

interface Flags {
  open: number
  edit: number
  works: boolean
  review: boolean
}
async function flagsAt(moment: number): Promise<Flags> {
  now = moment
  const { data } = await world.call(`api/web/competition/btn/${form.competitionId}`, {}, null, 'GET')
  now = null
  return { open: data.signup.isOpen, edit: data.signup.isEdit, works: data.works.isOpen, review: data.review.isOpen }
}
/** One millisecond before, at, and after a moment. */
const around = async (time: keyof typeof TIMES, flag: keyof Flags) => {
  const at = Date.parse(TIMES[time])
  return [(await flagsAt(at - 1))[flag], (await flagsAt(at))[flag], (await flagsAt(at + 1))[flag]]
}

describe('the flags', () => {
  it.each([
    ['signupStart', 'open', [0, 1, 1]],
    ['signupEnd', 'open', [1, 1, 0]],
    ['signupStart', 'edit', [0, 1, 1]],
    ['editEnd', 'edit', [1, 1, 2]],
    ['competitionEnd', 'edit', [2, 2, 0]],
    ['worksStart', 'works', [false, true, true]],
    ['worksEnd', 'works', [true, true, false]],
    ['reviewStart', 'review', [false, true, true]],
    ['reviewEnd', 'review', [true, true, false]],
  ] as const)('[FLAG-1] change at %s: %s is %j a millisecond before, at and after', async (time, flag, expected) => {
    expect(await around(time, flag)).toEqual(expected)
  })
  it('[FLAG-2] closing stops new sign-ups inside of the window at once, reopening takes them again; neither acts outside of it', async () => {
    const inside = Date.parse(TIMES.signupEnd)
    const close = (closed: boolean) => world.call(`api/web/competition/close/${form.competitionId}`, { closed }, organiser)
    expect((await close(true)).code).toBe(0)
    expect((await flagsAt(inside)).open).toBe(2)
    expect((await flagsAt(inside + 1)).open).toBe(0)
    expect((await flagsAt(Date.parse(TIMES.signupStart) - 1)).open).toBe(0)
    expect((await close(false)).code).toBe(0)
    expect((await flagsAt(inside)).open).toBe(1)
    expect((await close(true)).code + (await close(true)).code).toBe(0)
    await close(false)
  })
  it('[FLAG-3] without supplements nothing may be added, also before their deadline', async () => {
    const save = (supplement: boolean) =>
      world.call('api/web/competition/setting', { competitionId: form.competitionId, answers: { supplement } }, organiser)
    expect((await save(false)).error).toBeUndefined()
    expect((await flagsAt(Date.parse(TIMES.signupEnd))).edit).toBe(2)
    expect((await save(true)).code).toBe(0)
    expect((await flagsAt(Date.parse(TIMES.signupEnd))).edit).toBe(1)
  })
  it('[FLAG-4] a sign-up is taken at the last millisecond and refused one later; the clock of the browser is not asked', async () => {
    const at = async (moment: number) => {
      const { token } = await world.newcomer()
      now = moment
      const reply = await signUp(world, token, form)
      now = null
      return reply.error ?? 'taken'
    }
    const [start, end] = [Date.parse(TIMES.signupStart), Date.parse(TIMES.signupEnd)]
    expect(await at(start - 1)).toBe('SIGNUP_NOT_STARTED')
    expect(await at(start)).toBe('taken')
    expect(await at(end)).toBe('taken')
    expect(await at(end + 1)).toBe('SIGNUP_CLOSED')
    expect(await world.competition(HACKATHON)).toBe(form.competitionId)
  })
  it('[FLAG-5] the timeline tells past, current and future by the same clock', async () => {
    const progress = async (moment: number) => {
      now = moment
      const { data } = await world.call('api/web/competition/v2/timeline', { competitionId: form.competitionId }, null, 'GET')
      now = null
      return data.list.find(({ id }: { id: string }) => id === 'works').progress
    }
    const [start, end] = [Date.parse(TIMES.worksStart), Date.parse(TIMES.worksEnd)]
    expect([await progress(start - 1), await progress(start), await progress(end), await progress(end + 1)]).toEqual([
      'future',
      'current',
      'current',
      'past',
    ])
  })
  it('[INVITE-2] the last use of an invite code goes to one of many who send it at once', async () => {
    const call = (path: string, input: Record<string, unknown>) =>
      world.call(`api/web/competition/${path}`, { competitionId: form.competitionId, ...input }, organiser)
    await call('updateCompetitionPrivate', { visibility: 'invite' })
    const [code] = (await call('inviteCode/save', { count: 1, uses: 1 })).data.codes
    now = Date.parse(TIMES.signupStart)
    const people = await Promise.all(Array.from({ length: 6 }, () => world.newcomer()))
    const replies = await Promise.all(people.map(({ token }) => signUp(world, token, form, { inviteCode: code })))
    const without = await signUp(world, (await world.newcomer()).token, form)
    now = null
    expect(replies.map(({ error }) => error ?? 'taken').toSorted()).toEqual([...Array(5).fill('INVITE_USED'), 'taken'])
    expect(without.error).toBe('INVITE_NEEDED')
  })
  it('[INVITE-3] (control) the last use goes to all of them when uses are not counted', async () => {
    const call = (path: string, input: Record<string, unknown>) =>
      world.call(`api/web/competition/${path}`, { competitionId: form.competitionId, ...input }, organiser)
    const [code] = (await call('inviteCode/save', { count: 1, uses: 1 })).data.codes
    await world.rows(`CREATE FUNCTION uncounted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.used := OLD.used; RETURN NEW; END'`)
    await world.rows('CREATE TRIGGER uncounted BEFORE UPDATE ON "competition_inviteCode" FOR EACH ROW EXECUTE FUNCTION uncounted()')
    now = Date.parse(TIMES.signupStart)
    const people = await Promise.all(Array.from({ length: 6 }, () => world.newcomer()))
    const replies = await Promise.all(people.map(({ token }) => signUp(world, token, form, { inviteCode: code })))
    now = null
    await world.rows('DROP TRIGGER uncounted ON "competition_inviteCode"')
    await call('updateCompetitionPrivate', { visibility: 'public' })
    expect(replies.map(({ error }) => error ?? 'taken')).toEqual(Array(6).fill('taken'))
  })
  it('[SPECIAL-1] who has no complete profile is told what is missing, where the competition asks for one', async () => {
    const { id, token } = await world.newcomer()
    const set = (needsProfile: boolean) =>
      world.call('api/web/competition/special/setting', { competitionId: form.competitionId, answers: { needsProfile } }, organiser)
    const attempt = async () => {
      now = Date.parse(TIMES.signupStart)
      const reply = await signUp(world, token, form)
      now = null
      return reply
    }
    expect((await set(true)).code).toBe(0)
    const refused = await attempt()
    expect([refused.error, refused.message]).toEqual(['PROFILE_INCOMPLETE', expect.stringContaining('性别')])
    await world.rows(`INSERT INTO profile_profile ("userId", "participantType") VALUES ($1, 'student')`, [id])
    expect((await attempt()).error).toBe('SCHOOL_UNBOUND')
    expect((await set(false)).code).toBe(0)
    expect((await attempt()).code).toBe(0)
  })
})
