/** Blind judging: whatever an expert may ask, no answer tells whose a work is. Every call and every page of the platform is asked; a new one is asked by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isRead } from '../../../runtime/core/callAddress.ts'
import type { CallDocument } from '../../../runtime/core/documents.ts'
import { type Actor, expected, inputFor, type Target } from '../access/matrixWorld.ts'
import { createReviewWorld, type Expert, NAME, PHONE, type ReviewWorld, SCHOOL, type Work } from './reviewWorld.ts'

/** Where ids begin, so that each is found in any text and is no other row's. */
const FIRST_IDS = { work_work: '771000000001', signup_registration: '772000000001', account_user: '773000000001' }

let world: ReviewWorld
let expert: Expert
let organiser: string
let work: Work
let assignmentId: string
let target: Target
let calls: CallDocument[]
/** What must not be told: words of the author, ids, keys and names of the files. */
let telltales: string[]

beforeAll(async () => {
  world = await createReviewWorld()
  for (const [table, first] of Object.entries(FIRST_IDS))
    await world.rows(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), $1)`, [first])
  work = await world.work()
  expert = await world.expert()
  await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.expert', 'competition', $2)`, [
    expert.id,
    world.competitionId,
  ])
  organiser = await world.signIn('organiser')
  const roundId = await world.round({ seeOthers: 'always', discussion: true })
  assignmentId = await world.assign(roundId, work.id, expert.id)
  await world.rows('UPDATE competition_competition SET "worksPublic" = true WHERE id = $1', [world.competitionId])
  await hold(true)
  calls = [...world.server.deps.platform().documents.call.values()].filter(({ inner }) => !inner)
  telltales = [NAME, SCHOOL, PHONE, work.id, work.registrationId, work.userId, ...work.files.flatMap(({ id, name }) => [id, name])]
  target = { name: 'own', competitionId: world.competitionId, organisationId: world.organisationId, rows: await rowsOf() }
})
afterAll(() => world?.close())

/** As the calls that set up rounds do. */
const hold = (isOn: boolean) =>
  world.rows(
    `UPDATE competition_competition SET "worksHeldFrom" = ${isOn ? `'2027-05-01'` : 'NULL'}, "worksHeldUntil" = ${isOn ? `'2027-05-11'` : 'NULL'} WHERE id = $1`,
    [world.competitionId],
  )

async function rowsOf(): Promise<Map<string, string>> {
  const rows = new Map([
    ['work.work', work.id],
    ['signup.registration', work.registrationId],
    ['account.user', work.userId],
    ['review.assignment', assignmentId],
  ])
  for (const entity of world.server.deps.platform().documents.entity.values()) {
    if (rows.has(entity.id) || !entity.fields.competitionId) continue
    const [row] = await world.rows(`SELECT id FROM "${entity.id.replaceAll('.', '_')}" WHERE "competitionId" = $1 ORDER BY id LIMIT 1`, [
      world.competitionId,
    ])
    if (row) rows.set(entity.id, String(row.id))
  }
  return rows
}

let address = 0
async function ask(call: CallDocument, token: string | null, input: Record<string, unknown>): Promise<string> {
  const method = [call.method].flat()[0]!
  const rest = { ...input }
  const path = call.path!.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? '0'
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  address += 1
  const reply = await world.app.inject({
    method,
    url: `/${path}`,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(method === 'GET'
      ? { query: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])) }
      : { payload: rest }),
  })
  return reply.payload
}

/** Beside the id of its kind: those of the work, the registration and the person, for calls that do not say what their id is of. */
function inputsFor(call: CallDocument): Record<string, unknown>[] {
  const properties = Object.keys((call.input?.properties ?? {}) as object)
  const made = inputFor(world, call, target)
  const words = properties.includes('search')
    ? [
        { ...made, search: NAME },
        { ...made, search: SCHOOL },
      ]
    : []
  const ids = properties.includes('id') ? [assignmentId, work.id, work.registrationId, work.userId].map((id) => ({ ...made, id })) : []
  const files = call.id === 'platform.file' ? work.files.map(({ id }) => ({ id })) : []
  return [made, ...words, ...ids, ...files]
}

/** Without what was asked: a refusal may repeat it. */
function reported(text: string, input: Record<string, unknown>): string[] {
  const asked = new Set(Object.values(input).flat().map(String))
  return telltales.filter((word) => !asked.has(word) && (/^\d+$/.test(word) ? text.includes(`"${word}"`) : text.includes(word)))
}

const actor = (): Actor => ({
  name: 'expert',
  token: expert.token,
  role: 'account.expert',
  scope: 'competition',
  objectId: world.competitionId,
})
/** Of oneself, of one's own session, or streams without end. */
const APART = /^(account\.(signOut|close|end)|platform\.(changes|job\.events)$)/

