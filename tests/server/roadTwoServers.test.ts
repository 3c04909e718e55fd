/** Two servers on one database: what an organiser or an administrator does by one of them counts for who signs up by the other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { createWorld, type Form, HACKATHON_ANSWERS, hackathonForm, type Reply, signUp, type World } from './roadWorld.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'agon-two-servers-'))
let world: World
let other: Server
let organiser: string
let form: Form
beforeAll(async () => {
  world = await createWorld()
  other = await createServer({
    databaseUrl: world.databaseUrl,
    projectDirectory: PROJECT_DIRECTORY,
    dataDirectory: FOLDER,
    logLevel: 'silent',
    pretending: true,
  })
  organiser = await world.signIn('organiser 2')
  form = await hackathonForm(world)
  // both have served a sign-up before anything changes
  for (const act of [signUp(world, (await world.newcomer()).token, form), there((await world.newcomer()).token)])
    expect((await act).code).toBe(0)
})
afterAll(async () => {
  await other?.close()
  await world?.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

/** Signs up by the other server. */
async function there(token: string, change: Record<string, unknown> = {}): Promise<Reply<{ id: string; hash?: string }>> {
  const payload = { ...form, agreement: true, answers: HACKATHON_ANSWERS, ...change }
  const headers = { authorization: `Bearer ${token}` }
  return (await other.app.inject({ method: 'POST', url: '/api/web/competition/signup/personal', headers, payload })).json()
}
const newcomerThere = async (change?: Record<string, unknown>) => there((await world.newcomer()).token, change)
const here = (path: string, input: Record<string, unknown>) => world.call(`api/web/competition/${path}`, input, organiser)

describe('what one server changes counts at once for a sign-up by the other', () => {
  it('[TWO-1] an event that is paused and opened again', async () => {
    await here('event/pause', { id: form.eventId, paused: true })
    expect((await newcomerThere()).error).toBe('EVENT_PAUSED')
    await here('event/pause', { id: form.eventId, paused: false })
    expect((await newcomerThere()).code).toBe(0)
  })

  it('[TWO-2] places that are taken, and places that are added', async () => {
    const [{ taken }] = await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId])
    const places = (capacity: number) => world.rows('UPDATE competition_event SET capacity = $2 WHERE id = $1', [form.eventId, capacity])
    await places(taken + 1)
    expect((await signUp(world, (await world.newcomer()).token, form)).code).toBe(0)
    expect((await newcomerThere()).error).toBe('FULL')
    await places(taken + 2)
    expect((await newcomerThere()).code).toBe(0)
    await places(10_000)
  })

  it('[TWO-3] a form that is published anew', async () => {
    const { content, revision } = (await world.call('api/web/competition/form', { competitionId: form.competitionId }, organiser, 'GET'))
      .data
    const title = { zh: '新报名表', en: 'The new form' }
    expect(await here('form/save', { competitionId: form.competitionId, content: { ...content, title }, revision })).toMatchObject({
      code: 0,
    })
    expect(await here('form/publish', { competitionId: form.competitionId })).toMatchObject({ code: 0 })
    const refused = await newcomerThere()
    expect(refused.error).toBe('FORM_CHANGED')
    form = { ...form, formHash: refused.details!.hash as string }
    expect((await newcomerThere()).code).toBe(0)
  })

  it('[TWO-4] a day on which sign-up ends', async () => {
    const ends = (days: number) =>
      world.rows(`UPDATE competition_event SET "signupEnd" = now() + make_interval(days => $2) WHERE id = $1`, [form.eventId, days])
    await ends(-1)
    expect((await newcomerThere()).error).toBe('EVENT_CLOSED')
    await ends(1)
    expect((await newcomerThere()).code).toBe(0)
  })

  it('[TWO-5] somebody who signed up by one server has signed up for the other', async () => {
    const { token } = await world.newcomer()
    const first = await signUp(world, token, form)
    expect(await there(token)).toMatchObject({ error: 'ALREADY_SIGNED_UP', details: { registrationId: first.data.id } })
  })
})

it('[TWO-6] an account that is disabled by one server is out at the other, as soon as that has heard of it', async () => {
  const { id, token } = await world.newcomer()
  expect((await there(token, { agreement: false })).error).toBe('AGREEMENT_NEEDED')
  const admin = await world.signIn('administrator')
  expect((await world.call('api/usercenter/user/setState', { id, state: 'disabled', reason: '冒用他人身份' }, admin)).code).toBe(0)
  await expect.poll(async () => (await there(token, { agreement: false })).code).toBe(401)
  expect((await there(token)).code).toBe(401)
  expect(await world.rows('SELECT 1 FROM signup_registration WHERE "userId" = $1', [id])).toEqual([])
})

it('[TWO-7] the last places go to as many people as there are places, whichever server they ask', async () => {
  await world.rows('UPDATE competition_event SET capacity = taken + 3 WHERE id = $1', [form.eventId])
  const people = await Promise.all(Array.from({ length: 12 }, () => world.newcomer()))
  const replies = await Promise.all(people.map(({ token }, at) => (at % 2 === 0 ? signUp(world, token, form) : there(token))))
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(3)
  expect(replies.filter(({ error }) => error === 'FULL')).toHaveLength(9)
  expect(await world.rows('SELECT capacity - taken AS left FROM competition_event WHERE id = $1', [form.eventId])).toEqual([{ left: 0 }])
})
