import { beforeAll, describe, expect, it } from 'vitest'
import { compileExpression } from '../../../../runtime/core/expressions/compileExpression.ts'
import { type CompiledExpression, compileUnchecked, evaluateCondition } from '../../../../runtime/core/expressions/compileUnchecked.ts'
import { ExpressionError } from '../../../../runtime/core/expressions/ExpressionError.ts'
import { loadRegexEngine } from '../../../../runtime/core/expressions/regexEngine.ts'
import type { ScopeTypes } from '../../../../runtime/core/expressions/types.ts'
import { setPlatformZone } from '../../../../runtime/core/values/platformZone.ts'

const value = (source: string, scope: Record<string, unknown> = {}) => compileExpression(source).evaluate(scope)
const failure = (run: () => unknown): ExpressionError => {
  try {
    run()
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

beforeAll(() => loadRegexEngine())

describe('missing data', () => {
  it.each([
    ['a.b.c', null],
    ['list[7]', null],
    ['map["x"].y', null],
    ['null < 3', false],
    ['3 >= null', false],
    ['null == ""', false],
    ['null == null', true],
    ['a == null', true],
    ['a + 1', null],
    ['"x" + a', null],
    ['!a', true],
    ['a && true', false],
    ['a || true', true],
    ['a ? 1 : 2', 2],
    ['1 in a', false],
    ['size(a)', 0],
    ['a.all(x, x > 1)', true],
    ['a.exists(x, x > 1)', false],
    ['a.map(x, x)', []],
    ['a.startsWith("b")', false],
    ['a.upperAscii()', null],
    ['sum(a)', 0],
    ['coalesce(a, list[9], 5)', 5],
    ['has(map.x)', false],
    ['has(map.nothing)', false],
    ['has(map.one)', true],
  ])('reads as null: %s is %j', (source, expected) => {
    expect(value(source, { list: [1], map: { nothing: null, one: 1 } })).toEqual(expected)
  })

  it('gives null for a genuine mistake, and the strict door tells which', () => {
    const expression = compileExpression('a / b')
    expect(expression.evaluate({ a: 1, b: 0 })).toBeNull()
    expect(failure(() => expression.evaluateStrictly({ a: 1, b: 0 }))).toMatchObject({
      code: 'EXPRESSION_EVALUATION',
      message: 'division by zero',
    })
    expect(value('a + b', { a: 1, b: 'x' })).toBeNull()
  })

  it('holds as a condition only for true', () => {
    const holds = (source: string, scope = {}) => evaluateCondition(compileExpression(source), scope)
    expect([holds('true'), holds('a'), holds('1'), holds('a.b == 1')]).toEqual([true, false, false, false])
  })
})

describe('numbers', () => {
  it('mix freely and come out as JavaScript numbers, at every depth', () => {
    expect(value('n + 1', { n: 1.5 })).toBe(2.5)
    expect(value('7 / 2')).toBe(3.5)
    expect(value('{"a": [1, 2u, 3.0]}')).toEqual({ a: [1, 2, 3] })
    expect(value('x', { x: { deep: [10n, { n: 1n }] } })).toEqual({ deep: [10, { n: 1 }] })
    expect(value('x + 1', { x: 41n })).toBe(42)
    expect(value('-(0)')).toBe(0)
    expect(Object.is(value('-(0)'), 0)).toBe(true)
  })

  it('are refused when they are too large to be exact', () => {
    expect(failure(() => compileExpression('9007199254740993'))).toMatchObject({ code: 'EXPRESSION_SYNTAX', offset: 0 })
  })
})

describe('values that leave', () => {
  it('keep the identity of data that needs no change', () => {
    const rows = [{ a: 1, b: [null, { c: 'x' }] }]
    expect(value('rows', { rows })).toBe(rows)
  })

  it('are JSON: dates and moments as text, keys as text', () => {
    expect(value('d', { d: new Date('2026-11-21T08:00:00.000Z') })).toBe('2026-11-21T08:00:00.000Z')
    expect(value('timestamp("2026-11-21T08:00:00Z") + duration("90s")')).toBe('2026-11-21T08:01:30Z')
    expect(value('{1: "a", true: "b"}')).toEqual({ '1': 'a', true: 'b' })
  })
})

describe('types', () => {
  const scope: ScopeTypes = {
    row: { fields: { status: 'string', amount: 'number', open: 'boolean', tags: { list: 'string' }, note: 'dyn' } },
    input: 'map',
    rows: { list: { fields: { n: 'number' } } },
  }
  const typeOf = (source: string) => compileExpression(source, scope).type

  it('are told for the whole expression', () => {
    expect(typeOf('row.amount * 2 > 10 && row.open')).toBe('boolean')
    expect(typeOf('rows.map(r, r.n)')).toEqual({ list: 'number' })
    expect(typeOf('row.open ? row.status : null')).toBe('string')
    expect(typeOf('max(row.amount, 3)')).toBe('number')
    expect(typeOf('input.anything')).toBe('dyn')
  })

  it.each([
    ['rwo.status', 'EXPRESSION_UNKNOWN', 0, 'rwo', ['row', 'input', 'rows']],
    ['row.statsu == "a"', 'EXPRESSION_UNKNOWN', 4, 'statsu', ['status', 'amount', 'open', 'tags', 'note']],
    ['rows.exists(r, r.m == 1)', 'EXPRESSION_UNKNOWN', 17, 'm', ['n']],
    ['row["statsu"]', 'EXPRESSION_UNKNOWN', undefined, 'statsu', undefined],
    ['1 + lenght("a")', 'EXPRESSION_UNKNOWN', 4, 'lenght', undefined],
    ['"a".upcase()', 'EXPRESSION_UNKNOWN', 4, 'upcase', undefined],
    ['row.status == 1', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['row.status > row.amount', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['row.status + row.amount', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['row.amount && true', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['row.status ? 1 : 2', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['1 in row.tags', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['row.amount.exists(x, true)', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['days(row.amount, "2026-01-01")', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['row.status.year', 'EXPRESSION_TYPE', 0, undefined, undefined],
    ['1 +', 'EXPRESSION_SYNTAX', 3, undefined, undefined],
    ['row.status = "a"', 'EXPRESSION_SYNTAX', 11, undefined, undefined],
    ['has(row)', 'EXPRESSION_SYNTAX', 0, undefined, undefined],
    ['"a".matches("(?=b)")', 'EXPRESSION_SYNTAX', 12, undefined, undefined],
  ])('refuse %s with %s', (source, code, offset, unknown, known) => {
    const error = failure(() => compileExpression(source, scope))
    expect(error.code).toBe(code)
    if (offset !== undefined) expect(error.offset).toBe(offset)
    expect(error.unknown).toBe(unknown)
    if (known) expect(error.known).toEqual(known)
  })

  it('are not asked for by the unchecked door', () => {
    expect(compileUnchecked('nobody.knows').evaluate({})).toBeNull()
  })
})

describe('what an expression tells about itself', () => {
  const about = (source: string): CompiledExpression => compileExpression(source)
  it('names the paths it reads, without the variables of macros', () => {
    expect(about('row.status == input.to && identity != "x"').references).toEqual([['row', 'status'], ['input', 'to'], ['identity']])
    expect(about('rows.exists(r, r.n > min.n) && r.x').references).toEqual([['rows'], ['min', 'n'], ['r', 'x']])
    expect(about('a["b"].c[i].d').references).toEqual([['a', 'b', 'c'], ['i']])
    expect(about('cel.bind(v, a.b, v + c)').references).toEqual([['a', 'b'], ['c']])
  })

  it('tells whether it needs the regular-expression engine', () => {
    expect(about('a.matches("x")').usesRegex).toBe(true)
    expect(about('a.contains("x")').usesRegex).toBe(false)
  })

  it('is compiled once for a source and a scope', () => {
    const scope: ScopeTypes = { a: 'number' }
    expect(compileExpression('a + 1', scope)).toBe(compileExpression('a + 1', scope))
    expect(compileExpression('a + 1')).not.toBe(compileExpression('a + 1', scope))
  })
})

describe('functions', () => {
  it.each([
    ['size("中文😀")', 3],
    ['days("2026-11-21", "2026-11-24")', 3],
    ['days("2026-11-24", "2026-11-21")', -3],
    ['days("2026-11-21T23:00:00.000Z", "2026-11-22T22:00:00.000Z")', 0],
    ['addDays("2026-02-27", 2)', '2026-03-01'],
    ['addDays("2026-11-21T08:00:00.000Z", -1)', '2026-11-20T08:00:00.000Z'],
    ['dateOf("2026-11-21T08:00:00.000Z")', '2026-11-21'],
    ['age("2008-11-22", "2026-11-21")', 17],
    ['age("2008-11-21", "2026-11-21")', 18],
    ['days("2026-02-30", "2026-03-01")', null],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1234.5, -2)', 1200],
    ['min(3, 1, 2)', 1],
    ['max([3, null, 7])', 7],
    ['min("b", "a")', 'a'],
    ['max([])', null],
    ['sum([1, null, 2.5])', 3.5],
    ['"a,b".split(",")', ['a', 'b']],
    ['"now" < "row"', true],
    ['"\\uFFFF" < "😀"', true],
    ['["a", "b"].exists_one(x, x == "a")', true],
    ['[1, 2, 3].filter(x, x > 1).map(x, x * 10)', [20, 30]],
    [
      '[1, 2].map(x, [10, 20].map(y, x * y))',
      [
        [10, 20],
        [20, 40],
      ],
    ],
    ['[1].map(x, [2].map(x, x)[0] + x)', [3]],
  ])('%s is %j', (source, expected) => {
    expect(value(source)).toEqual(expected)
  })
})

it('[ZONE-10] the day of a moment is that of the time zone of the platform, and a date stays', () => {
  const day = (source: string) => compileExpression(source).evaluate({})
  setPlatformZone('Asia/Shanghai')
  try {
    expect(day('dateOf("2026-11-21T20:00:00.000Z")')).toBe('2026-11-22')
    expect(day('dateOf("2026-11-21")')).toBe('2026-11-21')
  } finally {
    setPlatformZone('UTC')
  }
})
