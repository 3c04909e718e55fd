/** Rankings from rounds and votes: the pure part. Examples are worked out by hand; properties hold for any inputs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computeRanking } from '../../../plugins/ranking/compute/computeRanking.ts'
import { expertNumbers } from '../../../plugins/ranking/compute/expertNumbers.ts'
import { makeRankingFile } from '../../../plugins/ranking/compute/makeRankingFile.ts'
import type { RankedRound, RankedWork, RankingFile, RankingInputs } from '../../../plugins/ranking/compute/RankingFile.ts'
import type { PrizeQuota, RankingRule } from '../../../plugins/ranking/compute/RankingRule.ts'
import { rankingHash } from '../../../plugins/ranking/compute/rankingHash.ts'
import { verifyRanking } from '../../../plugins/ranking/compute/verifyRanking.ts'
import { canonicalJson } from '../../../runtime/core/documents/contentHash.ts'
import fc from '../../harness/fastCheck.ts'

const RULE: RankingRule = {
  ...{ rounds: [{ roundId: '1', weight: 1 }], votes: 0, ties: [], quotas: [], per: 'list', digits: 2 },
  ...{ notTaken: 'leaveOut', oneEach: true, listed: 'all' },
}
const SCORE_RULES: RankedRound['rules'] = {
  ...{ aggregate: 'mean', normalisation: 'none', dropHighest: 0, dropLowest: 0, missing: 'ignore', reviewsPerWork: 1 },
}
const quota = (prize: string, places: Partial<PrizeQuota>): PrizeQuota => ({
  ...{ prize, prizeName: null, number: null, percent: null, eventId: null },
  ...places,
})
const work = (id: string, change: Partial<RankedWork> = {}): RankedWork => ({
  ...{ id, registration: `1${id}`, event: '7', submittedAt: '2027-05-01T00:00:00.000Z', votes: 0 },
  ...change,
})
/** A round with the totals of each work, by experts 1, 2 ... */
const round = (id: string, totals: Record<string, (number | null)[]>, change: Partial<RankedRound> = {}): RankedRound => ({
  ...{ id, title: { zh: id, en: id }, rules: SCORE_RULES, events: null, works: Object.keys(totals), frozenAt: null },
  reviews: Object.entries(totals).flatMap(([of, marks]) =>
    marks.map((total, at) => ({ work: of, expert: at + 1, total, confidence: null, conflict: false })),
  ),
  ...change,
})
const computed = (rule: Partial<RankingRule>, rounds: RankedRound[], works: RankedWork[]) =>
  computeRanking({ rule: { ...RULE, ...rule }, rounds, works })
const ranks = ({ lines }: RankingFile['result']) => lines.map(({ work, rank }) => `${rank}:${work}`).join(' ')
const prizes = ({ lines }: RankingFile['result']) => Object.fromEntries(lines.map((line) => [line.work, line.quota]))
const FOUR = [work('1'), work('2'), work('3'), work('4')]

