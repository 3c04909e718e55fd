/** Score sheets: designed as other forms are, and held to what makes marks of answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const SHEET = 'api/web/review/sheet'
let world: World
let organiser: string
let other: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  ;[organiser, other] = await Promise.all([world.signIn('organiser'), world.signIn('organiser 2')])
  competitionId = await world.competition(DESIGN)
})
afterAll(() => world?.close())

let months = 0
/** A round in a month of its own. */
async function round(): Promise<string> {
  const day = (number: number) => new Date(Date.UTC(2040, months, number)).toISOString()
  months += 1
  const answers = {
    ...{
      title: { zh: `轮次 ${months}` },
      opensAt: day(2),
      closesAt: day(9),
      graceMinutes: 0,
      takes: 'all',
      seeOthers: 'never',
      reviewsPerWork: 2,
    },
    ...{ aggregate: 'mean', normalisation: 'none', dropHighest: 0, dropLowest: 0, missing: 'hold' },
  }
  const { code, data } = await world.call('api/web/review/rule/save', { competitionId, answers }, organiser)
  expect(code).toBe(0)
  return String(data.id)
}
const draftOf = async (id: string): Promise<{ content: FormDocument; state: string; revision: string }> =>
  (await world.call(SHEET, { id }, organiser)).data
const points = (change: FormField = {}): FormField => ({
  type: 'number',
  title: { zh: '评分', en: 'Mark' },
  'x-widget': 'number',
  minimum: 0,
  maximum: 10,
  ...change,
})
async function save(id: string, properties: Record<string, FormField>) {
  const { content, revision } = await draftOf(id)
  const next = { ...content, schema: { type: 'object', properties } }
  return world.call(`${SHEET}/save`, { id, content: next, ...(revision ? { revision } : {}) }, organiser)
}
const codesOf = async (id: string, properties: Record<string, FormField>) => {
  const { data } = await save(id, properties)
  return data.failures.map(({ code }: { code: string }) => code)
}
const publish = (id: string, token = organiser) => world.call(`${SHEET}/publish`, { id }, token)

describe('the score sheet of a round', () => {
  it('[REVIEW-102] begins with weighted criteria, is published by the organiser, and does not exist for others', async () => {
    const id = await round()
    expect((await draftOf(id)).content.schema.properties).toMatchObject({ quality: { weight: 6 }, innovation: { weight: 4 } })
    expect((await world.call(SHEET, { id }, other)).error).toBe('NOT_FOUND')
    expect((await publish(id, other)).error).toBe('NOT_FOUND')
    expect((await publish(id)).code).toBe(0)
    expect((await draftOf(id)).state).toBe('published')
    const { list } = (await world.call('api/web/review/rule/get', { competitionId }, organiser)).data
    expect(list.find((row: { id: string }) => row.id === id).hasSheet).toBe(true)
  })

  it('[REVIEW-102] is refused without a criterion that counts, without a scale, with weights of 0, with criteria in groups', async () => {
    const id = await round()
    expect(await codesOf(id, { comment: { type: 'string', title: { zh: '评语', en: 'Comment' } } })).toEqual(['SHEET_NO_CRITERION'])
    expect(await codesOf(id, { a: points({ outside: true }) })).toEqual(['SHEET_NO_CRITERION'])
    expect(await codesOf(id, { a: points({ weight: 0 }), b: points({ weight: 0 }) })).toEqual(['SHEET_NO_WEIGHT'])
    expect(await codesOf(id, { a: points(), b: points({ maximum: 0 }) })).toEqual(['SHEET_NO_SCALE'])
    expect(
      await codesOf(id, { a: points(), b: { type: 'object', title: { zh: '组', en: 'Group' }, properties: { c: points() } } }),
    ).toEqual(['SHEET_NESTED'])
    expect(await codesOf(id, { a: points(), b: points({ reviewRole: 'confidence' }), c: points({ reviewRole: 'confidence' }) })).toEqual([
      'SHEET_TWO_CONFIDENCES',
    ])
    expect((await publish(id)).error).toBe('DOCUMENT_INVALID')
    expect(await codesOf(id, { a: points({ weight: 2 }), b: points({ outside: true }) })).toEqual([])
    expect((await publish(id)).code).toBe(0)
  })

  it('[REVIEW-102] may ask a criterion of the works of one event alone', async () => {
    const id = await round()
    const only = { 'x-visibleWhen': { cel: "context.eventId == '7'" } }
    expect(await codesOf(id, { a: points(), b: points(only as FormField) })).toEqual([])
    expect((await publish(id)).code).toBe(0)
  })

  it('[REVIEW-102] is taken from another round as a draft, by who may set both', async () => {
    const [from, to] = [await round(), await round()]
    await save(from, { own: points({ weight: 5 }) })
    expect((await world.call(`${SHEET}/copy`, { id: to, fromRoundId: from }, other)).error).toBe('NOT_FOUND')
    expect((await world.call(`${SHEET}/copy`, { id: to, fromRoundId: from }, organiser)).code).toBe(0)
    expect((await draftOf(to)).content.schema.properties).toMatchObject({ own: { weight: 5 } })
    expect((await draftOf(to)).content.id).not.toBe((await draftOf(from)).content.id)
    expect((await publish(to)).code).toBe(0)
    expect((await publish(from)).code).toBe(0)
  })

  it('[REVIEW-102] says what a new version means for submitted reviews, which keep theirs', async () => {
    const id = await round()
    await save(id, { a: points({ weight: 5 }), b: points() })
    const { hash } = (await publish(id)).data
    const [assignment] = await world.rows(
      `INSERT INTO review_assignment ("roundId", "competitionId", "organisationId", "workId", "userId", number, state, source)
       SELECT $1, "competitionId", "organisationId", id, "userId", 1, 'submitted', 'hand' FROM work_work WHERE "competitionId" = $2 LIMIT 1 RETURNING *`,
      [id, competitionId],
    )
    await world.rows(
      `INSERT INTO review_mark ("assignmentId", "roundId", "competitionId", "workId", "userId", state, "formHash", answers, total, "submittedAt")
       VALUES ($1, $2, $3, $4, $5, 'submitted', $6, '{"a": 5, "b": 6}', 50, now())`,
      [assignment.id, id, competitionId, assignment.workId, assignment.userId, hash],
    )
    const { content } = await draftOf(id)
    const next = { ...content, schema: { type: 'object', properties: { a: points({ weight: 5 }) } } }
    const { data } = await world.call(`${SHEET}/impact`, { id, content: next }, organiser)
    expect(data.submitted).toMatchObject({ total: 1, losing: 1 })
  })

  it('[REVIEW-102] does not change once the round is frozen', async () => {
    const id = await round()
    await publish(id)
    await world.rows('UPDATE review_round SET "frozenAt" = now() WHERE id = $1', [id])
    expect((await save(id, { a: points() })).error).toBe('REVIEW_FROZEN')
    expect((await publish(id)).error).toBe('REVIEW_FROZEN')
    expect((await world.call(`${SHEET}/restore`, { id, revision: 1 }, organiser)).error).toBe('REVIEW_FROZEN')
  })
})
