/** Who reviews what, computed in a thread beside the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import assign from '../../../plugins/review/assign.computation.ts'
import type {
  AssignableExpert,
  AssignableWork,
  AssignmentResult,
  AssignmentTask,
} from '../../../plugins/review/assignment/AssignmentTask.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world.close())

const run = (task: AssignmentTask): Promise<AssignmentResult> =>
  world.server.deps.services.computations.run(assign, task, { whose: 'test' })
const works = (count: number, work: (at: number) => Partial<AssignableWork> = () => ({})): AssignableWork[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `w${at}`,
    need: 3,
    eventId: 'e',
    school: null,
    keywords: [],
    language: null,
    ...work(at),
  }))
const experts = (count: number, expert: (at: number) => Partial<AssignableExpert> = () => ({})): AssignableExpert[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `e${at}`,
    minLoad: 0,
    maxLoad: null,
    load: 0,
    eventIds: null,
    keywords: [],
    languages: [],
    ...expert(at),
  }))
const task = (rest: Partial<AssignmentTask>): AssignmentTask => ({
  works: works(20),
  experts: experts(7),
  barred: [],
  weights: { expertise: 1, language: 1 },
  spreadSchools: false,
  ...rest,
})
const readersOf = (result: AssignmentResult, work: number) => result.pairs.filter((pair) => pair.work === work).map(({ expert }) => expert)

describe('a computed assignment', () => {
  it('[ASSIGN-1] gives every work its reviews by different experts, with loads within one of each other', async () => {
    const result = await run(task({}))
    expect(result.unmet).toEqual([])
    for (let work = 0; work < 20; work += 1) expect(new Set(readersOf(result, work)).size).toBe(3)
    expect([...result.loads].sort((a, b) => a - b)).toEqual([8, 8, 8, 9, 9, 9, 9])
  })

  it('[ASSIGN-2] never pairs who is barred, nor anybody with a work of an event that is not theirs', async () => {
    const barred = Array.from({ length: 20 }, (_, work) => [work, work % 7] as const)
    const list = works(20, (at) => ({ eventId: at < 10 ? 'a' : 'b' }))
    const result = await run(task({ works: list, barred, experts: experts(7, (at) => ({ eventIds: at === 0 ? ['a'] : null })) }))
    expect(result.unmet).toEqual([])
    expect(result.pairs.filter(({ work, expert }) => work % 7 === expert)).toEqual([])
    expect(result.pairs.filter(({ work, expert }) => expert === 0 && work >= 10)).toEqual([])
  })

  it('[ASSIGN-3] keeps to the least and the most that an expert reviews, counting what is assigned already', async () => {
    const panel = experts(7, (at) => [{ maxLoad: 2 }, { minLoad: 15 }, { load: 6, maxLoad: 8 }][at] ?? {})
    const result = await run(task({ experts: panel }))
    expect(result.unmet).toEqual([])
    expect(result.loads[0]).toBe(2)
    expect(result.loads[1]).toBe(15)
    expect(result.loads[2]).toBeLessThanOrEqual(8)
    const others = result.loads.slice(3)
    expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1)
    expect(result.below).toEqual([])
  })

  it('[ASSIGN-4] says which works stay short, and why', async () => {
    const list = works(4, (at) => ({ need: at === 3 ? 2 : 3, eventId: at === 0 ? 'nobody' : 'e' }))
    const panel = experts(3, () => ({ eventIds: ['e'], maxLoad: 2 }))
    const result = await run(task({ works: list, experts: panel, barred: [[1, 0]] }))
    expect(result.unmet.find(({ work }) => work === 0)).toEqual({ work: 0, missing: 3, cause: 'nobody' })
    expect(result.unmet.find(({ work }) => work === 1)?.cause).toBe('tooFew')
    expect(result.unmet.reduce((sum, { missing }) => sum + missing, 0)).toBe(11 - 6)
    expect(result.loads).toEqual([2, 2, 2])
  })

  it('[ASSIGN-5] prefers experts of the field and of the language, and tells what they share', async () => {
    const list = works(9, (at) => ({ need: 1, keywords: [['robots', 'law', 'art'][at % 3]!], language: at % 3 === 0 ? 'en' : 'zh' }))
    const panel = experts(3, (at) => ({ keywords: [['robots', 'law', 'art'][at]!], languages: at === 0 ? ['zh', 'en'] : ['zh'] }))
    const result = await run(task({ works: list, experts: panel }))
    expect(result.pairs.every(({ work, expert }) => work % 3 === expert)).toBe(true)
    expect(result.pairs[0]!.reason).toEqual({ keywords: ['robots'], language: true })
  })

  it('[ASSIGN-8] says nothing of the language of an expert who named none, and holds nothing against them', async () => {
    const result = await run(task({ works: works(2, () => ({ need: 1, language: 'en' })), experts: experts(1, () => ({ languages: [] })) }))
    expect(result.pairs.map(({ reason }) => reason.language)).toEqual([null, null])
  })

  it('[ASSIGN-6] spreads the works of one school over the experts', async () => {
    const list = works(12, (at) => ({ need: 1, school: at < 6 ? 'one' : `s${at}`, keywords: at < 6 ? ['x'] : [] }))
    const panel = experts(6, (at) => ({ keywords: at === 0 ? ['x'] : [] }))
    const ofSchool = (result: AssignmentResult) =>
      panel.map((_, j) => result.pairs.filter(({ work, expert }) => work < 6 && expert === j).length)
    expect(Math.max(...ofSchool(await run(task({ works: list, experts: panel, spreadSchools: true }))))).toBe(1)
    expect(Math.max(...ofSchool(await run(task({ works: list, experts: panel }))))).toBe(2)
  })

  it('[ASSIGN-7] answers nothing to do with nothing, and everything missing without a panel', async () => {
    expect(await run(task({ works: [] }))).toMatchObject({ pairs: [], unmet: [] })
    const result = await run(task({ experts: [] }))
    expect(result.pairs).toEqual([])
    expect(result.unmet).toHaveLength(20)
  })
})