describe('the order of works', () => {
  it('[COMPUTE-1] weighs rounds and votes, each from 0 to 100, and shares places as 1, 2, 2, 4', () => {
    const rounds = [round('1', { 1: [90], 2: [80], 3: [80], 4: [60] }), round('2', { 1: [50], 2: [70], 3: [70], 4: [60] })]
    const result = computed(
      {
        rounds: [
          { roundId: '1', weight: 2 },
          { roundId: '2', weight: 1 },
        ],
      },
      rounds,
      FOUR,
    )
    expect(result.lines.map(({ work, rank, tied, score }) => [work, rank, tied, score])).toEqual([
      ['1', 1, true, 76.67],
      ['2', 1, true, 76.67],
      ['3', 1, true, 76.67],
      ['4', 4, false, 60],
    ])
    const voted = [work('1', { votes: 10 }), work('2', { votes: 40 }), work('3'), work('4')]
    const withVotes = computed({ votes: 1 }, [rounds[0]!], voted)
    expect(withVotes.lines.map(({ work, score, voteScore }) => [work, score, voteScore])).toEqual([
      ['2', 90, 100],
      ['1', 57.5, 25],
      ['3', 40, 0],
      ['4', 30, 0],
    ])
    expect(ranks(computed({}, [rounds[0]!], FOUR))).toBe('1:1 2:2 2:3 4:4')
  })

  it('[COMPUTE-2] parts ties by the rules in their order, and by what readers can see: rounded scores', () => {
    const rounds = [round('1', { 1: [80.004], 2: [80, 80], 3: [70, 90], 4: [80] }), round('2', { 1: [1], 2: [9], 3: [5], 4: [1] })]
    const works = [work('1', { submittedAt: '2027-05-03T00:00:00.000Z' }), work('2'), work('3', { votes: 3 }), work('4')]
    const both = [
      { roundId: '1', weight: 1 },
      { roundId: '2', weight: 0 },
    ]
    const by = (...ties: string[]) => ranks(computed({ rounds: both, ties }, rounds, works))
    expect(by()).toBe('1:1 1:2 1:3 1:4')
    expect(by('round:2', 'earlier')).toBe('1:2 2:3 3:4 4:1')
    expect(by('votes')).toBe('1:3 2:1 2:2 2:4')
    expect(by('highest')).toMatch(/^1:3 /)
    expect(by('earlier')).toBe('1:2 1:3 1:4 4:1')
    expect(ranks(computed({ digits: 6 }, [rounds[0]!], works))).toBe('1:1 2:2 2:3 2:4')
  })

  it('[COMPUTE-3] names works without a rank with the reason, and does not hold other rounds of other events against them', () => {
    const held = { ...SCORE_RULES, missing: 'hold' as const, reviewsPerWork: 2 }
    const rounds = [
      round('1', { 1: [90, 80], 2: [80], 3: [80, null] }, { rules: held, events: ['7'] }),
      round('2', { 5: [60] }, { events: ['8'] }),
    ]
    const both = [
      { roundId: '1', weight: 1 },
      { roundId: '2', weight: 1 },
    ]
    const works = [...FOUR, work('5', { event: '8' }), work('6', { event: '9' })]
    const result = computed({ rounds: both }, rounds, works)
    expect(ranks(result)).toBe('1:1 2:5')
    expect(result.unranked).toEqual([
      { work: '2', because: 'missing' },
      { work: '3', because: 'missing' },
      { work: '4', because: 'notTaken' },
      { work: '6', because: 'notTaken' },
    ])
    expect(ranks(computed({ rounds: both, notTaken: 'zero' }, rounds, works))).toBe('1:1 2:5 3:4')
  })

  it('[COMPUTE-3] does not count reviews of experts in conflict with the work', () => {
    const given = round('1', { 1: [90, 10], 2: [60, 60] })
    given.reviews[0]!.conflict = true
    expect(ranks(computed({}, [given], FOUR.slice(0, 2)))).toBe('1:2 2:1')
  })

  it('[COMPUTE-4] ranks each event by itself, and of each registration its best work, where the rule says so', () => {
    const works = [work('1'), work('2', { event: '8' }), work('3', { registration: '11' }), work('4', { event: '8' })]
    const rounds = [round('1', { 1: [70], 2: [60], 3: [90], 4: [80] })]
    const result = computed({ per: 'event' }, rounds, works)
    expect(ranks(result)).toBe('1:3 1:4 2:2')
    expect(result.unranked).toEqual([{ work: '1', because: 'other' }])
    expect(ranks(computed({ oneEach: false }, rounds, works))).toBe('1:3 2:4 3:1 4:2')
  })
})

describe('prizes', () => {
  const five = round('1', { 1: [90], 2: [80], 3: [80], 4: [70], 5: [60] })
  const works = [...FOUR, work('5')]

  it('[COMPUTE-5] are given by number or by percent rounded up, of the event where a quota names it', () => {
    const quotas = [quota('first', { number: 1 }), quota('second', { percent: 21 })]
    const rounds = [round('1', { 1: [90], 2: [80], 3: [75], 4: [70], 5: [60] })]
    expect(prizes(computed({ quotas }, rounds, works))).toEqual({ 1: 0, 2: 1, 3: 1, 4: null, 5: null })
    const mixed = works.map((each) => (each.id > '3' ? { ...each, event: '8' } : each))
    const ownQuotas = [...quotas, quota('third', { number: 2, eventId: '8' })]
    expect(prizes(computed({ quotas: ownQuotas, per: 'event' }, rounds, mixed))).toEqual({ 1: 0, 2: 1, 3: null, 4: 2, 5: 2 })
  })

  it('[COMPUTE-6] are not given to some of a tie: its works take the next prize with room, and the border names them', () => {
    const quotas = [quota('first', { number: 2 }), quota('second', { number: 2 })]
    const result = computed({ quotas }, [five], works)
    expect(prizes(result)).toEqual({ 1: 0, 2: 1, 3: 1, 4: null, 5: null })
    expect(result.borders).toEqual([
      { event: null, quota: 0, places: 2, awarded: 1, last: 1, tied: ['2', '3'] },
      { event: null, quota: 1, places: 2, awarded: 2, last: 2, tied: [] },
    ])
    expect(prizes(computed({ quotas: [quota('first', { number: 3 })] }, [five], works))).toMatchObject({ 2: 0, 3: 0, 4: null })
  })
})

