/** Scores of works from their reviews. */
import { describe, expect, it } from 'vitest'
import { deviation, mean, normalised, roundScores, type ScoreRules } from '../../../plugins/review/scores/roundScores.ts'
import fc from '../../harness/fastCheck.ts'

const RULES: ScoreRules = { aggregate: 'mean', normalisation: 'none', dropHighest: 0, dropLowest: 0, missing: 'ignore', reviewsPerWork: 3 }
/** Reviews of one work by experts 1, 2 ...; null abstained; `[total, confidence]`. */
const work = (workId: string, ...totals: (number | null | [number, number])[]) =>
  totals.map((total, at) => ({
    workId,
    userId: String(at + 1),
    total: Array.isArray(total) ? total[0] : total,
    confidence: Array.isArray(total) ? total[1] : null,
  }))
const score = (rules: Partial<ScoreRules>, ...totals: Parameters<typeof work>[1][]) =>
  roundScores(work('w', ...totals), { ...RULES, ...rules }).get('w')

describe('the score of a work', () => {
  it('[REVIEW-96] is the mean, median, trimmed mean, or the mean by confidence of its reviews', () => {
    expect(score({}, 70, 80, 100)).toBe(83.333333)
    expect(score({ aggregate: 'median' }, 70, 80, 100)).toBe(80)
    expect(score({ aggregate: 'median' }, 70, 80, 90, 100)).toBe(85)
    expect(score({ aggregate: 'trimmed' }, 0, 50, 50, 50, 50, 50, 50, 50, 50, 100)).toBe(50)
    expect(score({ aggregate: 'weighted' }, [100, 1], [0, 0.25])).toBe(80)
  })

  it('[REVIEW-96] drops the highest and lowest, but never all', () => {
    expect(score({ dropHighest: 1, dropLowest: 1 }, 10, 60, 100)).toBe(60)
    expect(score({ dropHighest: 1, dropLowest: 1 }, 10, 60)).toBe(35)
  })

  it('[REVIEW-96] treats missing and abstained reviews by the rule: no score, those there are, or zero', () => {
    expect(score({ missing: 'hold' }, 80, 90, null)).toBeNull()
    expect(score({ missing: 'ignore' }, 80, 90, null)).toBe(85)
    expect(score({ missing: 'zero' }, 80, 90, null)).toBe(56.666667)
    expect(score({ missing: 'ignore' }, null)).toBeNull()
    expect(roundScores([], { ...RULES, missing: 'zero' }, ['w']).get('w')).toBe(0)
  })

  it('[REVIEW-96] puts a strict and a lenient expert on one scale', () => {
    const reviews = [...work('a', 40, 80), ...work('b', 60, 100)]
    const plain = roundScores(reviews, RULES)
    expect([plain.get('a'), plain.get('b')]).toEqual([60, 80])
    const swapped = [
      { workId: 'a', userId: 'strict', total: 40, confidence: null },
      { workId: 'b', userId: 'lenient', total: 80, confidence: null },
      { workId: 'c', userId: 'strict', total: 20, confidence: null },
      { workId: 'd', userId: 'lenient', total: 60, confidence: null },
    ]
    const byDeviation = roundScores(swapped, { ...RULES, normalisation: 'zscore' })
    expect(byDeviation.get('a')).toBe(byDeviation.get('b'))
    expect(byDeviation.get('a')).toBeGreaterThan(byDeviation.get('c')!)
    const byRank = roundScores(swapped, { ...RULES, normalisation: 'rank' })
    expect([byRank.get('a'), byRank.get('b'), byRank.get('c'), byRank.get('d')]).toEqual([100, 100, 0, 0])
  })

  it('[REVIEW-96] is made of means and deviations that are the same to the last bit, whatever order their numbers come in', () => {
    const inTurn = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length
    const orders = (values: readonly number[]): number[][] =>
      values.length < 2 ? [[...values]] : values.flatMap((value, at) => orders(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
    const bits = (of: (values: readonly number[]) => number, all: readonly number[][]) => new Set(all.map((values) => of(values))).size
    const all = orders([0.1, 0.2, 0.3, 66.7, 33.333333, 1e-9])
    // control: added as they come, the same numbers give several means
    expect(bits(inTurn, all)).toBeGreaterThan(1)
    expect([bits(mean, all), bits(deviation, all)]).toEqual([1, 1])
    const numbers = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(numbers, (values) => {
        expect([bits(mean, orders(values)), bits(deviation, orders(values))]).toEqual([1, 1])
      }),
      { numRuns: 20 },
    )
  })

  it('[REVIEW-96] is the same to the last bit, whatever order the reviews come in', () => {
    const reviews = fc.array(
      fc.record({
        ...{
          workId: fc.constantFrom('a', 'b'),
          userId: fc.constantFrom('1', '2', '3'),
          total: fc.double({ min: 0, max: 100, noNaN: true }),
        },
        confidence: fc.constantFrom(null, 0, 0.3, 0.7, 1),
      }),
      { maxLength: 30 },
    )
    const rules = fc.record({
      ...{ aggregate: fc.constantFrom('mean', 'median', 'trimmed', 'weighted'), normalisation: fc.constantFrom('none', 'zscore', 'rank') },
      ...{ dropHighest: fc.constantFrom(0, 1), dropLowest: fc.constantFrom(0, 1) },
    }) as fc.Arbitrary<Partial<ScoreRules>>
    fc.assert(
      fc.property(reviews, rules, (given, change) => {
        const scores = (all: typeof given) => [...roundScores(all, { ...RULES, ...change })].sort()
        expect(scores(given.toReversed())).toEqual(scores(given))
        const marks = (all: typeof given) => normalised(all, change.normalisation!)
        expect(marks(given.toReversed()).toReversed()).toEqual(marks(given))
      }),
    )
  })
})
