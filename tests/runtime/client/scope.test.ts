import { describe, expect, it } from 'vitest'
import {
  evaluateCel,
  evaluateValue,
  extendScope,
  FAILED,
  failureBehind,
  fixedScope,
  holds,
  namesIn,
} from '../../../runtime/client/scope.ts'

const scope = fixedScope({ list: [{ id: 1 }, { id: 2 }], query: { page: 2 } })

describe('scope', () => {
  it('evaluates expressions inside arrays and objects and leaves literals alone', () => {
    expect(evaluateValue({ a: [{ cel: 'query.page + 1' }, 'x'], b: null }, scope)).toEqual({ a: [3, 'x'], b: null })
  })
  it('reads null for what is missing, and a condition over it does not hold', () => {
    expect(evaluateCel({ cel: 'detail.title' }, scope)).toBeNull()
    expect(holds({ cel: 'detail.open' }, scope)).toBe(false)
    expect(holds(undefined, scope)).toBe(true)
  })
  it('does not hold a condition that is true only for want of an answer that failed', () => {
    const failing = extendScope(fixedScope({ link: null, own: null, [FAILED]: new Set(['link']) }), { state: { open: true } })
    const told = (cel: string) => [holds({ cel }, failing), failureBehind({ cel }, failing)]
    expect(told('link == null')).toEqual([false, 'link'])
    expect(told('own == null && link == null')).toEqual([false, 'link'])
    expect(told('state.open || link == null')).toEqual([true, undefined])
    expect(told('link != null')).toEqual([false, undefined])
    expect(told('own == null')).toEqual([true, undefined])
  })
  it('keeps the identity of a result that is equal in content, over readings', () => {
    const cel = { cel: 'list.filter(row, row.id == 2)' }
    const again = fixedScope({ list: [{ id: 1 }, { id: 2 }], query: {} })
    expect(evaluateCel(cel, scope)).toBe(evaluateCel(cel, again))
  })
  it('puts added names before those of the scope above', () => {
    const inner = extendScope(scope, { query: { page: 9 }, item: 'x' })
    expect(evaluateCel({ cel: 'query.page' }, inner)).toBe(9)
    expect(evaluateCel({ cel: 'size(list)' }, inner)).toBe(2)
  })
  it('finds the names that expressions in a value read, without those a macro binds', () => {
    expect([...namesIn({ a: { cel: 'list.map(row, row.id + offset)' }, b: [{ cel: 'query.x' }] })].sort()).toEqual([
      'list',
      'offset',
      'query',
    ])
  })
})