/** Lists of all entrants that the organiser shows: they name people, and no work. */
const ENTRANTS = /^competition\.players?$/
const ENTRANT_PAGES = /\/player\//
const ofWork = () => [work.id, ...work.files.flatMap(({ id, name }) => [id, name])]

async function leaksOf(asked: readonly CallDocument[], token: string | null): Promise<string[]> {
  const leaks: string[] = []
  for (const call of asked)
    for (const input of inputsFor(call)) {
      const found = reported(await ask(call, token, input), input).filter((word) => !ENTRANTS.test(call.id) || ofWork().includes(word))
      if (found.length > 0) leaks.push(`${call.id}: ${[...new Set(found)].join(' ')}`)
    }
  return [...new Set(leaks)]
}

it('[BLIND-4] no read that an expert may use tells the author of a work, nor its ids and files', async () => {
  const asked = calls.filter((call) => isRead(call) && !APART.test(call.id) && expected(world, call, actor()) === 'allowed')
  expect(asked.length).toBeGreaterThan(100)
  expect(await leaksOf(asked, expert.token)).toEqual([])
})

it('[BLIND-5] neither does a visitor’s, as which the expert may come back; without the hold the gallery would', async () => {
  const open = calls.filter((call) => isRead(call) && !APART.test(call.id) && call.access === 'public')
  expect(await leaksOf(open, null)).toEqual([])
  await hold(false)
  const leaks = (await leaksOf(open, null)).map((leak) => leak.split(':')[0])
  await hold(true)
  expect(leaks).toEqual(expect.arrayContaining(['work.showcase', 'work.query', 'work.show']))
})

it('[BLIND-6] no page that the expert opens tells it, in its head or its bundle', async () => {
  const leaks: string[] = []
  const ids = [assignmentId, work.id, world.competitionId]
  for (const page of world.server.deps.platform().documents.page.values())
    for (const route of page.routes)
      for (const id of ids) {
        const reply = await world.app.inject({ method: 'GET', url: `${route.replace(/:\w+/g, id)}?competitionId=${world.competitionId}` })
        // what a visitor sees first is answered by calls, which are asked above
        const payload = reply.payload.replace(/<div id="root">.*?<script type="application\/json" id="agon-first">.*?<\/script>/s, '')
        const hidden = ENTRANT_PAGES.test(route) ? ofWork() : telltales
        const found = hidden.filter((word) => word !== id && payload.includes(/^\d+$/.test(word) ? `"${word}"` : word))
        if (found.length > 0) leaks.push(`${route}: ${found.join(' ')}`)
      }
  expect(leaks).toEqual([])
})

it('[BLIND-7] the own calls of judging tell nothing in what they answer to writes', async () => {
  const sheet = JSON.parse(await ask(calls.find(({ id }) => id === 'review.open')!, expert.token, { id: assignmentId })).data.sheetHash
  const inputs: Record<string, Record<string, unknown>> = {
    'review.prepare': { id: assignmentId },
    'review.submit': { id: assignmentId, formHash: sheet, answers: { quality: 60 } },
    'review.say': { id: assignmentId, text: '不错' },
    'review.abstain': { id: assignmentId, revision: 1 },
    'review.recuse': { id: assignmentId, reason: '认识' },
  }
  for (const [id, input] of Object.entries(inputs)) {
    const text = await ask(calls.find((call) => call.id === id)!, expert.token, input)
    expect([id, JSON.parse(text).code, reported(text, {})]).toEqual([id, 0, []])
  }
})

it('[BLIND-8] the organiser’s answers hold all of it: the search above has something to find', async () => {
  const list = calls.find(({ id }) => id === 'work.list')!
  const found = reported(await ask(list, organiser, { competitionId: world.competitionId, search: NAME }), {})
  expect(found).toEqual(expect.arrayContaining([NAME, SCHOOL, work.id, work.registrationId]))
})

it('[BLIND-9] neither does any write that the expert may ask for, refused or not', async () => {
  const asked = calls.filter((call) => !isRead(call) && !APART.test(call.id) && expected(world, call, actor()) === 'allowed')
  expect(asked.length).toBeGreaterThan(100)
  const refused = new Set<string>()
  const leaks: string[] = []
  for (const call of asked)
    for (const input of inputsFor(call)) {
      const text = await ask(call, expert.token, input)
      const error = /"error":"([A-Z_]+)"/.exec(text)?.[1]
      if (error) refused.add(error)
      const found = reported(text, input)
      if (found.length > 0) leaks.push(`${call.id} ${error ?? ''}: ${[...new Set(found)].join(' ')}`)
    }
  expect([...new Set(leaks)]).toEqual([])
  // refusals of many kinds were seen, and the session outlived them: the rest was not asked in vain
  expect(refused.size).toBeGreaterThan(15)
  expect(JSON.parse(await ask(calls.find(({ id }) => id === 'review.desk')!, expert.token, {})).code).toBe(0)
})