const inputs = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    marks: fc.array(
      fc.record({
        ...{ round: fc.constantFrom('1', '2'), work: fc.integer({ min: 1, max: 12 }), expert: fc.integer({ min: 1, max: 5 }) },
        total: fc.option(fc.double({ min: 0, max: 100, noNaN: true }).map((total) => Math.round(total * 1e6) / 1e6)),
        confidence: fc.option(fc.constantFrom(0, 0.25, 0.5, 1)),
        conflict: fc.boolean(),
      }),
      { maxLength: 60 },
    ),
    rules: fc.record({
      ...{ aggregate: fc.constantFrom('mean', 'median', 'trimmed', 'weighted'), normalisation: fc.constantFrom('none', 'zscore', 'rank') },
      ...{ dropHighest: fc.integer({ min: 0, max: 1 }), dropLowest: fc.integer({ min: 0, max: 1 }) },
      ...{ missing: fc.constantFrom('hold', 'ignore', 'zero'), reviewsPerWork: fc.integer({ min: 1, max: 3 }) },
    }),
    rule: fc.record({
      ...{ votes: fc.constantFrom(0, 1, 30), ties: fc.subarray(['round:2', 'votes', 'median', 'highest', 'earlier']) },
      quotas: fc.array(
        fc.oneof(
          fc.integer({ min: 0, max: 4 }).map((number) => quota('first', { number })),
          fc.integer({ min: 1, max: 60 }).map((percent) => quota('second', { percent })),
        ),
        { maxLength: 3 },
      ),
      ...{ per: fc.constantFrom('event', 'list'), digits: fc.constantFrom(0, 2, 6), notTaken: fc.constantFrom('leaveOut', 'zero') },
      oneEach: fc.boolean(),
    }),
  })
  .map(({ count, marks, rules, rule }): RankingInputs => {
    const works = Array.from({ length: count }, (_, at) =>
      work(String(at + 1), { event: String(7 + (at % 2)), registration: String(100 + Math.floor(at / 2)), votes: (at * 7) % 5 }),
    )
    const ids = works.map(({ id }) => id)
    const of = (id: string) => {
      const own = new Map(marks.filter((mark) => mark.round === id).map((mark) => [`${mark.work}/${mark.expert}`, mark]))
      return [...own.values()].map(({ round: _, ...mark }) => ({ ...mark, work: String(mark.work) }))
    }
    const rounds = ['1', '2'].map((id) => round(id, {}, { rules: rules as RankedRound['rules'], works: ids, reviews: of(id) }))
    const weights = [
      { roundId: '1', weight: 0.3 },
      { roundId: '2', weight: 0.7 },
    ]
    return {
      list: { id: '5', competition: '3', event: null, version: 1 },
      computedAt: '2027-06-01T00:00:00.000Z',
      rule: { ...RULE, ...rule, rounds: weights } as RankingRule,
      ...{ rounds, works },
    }
  })
const shuffled = <T>(all: readonly T[], seed: number) =>
  all
    .map((value, at) => ({ value, key: ((at + 1) * 7919 * (seed + 1)) % 104_729 }))
    .sort((one, other) => one.key - other.key)
    .map(({ value }) => value)

