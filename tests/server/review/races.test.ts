/** Reviews under races: two tabs, and freezing. Each has a control in which the protection is off. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callDocument } from '../../harness/callDocument.ts'
import { createReviewWorld, type Expert, type ReviewWorld, type Work } from './reviewWorld.ts'

/** The call that submits, without its lock. */
function unlockedCall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agon-review-'))
  const call = callDocument('review.submit')
  const { locks: _, ...rest } = call
  mkdirSync(join(folder, 'schemas/fixture'), { recursive: true })
  const document = { ...rest, id: 'fixture.submitUnlocked', path: 'POST api/web/fixture/submitReviewUnlocked' }
  writeFileSync(join(folder, 'schemas/fixture/submitUnlocked.call.json'), JSON.stringify(document))
  return folder
}

let overlay: string
let world: ReviewWorld
let expert: Expert
let work: Work
let organiser: string
beforeAll(async () => {
  overlay = unlockedCall()
  world = await createReviewWorld({ overlays: [overlay] })
  organiser = await world.signIn('organiser')
  expert = await world.expert()
  work = await world.work({ files: [] })
})
afterAll(async () => {
  await world?.close()
  rmSync(overlay, { recursive: true, force: true })
})

async function assigned() {
  const roundId = await world.round()
  const id = await world.assign(roundId, work.id, expert.id)
  const { sheetHash: formHash } = (await world.call(`api/web/review/assignment/${id}`, {}, expert.token, 'GET')).data
  const submit = (quality: number, revision?: number, path = 'api/web/review/submit') =>
    world.call(path, { id, formHash, answers: { quality }, ...(revision && { revision }) }, expert.token)
  return { id, roundId, submit }
}
/** Holds the row as a transaction that is slow to end, until told. */
async function held(sql: string, values: unknown[], act: () => Promise<unknown>): Promise<void> {
  const client = await world.db.connect()
  try {
    await client.query('BEGIN')
    await client.query(sql, values)
    await act()
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}
/** Statements that wait for a lock. */
const waiting = async () =>
  (
    await world.rows(`SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)
  )[0].count

/** Two changes of one revision at the same moment: both are held at the row of the round until both have begun. */
async function twoTabs(path: string) {
  const { id, submit, roundId } = await assigned()
  await submit(10)
  let both: Promise<{ error?: string }[]> | undefined
  await held('UPDATE review_round SET "updatedAt" = now() WHERE id = $1', [roundId], async () => {
    both = Promise.all([submit(20, 1, path), submit(30, 1, path)])
    await expect.poll(waiting).toBe(2)
  })
  const errors = (await both!).map(({ error }) => error ?? 'taken').toSorted()
  const [{ revision }] = await world.rows('SELECT revision FROM review_mark WHERE "assignmentId" = $1', [id])
  return { errors, revision }
}

it('[REVIEW-30] two tabs that change the same review: one is taken, the other told', async () => {
  expect(await twoTabs('api/web/review/submit')).toEqual({ errors: ['REVIEW_MARK_CHANGED', 'taken'], revision: 2 })
  // control: without the lock one overwrites the other unseen
  expect(await twoTabs('api/web/fixture/submitReviewUnlocked')).toEqual({ errors: ['taken', 'taken'], revision: 2 })
})

it('[REVIEW-31] a review that is submitted while the round is being frozen is refused, and none is written after it', async () => {
  const { id, roundId, submit } = await assigned()
  let late: Promise<{ error?: string }> | undefined
  await held('UPDATE review_round SET "frozenAt" = now() WHERE id = $1', [roundId], async () => {
    late = submit(40)
    await expect.poll(waiting).toBe(1)
  })
  expect((await late!).error).toBe('REVIEW_MARKS_FROZEN')
  expect(await world.rows('SELECT id FROM review_mark WHERE "assignmentId" = $1', [id])).toEqual([])
  // control: who reads the round without holding it sees it open until the freeze is over
  const other = await assigned()
  await held('UPDATE review_round SET "frozenAt" = now() WHERE id = $1', [other.roundId], async () => {
    const { phase } = (await world.call(`api/web/review/assignment/${other.id}`, {}, expert.token, 'GET')).data
    expect(phase).toBe('open')
  })
})

describe('[REVIEW-32] an expert who leaves the panel while works are being assigned', () => {
  /** Assigning has read the panel, and is held before it writes; then the expert is taken away. @returns assignments that the expert has in the end */
  async function leaving(remove: (expertId: string) => Promise<unknown>, waits: number) {
    const roundId = await world.round()
    const leaver = await world.expert()
    const [{ id }] = await world.rows('SELECT id::text FROM review_expert WHERE "userId" = $1', [leaver.id])
    let removed: Promise<unknown> | undefined
    let given: Promise<unknown> | undefined
    await held('LOCK TABLE review_assignment IN SHARE MODE', [], async () => {
      given = world.call('api/web/review/assignment/assign', { roundId, workIds: [work.id], userIds: [leaver.id] }, organiser)
      await expect.poll(waiting).toBe(1)
      removed = remove(id)
      if (waits > 1) await expect.poll(waiting).toBe(waits)
      else await removed
    })
    await given
    await removed
    const [{ state }] = await world.rows('SELECT state FROM review_expert WHERE id = $1', [id])
    const [{ count }] = await world.rows('SELECT count(*)::int AS count FROM review_assignment WHERE "userId" = $1', [leaver.id])
    return { state, count }
  }

  it('is refused when the works are assigned first', async () => {
    const remove = (id: string) => world.call('api/web/review/expert/remove', { id }, organiser)
    expect(await leaving(remove, 2)).toEqual({ state: 'accepted', count: 1 })
    // control: a change that does not hold the lock leaves somebody with works who is off the panel
    const unheld = (id: string) => world.rows(`UPDATE review_expert SET state = 'removed' WHERE id = $1`, [id])
    expect(await leaving(unheld, 1)).toEqual({ state: 'removed', count: 1 })
  })
})

it('[REVIEW-33] an invitation that is accepted at the desk brings the conflicts of the expert', async () => {
  const [{ schoolId, code, name }] = await world.rows(
    `SELECT id AS "schoolId", code, name FROM organisation_school WHERE code IS NOT NULL ORDER BY id LIMIT 1`,
  )
  expect(schoolId).toBeTruthy()
  const invited = await world.expert()
  const [{ id }] = await world.rows(`UPDATE review_expert SET state = 'invited' WHERE "userId" = $1 RETURNING id::text`, [invited.id])
  await world.rows(
    `INSERT INTO profile_profile ("userId", school) VALUES ($1, $2) ON CONFLICT ("userId") DO UPDATE SET school = excluded.school`,
    [invited.id, code],
  )
  await world.rows('UPDATE work_work SET school = $2 WHERE id = $1', [work.id, name.zh])
  const conflicts = () => world.rows(`SELECT kind FROM review_conflict WHERE "userId" = $1 AND "workId" = $2`, [invited.id, work.id])
  expect(await conflicts()).toEqual([])
  expect((await world.call('api/web/review/invitation', { id, accept: true }, invited.token)).data).toEqual({ id, state: 'accepted' })
  expect(await conflicts()).toEqual([{ kind: 'school' }])
})
