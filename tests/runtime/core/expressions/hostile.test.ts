import { beforeAll, describe, expect, it } from 'vitest'
import { compileExpression } from '../../../../runtime/core/expressions/compileExpression.ts'
import { compileUnchecked } from '../../../../runtime/core/expressions/compileUnchecked.ts'
import { ExpressionError } from '../../../../runtime/core/expressions/ExpressionError.ts'
import { functionTable } from '../../../../runtime/core/expressions/functions.ts'
import { LIMITS } from '../../../../runtime/core/expressions/limits.ts'
import { loadRegexEngine } from '../../../../runtime/core/expressions/regexEngine.ts'
import fc from '../../../harness/fastCheck.ts'

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof ExpressionError ? error.code : String(error)
  }
}
const range = (length: number) => Array.from({ length }, (_, at) => at)

/** fast-check's own `binary` makes a table of all characters first, which takes seconds. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

beforeAll(() => loadRegexEngine())

describe('prototypes', () => {
  const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__', 'isPrototypeOf']

  it.each(inherited)('%s is null unless it is data', (key) => {
    for (const source of [`x.${key}`, `x[${JSON.stringify(key)}]`, `x.${key}.${key}`, `list.map(i, i.${key})[0]`])
      expect(compileUnchecked(source).evaluate({ x: {}, list: [{}] })).toBeNull()
    expect(compileUnchecked(`has(x.${key}) || ${JSON.stringify(key)} in x`).evaluate({ x: {} })).toBe(false)
    expect(compileUnchecked(key === '__proto__' ? 'x' : key).evaluate({})).toBeNull()
    const own = JSON.parse(`{${JSON.stringify(key)}: 7}`) as object
    expect(compileUnchecked(`x.${key}`).evaluate({ x: own })).toBe(7)
  })

  it('cannot be changed by a map that names them', () => {
    expect(compileUnchecked('{"__proto__": {"polluted": true}}').evaluate({})).toEqual(JSON.parse('{"__proto__": {"polluted": true}}'))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('functions in the scope are null and cannot be called', () => {
    expect(compileUnchecked('f').evaluate({ f: () => 1 })).toBeNull()
    expect(codeOf(() => compileExpression('f()'))).toBe('EXPRESSION_UNKNOWN')
  })
})

describe('limits', () => {
  it.each([
    ['10 MB of source', () => '1 + '.repeat(2_500_000)],
    ['10,000 brackets', () => `${'['.repeat(3_900)}${']'.repeat(3_900)}`],
    ['10,000 parentheses', () => `${'('.repeat(3_900)}1${')'.repeat(3_900)}`],
    ['a long chain of !', () => `${'!'.repeat(7_900)}a`],
    ['a long chain of members', () => `a${'.b'.repeat(3_000)}`],
    ['a long chain of ||', () => `a${'||a'.repeat(2_000)}`],
    ['a long literal', () => `[${'1,'.repeat(3_000)}1]`],
  ])('refuse %s', (_, source) => {
    expect(codeOf(() => compileExpression(source()))).toBe('EXPRESSION_LIMIT')
  })

  const big = range(3_000)
  const text = 'ab'.repeat(400_000)
  it.each([
    ['nested loops', 'a.all(x, a.all(y, x + y >= 0))', { a: big }],
    ['three nested loops', 'a.map(x, a.map(y, a.map(z, 1)))', { a: range(60) }],
    ['a list that doubles', 'cel.bind(b, a + a, cel.bind(c, b + b, cel.bind(d, c + c, size(d + d))))', { a: big }],
    ['a loop over a million', 'a.exists(x, x < 0)', { a: range(1_000_000) }],
    ['membership in a loop', 'a.all(x, x in a)', { a: big }],
    ['comparison of large data in a loop', 'a.all(x, b == c)', { a: big, b: big, c: [...big] }],
    ['a search in a long text', 'text.contains(part)', { text, part: `${'ab'.repeat(500)}c` }],
    ['a text that doubles', `${'cel.bind(t, t + t, '.repeat(30)}size(t)${')'.repeat(30)}`, { t: 'x' }],
    ['joining in a loop', 'a.map(x, a.join(","))', { a: big.map(String) }],
    ['a pattern on a long text', 't.matches("(a+)+$")', { t: `${'a'.repeat(500_000)}!` }],
    ['a result of a million values', 'a', { a: range(1_000_000) }],
  ])('stop %s', (_, source, scope) => {
    expect(codeOf(() => compileUnchecked(source).evaluate(scope))).toBe('EXPRESSION_LIMIT')
  })

  it('are counted, not timed: the same data always stops at the same place', () => {
    const expression = compileExpression('a.all(x, x >= 0)')
    const stops = (size: number) => codeOf(() => expression.evaluate({ a: range(size) })) === 'EXPRESSION_LIMIT'
    const first = range(LIMITS.steps).findIndex((size) => size % 1_000 === 0 && stops(size))
    const max = range(1_000)
      .map((at) => first - 1_000 + at)
      .findLast((size) => !stops(size))!
    expect(max).toBeGreaterThan(3_000)
    for (const _ of range(20)) expect([stops(max), stops(max + 1)]).toEqual([false, true])
  })

  it('let ordinary work through', () => {
    const rows = range(1_000).map((n) => ({ n, name: `row ${n}` }))
    expect(compileExpression('sum(rows.filter(r, r.n % 2 == 0).map(r, r.n))').evaluate({ rows })).toBe(249_500)
  })
})

describe('regular expressions', () => {
  it('have no catastrophic case', () => {
    const evil = ['^(a+)+$', '^(a|aa)+$', '^(a|a?)+$', '^([a-zA-Z]+)*$', '^(.*a){12}$']
    for (const pattern of evil) expect(compileUnchecked('t.matches(p)').evaluate({ t: `${'a'.repeat(1_000)}!`, p: pattern })).toBe(false)
  })

  it('refuse what RE2 does not have, and what is too large', () => {
    expect(codeOf(() => compileExpression('"a".matches("(a)\\\\1")'))).toBe('EXPRESSION_SYNTAX')
    expect(codeOf(() => compileExpression(`"a".matches("${'a'.repeat(1_100)}")`))).toBe('EXPRESSION_LIMIT')
    expect(codeOf(() => compileExpression('"a".matches("(a{900}){900}")'))).toBe('EXPRESSION_SYNTAX')
  })
})

describe('any text and any data', () => {
  const data = fc.jsonValue({ maxDepth: 3 })
  const words = ['a', 'b.c', '[1,2]', '{"k": a}', 'null', '1.5', '"x"', 'true', 'a[0]', 'size(a)', 'has(a.k)']
  const operators = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in']
  const expression = fc.letrec<{ e: string }>((tie) => ({
    e: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...words),
      fc.tuple(tie('e'), fc.constantFrom(...operators), tie('e')).map(([l, o, r]) => `(${l} ${o} ${r})`),
      fc.tuple(tie('e'), tie('e'), tie('e')).map(([t, y, n]) => `(${t} ? ${y} : ${n})`),
      fc
        .tuple(tie('e'), fc.constantFrom('all', 'exists', 'map', 'filter', 'exists_one'), tie('e'))
        .map(([l, m, b]) => `${l}.${m}(v, ${b})`),
      fc
        .tuple(fc.constantFrom(...functionTable), fc.array(tie('e'), { minLength: 4, maxLength: 4 }))
        .map(([f, args]) =>
          f.method
            ? `${args[0]}.${f.name}(${args.slice(1, f.parameters.length).join(', ')})`
            : `${f.name}(${args.slice(0, f.parameters.length).join(', ')})`,
        ),
    ),
  })).e

  it('give a JSON value or an error of ours, never anything else', () => {
    fc.assert(
      fc.property(expression, data, data, (source, a, b) => {
        const code = codeOf(() => {
          const found = compileUnchecked(source).evaluate({ a, b })
          expect(typeof found === 'bigint' || typeof found === 'function' || found === undefined).toBe(false)
        })
        expect([undefined, 'EXPRESSION_LIMIT', 'EXPRESSION_SYNTAX', 'EXPRESSION_REGEX']).toContain(code)
      }),
      { numRuns: 1_500 },
    )
  })

  it('never make the parser throw anything but its own errors', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (source) => {
        expect([undefined, 'EXPRESSION_SYNTAX', 'EXPRESSION_TYPE', 'EXPRESSION_UNKNOWN', 'EXPRESSION_LIMIT']).toContain(
          codeOf(() => compileExpression(source, { a: 'number' })),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('keep types: what was checked never faults on data of the declared types', () => {
    const row = fc.record({ s: fc.option(fc.string()), n: fc.option(fc.double({ noNaN: true })), l: fc.option(fc.array(fc.integer())) })
    const scope = { row: { fields: { s: 'string', n: 'number', l: { list: 'number' } } } } as const
    const sources = [
      'row.s == "a" && row.n > 1',
      'row.l.exists(x, x > row.n)',
      'size(row.s) + sum(row.l)',
      'row.s + "x"',
      '!(row.n in row.l)',
    ]
    fc.assert(
      fc.property(row, fc.constantFrom(...sources), (data, source) => {
        expect(codeOf(() => compileExpression(source, scope).evaluateStrictly({ row: data }))).toBeUndefined()
      }),
    )
  })
})