describe('the ranking file', () => {
  it('[COMPUTE-7] is the same to the last byte, whatever order its inputs come in', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 1000 }), (given, seed) => {
        const turned: RankingInputs = {
          ...given,
          works: shuffled(given.works, seed),
          rounds: shuffled(
            given.rounds.map((each) => ({ ...each, works: shuffled(each.works, seed), reviews: shuffled(each.reviews, seed) })),
            seed,
          ),
        }
        expect(JSON.stringify(makeRankingFile(turned))).toBe(JSON.stringify(makeRankingFile(given)))
      }),
    )
  })

  it('[COMPUTE-8] holds no more prizes than their places, one prize for each rank, and ranks that count who shares them', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { lines, borders, unranked } = computeRanking(given)
        expect(lines.length + unranked.length).toBe(given.works.length)
        for (const { event, quota: at, places, awarded, tied } of borders) {
          const own = lines.filter((line) => event === null || line.event === event)
          expect(own.filter((line) => line.quota === at)).toHaveLength(awarded)
          expect(awarded).toBeLessThanOrEqual(places)
          expect(tied.length === 0 || awarded + tied.length > places).toBe(true)
        }
        for (const own of given.rule.per === 'event' ? ['7', '8'].map((id) => lines.filter(({ event }) => event === id)) : [lines])
          for (const line of own) {
            const equal = own.filter(({ rank }) => rank === line.rank)
            expect(line.rank).toBe(own.filter(({ rank }) => rank < line.rank).length + 1)
            expect(line.tied).toBe(equal.length > 1)
            expect(new Set(equal.map((each) => each.quota)).size).toBe(1)
          }
      }),
    )
  })

  it('[COMPUTE-9] is verified from itself, also after a way through other JSON writers; a changed mark, line or hash is refused', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const file = makeRankingFile(given)
        const turned = JSON.parse(canonicalJson(file)) as RankingFile
        expect(verifyRanking(JSON.stringify(turned, null, 2), file.hash).failures).toEqual([])
        const mark = turned.rounds.flatMap(({ reviews }) => reviews)[0]
        if (!mark) return
        mark.total = mark.total === 1 ? 2 : 1
        expect(verifyRanking(JSON.stringify(turned)).failures[0]).toMatch(/^The content was changed/)
        // and with a hash that fits the forgery, against the published one
        turned.hash = rankingHash(turned as unknown as Record<string, unknown>)
        expect(verifyRanking(JSON.stringify(turned), file.hash).failures.at(-1)).toMatch(/published hash|differ/)
      }),
    )
  })

  it('[COMPUTE-10] names the first line that differs, by the command, with exit code 1', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ranking-'))
    const run = (content: string, ...more: string[]) => {
      writeFileSync(join(folder, 'ranking.json'), content)
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/rankingVerify.ts', join(folder, 'ranking.json'), ...more])
      return { status, said: `${stdout}${stderr}` }
    }
    try {
      const file = makeRankingFile({
        ...{ list: { id: '5', competition: '3', event: null, version: 1 }, computedAt: '2027-06-01T00:00:00.000Z', rule: RULE },
        ...{ rounds: [round('1', { 1: [90], 2: [80], 3: [70] })], works: FOUR.slice(0, 3) },
      })
      expect(run(JSON.stringify(file))).toEqual({ status: 0, said: `same order: 3 works from 3 reviews\nhash ${file.hash}\n` })
      file.rounds[0]!.reviews[1]!.total = 65
      file.hash = rankingHash(file as unknown as Record<string, unknown>)
      const forged = run(JSON.stringify(file))
      expect(forged.status).toBe(1)
      expect(forged.said).toContain('Line 2 differs: the file says work 2 at rank 2 with 80 points, its inputs give work 3 at rank 2')
      expect(run(JSON.stringify(file), 'abc').said).toContain('The published hash is abc')
      expect(run('{"format":"other"}')).toMatchObject({ status: 1, said: expect.stringContaining('this is no ranking file') })
      expect(run('no')).toMatchObject({ status: 1, said: expect.stringContaining('This is no JSON') })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('[COMPUTE-11] knows experts by numbers that do not follow their accounts', () => {
    const ids = Array.from({ length: 40 }, (_, at) => String(at + 1))
    const numbers = expertNumbers(ids, 'list 5')
    expect(expertNumbers(ids.toReversed(), 'list 5')).toEqual(numbers)
    expect([...numbers.values()].sort((one, other) => one - other)).toEqual(ids.map(Number))
    expect(ids.map((id) => numbers.get(id))).not.toEqual(ids.map(Number))
    expect([...expertNumbers(ids, 'list 6')]).not.toEqual([...numbers])
  })
})
