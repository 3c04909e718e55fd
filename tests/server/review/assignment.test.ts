/** Assigning reviews: by hand, from a list, and by a plan that is computed, deployed and undone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const PATH = 'api/web/review/assignment'
let world: World
let organiser: string
let roundId: string
let workIds: string[]
let userIds: string[]

beforeAll(async () => {
  world = await createWorld({ template: 'seeded' })
  organiser = await world.signIn('organiser')
  const competitionId = await world.competition(DESIGN)
  const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [competitionId])
  const [round] = await world.rows(
    `INSERT INTO review_round ("competitionId", "organisationId", title, "opensAt", "closesAt", "reviewsPerWork")
     VALUES ($1, $2, '{"zh":"初评","en":"First"}', now(), now() + interval '5 days', 2) RETURNING id`,
    [competitionId, organisationId],
  )
  roundId = String(round.id)
  const works = await world.rows(
    `SELECT w.id FROM work_work w JOIN signup_registration r ON r.id = w."registrationId"
     WHERE w."competitionId" = $1 AND w.state = 'submitted' AND w."removedAt" IS NULL AND r.status = 4 ORDER BY w.id`,
    [competitionId],
  )
  workIds = works.map(({ id }) => String(id))
  userIds = []
  for (const name of ['Ann', 'Ben', 'Cem', 'Dan']) {
    const [{ id }] = await world.rows('INSERT INTO account_user ("userName", name) VALUES ($1, $2) RETURNING id', [
      `expert${name}`.toLowerCase(),
      name,
    ])
    userIds.push(String(id))
    await world.rows(
      `INSERT INTO review_expert ("competitionId", "organisationId", "userId", name, state, "invitedAt") VALUES ($1, $2, $3, $4, 'accepted', now())`,
      [competitionId, organisationId, id, name],
    )
  }
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.rows('DELETE FROM review_mark')
  await world.rows('DELETE FROM review_assignment')
  await world.rows('DELETE FROM review_conflict')
  await world.rows('DELETE FROM review_plan')
})

const ask = (path: string, input: object, token: string | null = organiser) => world.call(`${PATH}/${path}`, { roundId, ...input }, token)
const assigned = () => world.rows('SELECT * FROM review_assignment ORDER BY "workId", "userId"')
const conflict = (workId: string, userId: string) =>
  world.rows(
    `INSERT INTO review_conflict ("competitionId", "userId", "workId", kind) SELECT "competitionId", $2, id, 'school' FROM work_work WHERE id = $1`,
    [workId, userId],
  )
async function planned(): Promise<string> {
  const { data } = await ask('plan', { spreadSchools: true, expertise: 1, language: 1 })
  const state = async () => (await world.rows('SELECT state FROM review_plan WHERE id = $1', [data.id]))[0].state
  await expect.poll(state).toBe('ready')
  return String(data.id)
}
const shown = async (id: string) => (await world.call(`${PATH}/plan/${id}`, { pageSize: 100 }, organiser)).data

describe('assigning by hand', () => {
  it('[ASSIGN-10] gives a work one number in the round, at random, for all its experts', async () => {
    expect((await ask('assign', { workIds, userIds: userIds.slice(0, 2) })).data).toEqual({ assigned: workIds.length * 2, refused: [] })
    const rows = await assigned()
    const numbers = new Map(rows.map(({ workId, number }) => [workId, number]))
    expect(rows.every(({ workId, number }) => numbers.get(workId) === number)).toBe(true)
    expect([...numbers.values()].sort((one, other) => one - other)).toEqual(workIds.map((_, at) => at + 1))
  })

  it('[ASSIGN-11] leaves pairs in conflict out, and names them', async () => {
    await conflict(workIds[0]!, userIds[0]!)
    const { data } = await ask('assign', { workIds: workIds.slice(0, 2), userIds: userIds.slice(0, 1) })
    expect(data).toEqual({ assigned: 1, refused: [{ workId: workIds[0], userId: userIds[0], expert: 'Ann', kinds: ['school'] }] })
    expect(await assigned()).toHaveLength(1)
  })

  it('[ASSIGN-12] assigns nobody twice, also when asked twice at once', async () => {
    const twice = await Promise.all([1, 2].map(() => ask('assign', { workIds, userIds })))
    expect(twice.map(({ data }) => data.assigned).sort((one, other) => one - other)).toEqual([0, workIds.length * userIds.length])
  })

  it('[ASSIGN-13] refuses works and experts that are not of the round, and whoever may not set it up', async () => {
    expect((await ask('assign', { workIds: ['999999'], userIds })).error).toBe('REVIEW_NOT_IN_ROUND')
    expect((await ask('assign', { workIds, userIds: ['1'] })).error).toBe('REVIEW_NOT_IN_ROUND')
    for (const token of [await world.signIn('organiser 2'), (await world.newcomer()).token])
      expect((await ask('assign', { workIds, userIds }, token)).code).not.toBe(0)
    expect(await assigned()).toEqual([])
  })

  it('[ASSIGN-14] takes back what has no review, and nothing with one', async () => {
    await ask('assign', { workIds: workIds.slice(0, 1), userIds: userIds.slice(0, 2) })
    const [first, second] = await assigned()
    await world.rows(`UPDATE review_assignment SET state = 'submitted' WHERE id = $1`, [first.id])
    const both = await ask('unassign', { ids: [String(first.id), String(second.id)] })
    expect(both.error).toBe('REVIEW_ALREADY_REVIEWED')
    expect((await ask('unassign', { ids: [String(second.id)] })).data).toEqual({
      removed: 1,
      pairs: [{ workId: String(second.workId), userId: String(second.userId) }],
    })
    expect(await assigned()).toHaveLength(1)
  })

  it('[ASSIGN-15] shows works that miss most reviews first, and what the round misses', async () => {
    await ask('assign', { workIds: workIds.slice(0, 1), userIds: userIds.slice(0, 2) })
    const { data } = await ask('works', { pageSize: 100 })
    expect(data.total).toBe(workIds.length)
    expect(data.missing).toBe((workIds.length - 1) * 2)
    expect(data.list.at(-1)).toMatchObject({ workId: workIds[0], assigned: 2, missing: 0 })
    expect((await ask('works', { missing: true })).data.total).toBe(workIds.length - 1)
    expect((await ask('works', { userId: userIds[0] })).data.list.map(({ workId }: { workId: string }) => workId)).toEqual([workIds[0]])
  })
})

describe('a list that is imported', () => {
  it('[ASSIGN-16] is checked line by line, and assigned as a whole or not at all', async () => {
    await conflict(workIds[1]!, userIds[1]!)
    const text = [
      'Work\tExpert',
      `${workIds[0]}\tAnn`,
      `${workIds[1]}\tBen`,
      'no such\tAnn',
      `${workIds[0]}\texpertcem`,
      `${workIds[0]}\tAnn`,
    ].join('\n')
    const { data } = await ask('import', { text, check: true })
    expect(data).toMatchObject({ lines: 5, sound: 2, assigned: 0 })
    expect(data.wrong.map(({ line, problem }: { line: number; problem: string }) => [line, problem])).toEqual([
      [3, 'conflict'],
      [4, 'work'],
      [6, 'twice'],
    ])
    expect((await ask('import', { text })).error).toBe('REVIEW_IMPORT_LINES')
    expect(await assigned()).toEqual([])
    const sound = await ask('import', { text: `${workIds[0]}\tAnn\n${workIds[0]}\tCem` })
    expect(sound.data).toMatchObject({ lines: 2, assigned: 2, wrong: [] })
    expect((await assigned()).map(({ source }) => source)).toEqual(['import', 'import'])
  })
})

describe('a plan', () => {
  it('[ASSIGN-17] is computed for what is missing, assigns nothing until it is deployed, and can be undone', async () => {
    await conflict(workIds[0]!, userIds[0]!)
    await ask('assign', { workIds: workIds.slice(1, 2), userIds: userIds.slice(1, 2) })
    const id = await planned()
    expect(await assigned()).toHaveLength(1)
    const plan = await shown(id)
    expect(plan).toMatchObject({ state: 'ready', total: workIds.length * 2 - 1, missing: 0, unmet: [] })
    expect(plan.mostLoad - plan.leastLoad).toBeLessThanOrEqual(1)
    const deployed = await world.call(`${PATH}/deploy`, { id }, organiser)
    expect(deployed.data).toEqual({ assigned: workIds.length * 2 - 1, skipped: 0 })
    const rows = await assigned()
    expect(rows.some(({ workId, userId }) => String(workId) === workIds[0] && String(userId) === userIds[0])).toBe(false)
    expect((await world.call(`${PATH}/deploy`, { id }, organiser)).error).toBe('REVIEW_PLAN_STATE')
    expect((await world.call(`${PATH}/undo`, { id }, organiser)).data).toEqual({ removed: workIds.length * 2 - 1 })
    expect(await assigned()).toHaveLength(1)
  })

  it('[ASSIGN-18] leaves out what no longer holds when it is deployed', async () => {
    const id = await planned()
    const { list } = await shown(id)
    await conflict(workIds[0]!, userIds[0]!)
    await conflict(workIds[0]!, userIds[1]!)
    await conflict(workIds[0]!, userIds[2]!)
    await conflict(workIds[0]!, userIds[3]!)
    const { data } = await world.call(`${PATH}/deploy`, { id }, organiser)
    expect(data).toEqual({ assigned: list.length - 2, skipped: 2 })
  })

  it('[ASSIGN-19] cannot be undone once a review of it is submitted', async () => {
    const id = await planned()
    await world.call(`${PATH}/deploy`, { id }, organiser)
    await world.rows(`UPDATE review_assignment SET state = 'submitted' WHERE id = (SELECT min(id) FROM review_assignment)`)
    expect((await world.call(`${PATH}/undo`, { id }, organiser)).error).toBe('REVIEW_ALREADY_REVIEWED')
    expect(await assigned()).toHaveLength(workIds.length * 2)
  })

  it('[ASSIGN-20] says which works stay short and why', async () => {
    for (const userId of userIds.slice(1)) await conflict(workIds[0]!, userId)
    const plan = await shown(await planned())
    expect(plan.unmet).toEqual([{ workId: workIds[0], title: expect.any(String), missing: 1, cause: 'tooFew' }])
  })

  it('[ASSIGN-21] is for those who may set the round up, and exports ask for the same', async () => {
    const id = await planned()
    const stranger = await world.signIn('organiser 2')
    expect((await world.call(`${PATH}/plan/${id}`, {}, stranger)).error).toBe('NOT_FOUND')
    expect((await world.call(`${PATH}/deploy`, { id }, stranger)).error).toBe('NOT_FOUND')
    expect((await ask('export', {}, (await world.newcomer()).token)).code).not.toBe(0)
    expect((await ask('export', {})).data.jobId).toEqual(expect.any(String))
    const [entry] = await world.rows(
      `SELECT "rowId", "competitionId" FROM platform_log WHERE call = 'review.exportAssignments' AND entity = 'review.round'`,
    )
    expect(entry).toEqual({ rowId: roundId, competitionId: await world.competition(DESIGN) })
  })
})

describe('the message about assignments', () => {
  beforeEach(() => world.rows(`DELETE FROM platform_outbox`))
  const letters = () =>
    world.rows(
      `SELECT template, "userId"::text, address, variables FROM platform_outbox WHERE template LIKE 'review.assigned%' ORDER BY id`,
    )
  const tell = async (passed = true) => {
    if (passed) await world.rows(`UPDATE review_assignment SET "createdAt" = "createdAt" - interval '11 minutes'`)
    const { calls, services } = world.server.deps
    return calls.runHandler('review.tellAssigned', { roundId }, { session: services.sessions.visitor(), lang: 'zh' })
  }
  const jobs = async () =>
    (await world.rows(`SELECT count(*)::int AS count FROM platform_job WHERE handler = 'review.tellAssigned'`))[0].count

  it('[ASSIGN-40] is one for each expert and run, in the inbox and by mail, however many works were assigned', async () => {
    await world.rows(`UPDATE account_user SET email = 'ann@agon.example' WHERE id = $1`, [userIds[0]])
    const before = await jobs()
    await ask('assign', { workIds, userIds: [userIds[0]!] })
    await ask('assign', { workIds: workIds.slice(0, 1), userIds: [userIds[1]!] })
    expect((await jobs()) - before).toBe(2)
    expect(await tell(false)).toEqual({ told: 0 })
    expect(await letters()).toEqual([])
    expect(await tell()).toEqual({ told: 2 })
    const sent = await letters()
    expect(sent.map(({ template, userId, address }) => [template, address ?? userId])).toEqual([
      ['review.assigned', userIds[0]],
      ['review.assignedMail', 'ann@agon.example'],
      ['review.assigned', userIds[1]],
    ])
    expect(sent[0].variables).toMatchObject({ name: 'Ann', fresh: workIds.length, open: workIds.length, roundZh: '初评', roundEn: 'First' })
    expect(await tell()).toEqual({ told: 0 })
    await ask('assign', { workIds: workIds.slice(1, 2), userIds: [userIds[1]!] })
    expect(await tell()).toEqual({ told: 1 })
    expect((await letters()).at(-1).variables).toMatchObject({ fresh: 1, open: 2 })
  })

  it('[ASSIGN-41] tells of a deployed plan, and not of one that was undone meanwhile', async () => {
    const id = await planned()
    await ask('deploy', { id, roundId: undefined })
    await ask('undo', { id, roundId: undefined })
    expect(await tell()).toEqual({ told: 0 })
    const again = await planned()
    await ask('deploy', { id: again, roundId: undefined })
    expect(await tell()).toEqual({ told: 4 })
    expect(await letters()).toHaveLength(5)
    await world.rows(`UPDATE account_user SET email = NULL WHERE id = $1`, [userIds[0]])
  })

  it('[ASSIGN-42] goes also when the round was frozen by then, and says so; the organiser sees when it goes', async () => {
    const due = async () => (await world.call('api/web/review/assignment/noticeDue', { roundId }, organiser, 'GET')).data
    expect(await due()).toEqual({ at: null, works: 0, experts: 0 })
    await ask('assign', { workIds: workIds.slice(0, 2), userIds: [userIds[0]!] })
    const [{ last }] = await world.rows('SELECT max("createdAt") AS last FROM review_assignment')
    expect(await due()).toEqual({ at: new Date(new Date(last).getTime() + 600_000).toISOString(), works: 2, experts: 1 })
    await world.rows('UPDATE review_round SET "frozenAt" = now() WHERE id = $1', [roundId])
    expect(await tell()).toEqual({ told: 1 })
    expect((await letters())[0].variables.endedEn).toContain('ended')
    expect((await due()).at).toBeNull()
  })
})
