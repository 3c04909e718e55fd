/** Totals of filled score sheets. */
import { describe, expect, it } from 'vitest'
import { sheetTotal } from '../../../plugins/review/scores/sheetTotal.ts'
import type { FormField } from '../../../runtime/core/documents.ts'

const sheet = (properties: Record<string, FormField>) => ({ schema: { properties } })
const points = (weight?: number, change: FormField = {}): FormField => ({
  type: 'number',
  minimum: 0,
  maximum: 10,
  ...(weight === undefined ? {} : { weight }),
  ...change,
})
const options = (...values: number[]): FormField => ({
  type: 'integer',
  'x-options': values.map((value) => ({ value, label: { zh: `${value}`, en: `${value}` } })),
})
const total = (properties: Record<string, FormField>, answers: Record<string, unknown>) => sheetTotal(sheet(properties), answers).total

describe('the total of a score sheet', () => {
  it('[REVIEW-101] is the mean by weight of each place on its scale, 0 to 100', () => {
    expect(total({ a: points(3), b: points(1) }, { a: 10, b: 0 })).toBe(75)
    expect(total({ a: points(), b: points() }, { a: 5, b: 10 })).toBe(75)
    expect(total({ a: points(2, { minimum: -5, maximum: 5 }) }, { a: 0 })).toBe(50)
    expect(total({ a: { ...options(1, 2, 3, 4, 5), weight: 1 } }, { a: 4 })).toBe(75)
  })

  it('[REVIEW-101] is rounded to 6 decimals', () => {
    expect(total({ a: points(1), b: points(2) }, { a: 10, b: 0 })).toBe(33.333333)
    expect(total({ a: points(2), b: points(1) }, { a: 10, b: 0 })).toBe(66.666667)
  })

  it('[REVIEW-101] leaves out what is outside of it, what is not answered, and texts, and says the share of each', () => {
    const result = sheetTotal(
      sheet({ a: points(3), b: points(1), c: points(9, { outside: true }), d: points(6), note: { type: 'string' } }),
      {
        a: 10,
        b: 2,
        c: 1,
        note: '8',
      },
    )
    expect(result.total).toBe(80)
    expect(result.criteria.map(({ name, score, share }) => [name, score, share])).toEqual([
      ['a', 100, 0.75],
      ['b', 20, 0.25],
      ['c', 10, 0],
      ['d', null, 0],
    ])
  })

  it('[REVIEW-101] is null while nothing that counts is answered, or only weights of 0 are', () => {
    expect(total({ a: points(3) }, {})).toBeNull()
    expect(total({ a: points(3), c: points(9, { outside: true }) }, { c: 5 })).toBeNull()
    expect(total({ a: points(0) }, { a: 5 })).toBeNull()
    expect(total({}, {})).toBeNull()
  })

  it('[REVIEW-101] never leaves 0 to 100, whatever is stored', () => {
    expect(total({ a: points(1) }, { a: 14 })).toBe(100)
    expect(total({ a: points(1) }, { a: -3 })).toBe(0)
    expect(total({ a: points(1) }, { a: '7' })).toBeNull()
  })

  it('[REVIEW-101] does not count the confidence, which is its place on its scale, 0 to 1', () => {
    const confident = { a: points(1), sure: { ...options(1, 2, 3, 4), reviewRole: 'confidence' } }
    expect(sheetTotal(sheet(confident), { a: 10, sure: 3 })).toMatchObject({ total: 100, confidence: 0.666667 })
    expect(sheetTotal(sheet(confident), { a: 10 }).confidence).toBeNull()
    expect(sheetTotal(sheet({ a: points(1) }), { a: 10 }).confidence).toBeNull()
  })
})
