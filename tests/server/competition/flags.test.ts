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
  const invited = (path: string, input: Record<string, unknown>) =>
    world.call(`api/web/competition/${path}`, { competitionId: form.competitionId, ...input }, organiser)
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    await world.rows('UPDATE competition_event SET invited = true WHERE id = $1', [form.eventId])
    await world.rows('DELETE FROM account_attempt')
    now = Date.parse(TIMES.signupStart)
    try {
      return await work()
    } finally {
      now = null
      await world.rows('UPDATE competition_event SET invited = false WHERE id = $1', [form.eventId])
    }
  }
  it('[INVITE-4] an event by invitation takes a code of its own; one that has expired answers as a wrong one, and guesses end', async () => {
    const save = async (input: Record<string, unknown>) => (await invited('inviteCode/save', { count: 1, uses: 2, ...input })).data.codes[0]
    const expired = await save({ expiresAt: '2026-12-31T00:00:00.000Z' })
    const other = await save({ eventId: await world.event(form.competitionId, '新手工作坊') })
    const code = await save({ eventId: form.eventId, expiresAt: '2027-01-30T00:00:00.000Z' })
    const { replies, right, last } = await during(async () => {
      const guesser = await world.newcomer()
      const guess = (inviteCode: string) => signUp(world, guesser.token, form, { inviteCode })
      const replies = [await guess(''), await guess('WRONG234'), await guess(expired), await guess(other)]
      const right = await signUp(world, (await world.newcomer()).token, form, { inviteCode: ` ${code.toLowerCase()} ` })
      await world.rows('UPDATE account_attempt SET failures = 20')
      const last = await guess('WRONG234')
      return { replies, right, last }
    })
    expect(replies.map(({ error, message }) => ({ error, message }))).toEqual(
      Array(4).fill({ error: 'INVITE_NEEDED', message: replies[0]!.message }),
    )
    expect(right.code).toBe(0)
    expect(last).toMatchObject({ error: 'RATE_LIMITED', details: { seconds: 3600 } })
    const uses = (await invited('inviteCode/uses', {})).data.list.filter((use: { code: string }) => use.code === code)
    expect(uses).toMatchObject([{ person: '何新人', id: String(right.data.id) }])
  })
  it('[INVITE-5] a pre-approved person needs no code: by an address that is theirs, or the number of a verified student, once', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => world.newcomer()))
    await world.rows('UPDATE account_user SET email = $2 WHERE id = $1', [people[0]!.id, 'listed@mail.example'])
    const added = await invited('preapproved/save', { people: '李四 <Listed@mail.example>\n20260101, 13900001111' })
    expect(added.data).toMatchObject({ added: 3 })
    expect((await invited('preapproved/save', { people: 'listed@mail.example' })).data).toEqual({ added: 0, known: 1 })
    const outcome = await during(async () => {
      const claims = await signUp(world, people[1]!.token, form)
      await verified([people[1]!, people[2]!])
      const listed = await signUp(world, people[0]!.token, form)
      const both = await Promise.all([people[1]!, people[2]!].map(({ token }) => signUp(world, token, form)))
      return [claims.error, listed.error ?? 'in', ...both.map(({ error }) => error ?? 'in').toSorted()]
    })
    expect(outcome).toEqual(['INVITE_NEEDED', 'in', 'INVITE_NEEDED', 'in'])
    const { data } = await invited('preapproved/list', {})
    expect(data.list.filter(({ usedAt }: { usedAt: string | null }) => usedAt !== null)).toHaveLength(2)
  })
  it('[INVITE-6] (control) lets everyone with the number in when its use is not kept', async () => {
    await invited('preapproved/save', { people: '20260102' })
    await world.rows(`CREATE FUNCTION unkept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW."userId" := OLD."userId"; RETURN NEW; END'`)
    await world.rows('CREATE TRIGGER unkept BEFORE UPDATE ON competition_preapproved FOR EACH ROW EXECUTE FUNCTION unkept()')
    const people = await Promise.all(Array.from({ length: 2 }, () => world.newcomer()))
    await verified(people, '20260102')
    const replies = await during(() => Promise.all(people.map(({ token }) => signUp(world, token, form))))
    await world.rows('DROP TRIGGER unkept ON competition_preapproved')
    expect(replies.map(({ error }) => error ?? 'in')).toEqual(['in', 'in'])
  })
  async function verified(people: { id: string }[], number = '20260101') {
    for (const { id } of people)
      await world.rows(
        `INSERT INTO profile_certification ("userId", kind, state, name, "schoolId", number, "submittedAt")
         SELECT $1, 'student', 'approved', '何新人', (SELECT id FROM organisation_school ORDER BY id LIMIT 1), $2, now()`,
        [id, number],
      )
  }
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
